"""Games in numbers, for `entrepot.envs`: actions by number, what a seat sees as a row, many games side by side.

Like the engine it uses the standard library and native containers alone, and mypyc compiles all of it.
"""
