mine = 1
