"""What the scripts here check with: python3 -O leaves assert out."""


def require(condition, *reasons):
    """Raise AssertionError with the reasons unless the condition holds."""
    if not condition:
        raise AssertionError(*reasons)
