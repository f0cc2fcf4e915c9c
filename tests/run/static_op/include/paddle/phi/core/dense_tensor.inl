// The headers of 2.6.2 include this file, and lack it: more members of dense tensors, which nothing here uses.
