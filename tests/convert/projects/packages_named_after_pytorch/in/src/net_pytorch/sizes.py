SIZES = [2, 3]
