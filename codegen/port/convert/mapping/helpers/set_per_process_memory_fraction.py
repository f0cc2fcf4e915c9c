import os


def set_per_process_memory_fraction(fraction):
    os.environ["FLAGS_fraction_of_gpu_memory_to_use"] = str(fraction)
