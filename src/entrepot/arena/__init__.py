"""Many games: simulations of bots against each other, tournaments of them, and reports of both."""

from .cluster import NeedsRay
from .drawing import check_plots
from .hosts import WorkersLost
from .ledger import WrongTournament
from .report import balance_page
from .results import Mishap, Pairing, Side, Standing, Tournament
from .simulate import Outcome, Setting, Simulation, Use, simulate
from .tournament import tournament
from .tournament_page import tournament_page

__all__ = [
    "Mishap",
    "NeedsRay",
    "Outcome",
    "Pairing",
    "Setting",
    "Side",
    "Simulation",
    "Standing",
    "Tournament",
    "Use",
    "WorkersLost",
    "WrongTournament",
    "balance_page",
    "check_plots",
    "simulate",
    "tournament",
    "tournament_page",
]
