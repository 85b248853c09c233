"""Many games: simulations of bots against each other, and reports of them."""

from .report import balance_page, check_plots
from .simulate import Outcome, Setting, Simulation, Use, simulate

__all__ = ["Outcome", "Setting", "Simulation", "Use", "balance_page", "check_plots", "simulate"]
