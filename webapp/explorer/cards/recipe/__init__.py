"""The recipe card: a control for every value of a recipe.

May import moment, game and look.
"""
