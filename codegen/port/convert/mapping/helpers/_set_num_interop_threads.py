import os


def _set_num_interop_threads(number):
    os.environ["OMP_NUM_THREADS"] = str(number)
