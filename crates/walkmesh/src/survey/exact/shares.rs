//! Shares of a segment: 0 at its start, 1 at its end.

/// From one share to another.
pub(super) type Shares = (f64, f64);

/// More than all of it.
pub(super) const ALL: Shares = (f64::NEG_INFINITY, f64::INFINITY);

/// What two have in common; ends before it begins where that is nothing.
pub(super) const fn both(one: Shares, other: Shares) -> Shares {
    (one.0.max(other.0), one.1.min(other.1))
}

/// The two and what is between them.
pub(super) const fn hull(one: Shares, other: Shares) -> Shares {
    (one.0.min(other.0), one.1.max(other.1))
}
