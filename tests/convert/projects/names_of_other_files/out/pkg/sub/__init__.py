from .inner import optional as Optional
