PD_REGISTER_KERNEL(constant, CPU, ALL_LAYOUT, phi::ConstantKernel, double, int64_t) {}
PD_REGISTER_KERNEL(complex_type, CPU, ALL_LAYOUT, phi::ComplexTypeKernel, float, phi::dtype::complex<float>) {}
PD_REGISTER_KERNEL_FOR_ALL_DTYPE(every_type, CPU, ALL_LAYOUT, phi::EveryTypeKernel<phi::CPUContext>) {}
PD_REGISTER_KERNEL(by_hand, CPU, ALL_LAYOUT, phi::ByHandKernel, float, double) {}
PD_REGISTER_KERNEL(not_decided, CPU, ALL_LAYOUT, phi::NotDecidedKernel, float, double) {}
PD_REGISTER_KERNEL(alias, CPU, ALL_LAYOUT, phi::AliasKernel, Element) {}
PD_REGISTER_KERNEL(other_backend, CPU, ALL_LAYOUT, phi::OtherBackendKernel, float, int64_t, phi::dtype::float16) {}
PD_REGISTER_KERNEL(other_backend, GPU, ALL_LAYOUT, phi::OtherBackendKernel, double) {}
PD_REGISTER_KERNEL(shared, CPU, ALL_LAYOUT, phi::SharedKernel, float, double) {}
