PD_REGISTER_KERNEL(abs, CPU, ALL_LAYOUT, phi::AbsKernel, float, double, int64_t) {}
