"""An absent optional input has no gradient: absent_inputs.py PACKAGE"""

import importlib
import sys

import torch

package = importlib.import_module(sys.argv[1])
operators = getattr(torch.ops, sys.argv[1])

x = torch.rand(3, 2, dtype=torch.float64, requires_grad=True)
weight = torch.rand(2, dtype=torch.float64, requires_grad=True)
package.scaled_rows(x, weight).sum().backward()
assert torch.allclose(x.grad, weight.detach().expand(3, 2)) and torch.allclose(weight.grad, x.detach().sum(0))

x.grad = None
package.scaled_rows(x, None).sum().backward()
assert torch.equal(x.grad, torch.ones_like(x))

with torch.no_grad():
    for device in ["cpu", "meta"]:
        one = torch.ones(3, 2, device=device)
        gradients = operators.scaled_rows_grad(one, None, one)
        assert gradients[0].shape == (3, 2) and gradients[1] is None, gradients
