//! Who walks: the upright body for which a mesh is made.

/// The walker's body and what it can climb. Metres and degrees.
///
/// The body is an upright cylinder. The mesh is where its **centre** may go: it stays
/// `radius` away from walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    /// Head room that it needs, metres, above 0. Recast: `walkableHeight`.
    pub height: f64,
    /// Distance that its centre keeps from walls, metres, 0 or more. Recast: `walkableRadius`.
    pub radius: f64,
    /// Highest step that it takes, metres, 0 or more. Recast: `walkableClimb`.
    pub max_climb: f64,
    /// Steepest ground that it walks on, degrees from level, 0 to below 90.
    pub max_slope: f64,
}

impl Agent {
    /// The upward part of the unit normal of the steepest ground.
    #[must_use]
    pub fn min_normal_up(&self) -> f64 {
        libm::cos(self.max_slope * std::f64::consts::PI / 180.0)
    }
}

impl Default for Agent {
    /// RecastDemo's walker: 2.0 m high, 0.6 m radius, 0.9 m climb, 45°.
    fn default() -> Self {
        Self { height: 2.0, radius: 0.6, max_climb: 0.9, max_slope: 45.0 }
    }
}
