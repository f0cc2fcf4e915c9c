#!/usr/bin/env python
import paddle
from paddle_utils import unconverted

# >>>>>> torch.nothing_like_it: there is no rule for it
limit = torch.nothing_like_it(2)


# >>>>>> torch.nothing_like_it: there is no rule for it
@unconverted("torch.nothing_like_it").decorate
def main():
    print(limit)


if __name__ == "__main__":
    main()
