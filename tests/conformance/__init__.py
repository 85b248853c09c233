"""The conformance kit: what must be true of every game. A new game gets it by being registered."""
