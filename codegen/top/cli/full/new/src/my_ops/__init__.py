"""Operators that are written once, for every framework that the package is built for."""

from .generated import *  # noqa: F403
