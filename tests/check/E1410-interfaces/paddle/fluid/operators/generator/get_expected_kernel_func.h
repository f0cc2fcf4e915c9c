phi::KernelKey GetAddExpectedKernelType(const framework::ExecutionContext& ctx);
