"""What PyTorch's users expect of every operator, also of one without a gradient: autograd.py PACKAGE"""

import importlib
import sys

import torch

package = importlib.import_module(sys.argv[1])


def refuses(function, reason):
    try:
        function()
    except (RuntimeError, NotImplementedError, ValueError) as error:
        assert reason in str(error), error
    else:
        sys.exit(f"no error with: {reason}")


def changed_before_its_gradient():
    y = torch.ones(2, requires_grad=True) * 1
    z = y * y
    with torch.no_grad():
        package.add_to_(y, torch.ones(2))
    z.sum().backward()


# What is written in place counts, and a leaf stays as it is.
x = torch.zeros(2)
before = x._version
package.add_to_(x, torch.ones(2))
assert x._version > before and (x == 1).all()
refuses(changed_before_its_gradient, "modified by an inplace operation")
refuses(lambda: package.add_to_(torch.ones(2, requires_grad=True), torch.ones(2)), "leaf Variable")

# A gradient that is not there is an error, also if it is that of a gradient.
rows = package.gather_rows(torch.ones(4, 2, requires_grad=True), torch.tensor([0, 1, 2]))[0]
refuses(lambda: rows.sum().backward(), "not implemented")
first = torch.ones(2, 2, requires_grad=True)
(gradient,) = torch.autograd.grad((package.joined([first]) ** 2).sum(), first, create_graph=True)
refuses(lambda: ((gradient**2).sum() + (first**3).sum()).backward(), "not implemented")

# Only what the kernel can take reaches it.
refuses(lambda: package.repeated(torch.ones(2), 2**40), "`times` cannot be 1099511627776")
refuses(lambda: package.gather_rows(torch.ones(4, 2), torch.tensor([0]), pads=[0, 2**40]), "`pads` cannot be")
