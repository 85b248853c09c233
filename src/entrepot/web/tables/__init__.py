"""The authority over tables: what is stored, who may do what, who is told, and who moves the bots."""
