"""Operators that are written once, for every framework that the package is built for."""

from .generated import *  # noqa: F403
from .generated import __getattr__  # noqa: F401 - says why an operator is not here
