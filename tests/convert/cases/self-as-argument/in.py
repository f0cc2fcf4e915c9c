import torch

# A method that is called on its class: `self` is not an argument of the method.
a = X.numpy(self, force=True)
b = X.numpy(self)
c = X.numpy(*self, force=True)
d = X.numpy(other, force=True)
e = X.numpy(other)
