KernelKeyTuple UniqueOpParseKernelKey(pir::Operation* op);
