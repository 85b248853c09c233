"""What every game shares: cubes, conversions, actions, chance, the state and the stack of decisions.

Nothing here knows a particular game; nothing does input, output, logging or reads a clock.
"""
