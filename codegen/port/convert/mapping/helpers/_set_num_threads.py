import os


def _set_num_threads(number):
    os.environ["CPU_NUM"] = str(number)
