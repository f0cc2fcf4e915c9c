#!/usr/bin/env python
import torch

limit = torch.nothing_like_it(2)


@torch.nothing_like_it
def main():
    print(limit)


if __name__ == "__main__":
    main()
