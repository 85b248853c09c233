"""The games as environments for learning: PettingZoo, Gymnasium, and many games at once in NumPy arrays.

Importing this package registers the games with Gymnasium (`entrepot/spice-road-v0` and so on). It needs the extra `rl`;
the rest of Entrepôt never imports it.
"""

from __future__ import annotations

import importlib.util
import sys

_NEEDED = [name for name in ("numpy", "gymnasium", "pettingzoo") if importlib.util.find_spec(name) is None]
if _NEEDED:
    raise ImportError(f"entrepot.envs needs {', '.join(_NEEDED)}: pip install '.[rl]' in a checkout of Entrepôt")
if sys.byteorder != "little":
    raise ImportError("entrepot.envs needs a machine that keeps the lowest byte of a number first")

from .batch import Batch, measure  # noqa: E402
from .multi_agent import Table, aec  # noqa: E402
from .single_agent import Seat, Seats, register  # noqa: E402
from .spec import Spec  # noqa: E402

__all__ = ["Batch", "Seat", "Seats", "Spec", "Table", "aec", "measure"]

register()
