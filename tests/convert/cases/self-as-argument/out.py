import paddle

# A method that is called on its class: `self` is not an argument of the method.
a = X.numpy(self)
b = X.numpy(self)
# >>>>>> *.numpy: it is unknown which arguments `*self` contains
c = X.numpy(*self, force=True)
d = X.numpy(other, force=True)
e = X.numpy(other)
