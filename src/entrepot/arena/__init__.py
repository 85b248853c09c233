"""Many games: simulations of bots against each other."""

from .simulate import Outcome, Simulation, simulate

__all__ = ["Outcome", "Simulation", "simulate"]
