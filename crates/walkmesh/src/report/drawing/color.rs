//! Colours and palettes.

use crate::soup::Area;

/// A colour with opacity, 8 bits each, not premultiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity; 255 covers what is below.
    pub a: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Self = Self::rgb(0, 0, 0);
    /// White.
    pub const WHITE: Self = Self::rgb(255, 255, 255);

    /// An opaque colour.
    #[must_use]
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// The same colour with another opacity.
    #[must_use]
    pub const fn alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// A mixture: `share` 0 gives this colour, 255 the other; the opacity is mixed as well.
    #[must_use]
    pub fn mix(self, other: Self, share: u8) -> Self {
        let blend = |a: u8, b: u8| {
            let sum = u32::from(a) * (255 - u32::from(share)) + u32::from(b) * u32::from(share);
            u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)
        };
        Self {
            r: blend(self.r, other.r),
            g: blend(self.g, other.g),
            b: blend(self.b, other.b),
            a: blend(self.a, other.a),
        }
    }
}

/// The colour of an area: RecastDemo's for its six, a distinct one for any other.
#[must_use]
pub fn area_color(area: Area) -> Color {
    match area.0 {
        0 => Color::rgb(0, 192, 255),
        1 => Color::rgb(0, 0, 255),
        2 => Color::rgb(50, 20, 12),
        3 => Color::rgb(0, 255, 255),
        4 => Color::rgb(0, 255, 0),
        5 => Color::rgb(255, 255, 0),
        n => distinct(u32::from(n)),
    }
}

/// The name of an area: RecastDemo's for its six, "area N" for any other.
#[must_use]
pub fn area_name(area: Area) -> String {
    match area.0 {
        0 => "ground".into(),
        1 => "water".into(),
        2 => "road".into(),
        3 => "door".into(),
        4 => "grass".into(),
        5 => "jump".into(),
        n => format!("area {n}"),
    }
}

/// The area that [`area_name`] gives this name; `None` for any other.
#[must_use]
pub fn area_named(name: &str) -> Option<Area> {
    (0..=u8::MAX).map(Area).find(|&area| area_name(area) == name)
}

/// The `n`th of an endless list of colours of which neighbours are easy to tell apart: the hue
/// turns by the golden angle, brightness and strength take turns.
#[must_use]
pub fn distinct(n: u32) -> Color {
    const TURN: u32 = 0x9E37; // golden ratio of a full turn of 2^16
    let hue = (n.wrapping_mul(TURN).wrapping_add(0x8F00)) & 0xFFFF;
    let position = hue * 6; // six sectors of 2^16
    let rise = u8::try_from((position & 0xFFFF) >> 8).unwrap_or(u8::MAX);
    let fall = 255 - rise;
    let (r, g, b) = match position >> 16 {
        0 => (255, rise, 0),
        1 => (fall, 255, 0),
        2 => (0, 255, rise),
        3 => (0, fall, 255),
        4 => (rise, 0, 255),
        _ => (255, 0, fall),
    };
    let pure = Color::rgb(r, g, b);
    match n % 3 {
        0 => pure.mix(Color::rgb(232, 232, 232), 110),
        1 => pure.mix(Color::rgb(120, 120, 120), 90),
        _ => pure.mix(Color::WHITE, 170),
    }
}

/// A colour on the scale dark violet, blue, green, yellow (even in brightness, readable by the
/// colour-blind) for `t` from 0 to 1; outside it is clamped, NaN gives the lower end.
#[must_use]
pub fn ramp(t: f64) -> Color {
    const STOPS: [Color; 5] = [
        Color::rgb(68, 1, 84),
        Color::rgb(59, 82, 139),
        Color::rgb(33, 145, 140),
        Color::rgb(94, 201, 98),
        Color::rgb(253, 231, 37),
    ];
    const SCALE: i32 = 4 * 255;
    let t = if t > 0.0 { t.min(1.0) } else { 0.0 };
    let position = crate::geom::cast::round_i32(t * f64::from(SCALE)).clamp(0, SCALE - 1);
    let stop = crate::geom::cast::cell_index(position / 255);
    STOPS[stop].mix(STOPS[stop + 1], u8::try_from(position % 255).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_known_by_their_names() {
        for area in (0..=u8::MAX).map(Area) {
            assert_eq!(area_named(&area_name(area)), Some(area));
        }
        for other in ["", "Ground", "area 1", "area 256", "area 07", "floor"] {
            assert_eq!(area_named(other), None, "{other}");
        }
    }

    #[test]
    fn the_ramp_takes_any_number() {
        assert_eq!(ramp(0.0), Color::rgb(68, 1, 84));
        assert_eq!(ramp(f64::NAN), ramp(-3.0));
        assert_eq!(ramp(f64::INFINITY), ramp(1.0));
        assert_eq!(ramp(0.25), Color::rgb(59, 82, 139));
    }

    #[test]
    fn neighbours_in_the_palette_differ() {
        for n in 0..200 {
            let (a, b) = (distinct(n), distinct(n + 1));
            let apart = |x: u8, y: u8| i32::from(x.abs_diff(y));
            let total = apart(a.r, b.r) + apart(a.g, b.g) + apart(a.b, b.b);
            assert!(total > 90, "{n}: {a:?} {b:?}");
        }
    }
}
