def assert_true(condition, message):
    """An assertion that is an expression."""
    assert condition, message
