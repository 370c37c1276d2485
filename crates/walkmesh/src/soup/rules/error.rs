//! What can be wrong with a rule.

use crate::geom::Point;

/// A rule that cannot be followed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("rule {}: {problem}", .rule + 1)]
pub struct RuleError {
    /// Which one, counted from 0 (the message counts from 1).
    pub rule: usize,
    /// Why.
    pub problem: RuleProblem,
}

/// Why a rule cannot be followed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RuleProblem {
    /// A name that no object has.
    #[error(
        "no object is named `{name}`, of {objects}{}; upper and lower case differ",
        .nearest.as_ref().map(|n| format!(": did you mean `{n}`?")).unwrap_or_default()
    )]
    UnknownName {
        /// The pattern asked for.
        name: String,
        /// How many objects there are.
        objects: usize,
        /// The name that is most like it, when there are names.
        nearest: Option<String>,
    },
    /// Only objects without triangles have such a name.
    #[error(
        "`{name}` has no triangles: an earlier rule dropped it or covered it with others, or it never had any"
    )]
    Emptied {
        /// The pattern asked for.
        name: String,
    },
    /// All objects are ruled out.
    #[error(
        "it matches nothing: {named} objects have such a name, {of_size} of them such a size, none of these is in such a place"
    )]
    Nothing {
        /// Objects with such a name.
        named: usize,
        /// Of these, objects of such a size.
        of_size: usize,
    },
    /// No size is between the limits.
    #[error("no {what} is between {min} and {max}: give numbers of 0 or more, the least first")]
    Limits {
        /// Which size.
        what: &'static str,
        /// The least asked for.
        min: f64,
        /// The most asked for.
        max: f64,
    },
    /// The box is none.
    #[error("the box {what} {min} to {max} is none: give its lower corner, then its upper one")]
    Place {
        /// `inside` or `outside`.
        what: &'static str,
        /// The lower corner asked for.
        min: Point,
        /// The upper corner asked for.
        max: Point,
    },
    /// None of the objects are asked for.
    #[error("the 0 {what} objects are none: ask for 1 or more")]
    Rank {
        /// `largest` or `smallest`.
        what: &'static str,
    },
    /// The size under which small obstacles are left out is none.
    #[error("nothing can be left out below {below} m: give a length of 0 or more")]
    LeaveOut {
        /// The length asked for.
        below: f64,
    },
    /// No gap is so wide.
    #[error("gaps up to {width} m cannot be bridged: give a width above 0 and up to 1")]
    Width {
        /// The width asked for.
        width: f64,
    },
}
