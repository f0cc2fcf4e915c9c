PD_REGISTER_KERNEL(abs, GPU, ALL_LAYOUT, phi::AbsKernel, float, phi::dtype::float16) {}
