"""Tests of my_ops. Those that opgen generates check gradients, shapes, data types and empty tensors of every operator."""

from my_ops.generated.tests import *  # noqa: F403
