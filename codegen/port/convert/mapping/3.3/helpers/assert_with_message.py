def assert_with_message(condition, message):
    """An assertion that is an expression."""
    assert condition, message
