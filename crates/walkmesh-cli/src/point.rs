//! Points on the command line: `X,Y,Z` in metres.

use walkmesh::Point;

/// Reads `X,Y,Z`; blanks around the numbers are fine.
pub(crate) fn parse(text: &str) -> Result<Point, String> {
    let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
    let &[x, y, z] = numbers.as_slice() else {
        let found = if text.trim().is_empty() { 0 } else { numbers.len() };
        return Err(format!("a point is three numbers X,Y,Z in metres, this has {found}"));
    };
    Ok(Point::new(number(x)?, number(y)?, number(z)?))
}

/// Reads `X,Y,Z:X,Y,Z`: a start and a goal.
pub(crate) fn parse_pair(text: &str) -> Result<[Point; 2], String> {
    let (from, to) = text
        .split_once(':')
        .ok_or_else(|| "two points are written X,Y,Z:X,Y,Z with a colon between them".to_owned())?;
    Ok([parse(from)?, parse(to)?])
}

/// Reads one line of six numbers, start and goal, separated by blanks, commas or semicolons.
pub(crate) fn parse_line(line: &str) -> Result<[Point; 2], String> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    let numbers = words.filter(|w| !w.is_empty()).map(number).collect::<Result<Vec<_>, _>>()?;
    let &[ax, ay, az, bx, by, bz] = numbers.as_slice() else {
        return Err(format!(
            "a pair is six numbers (start X Y Z, goal X Y Z), this has {}",
            numbers.len()
        ));
    };
    Ok([Point::new(ax, ay, az), Point::new(bx, by, bz)])
}

fn number(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if value.is_finite() { Ok(value) } else { Err(format!("`{text}` is not finite")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_with_signs_and_blanks() {
        assert_eq!(parse("-1,2.5, -3e1"), Ok(Point::new(-1.0, 2.5, -30.0)));
        assert_eq!(
            parse_pair("-1,0,0:1,0,-2"),
            Ok([Point::new(-1.0, 0.0, 0.0), Point::new(1.0, 0.0, -2.0)])
        );
        assert_eq!(
            parse_line(" 1 2 3\t4,5;6"),
            Ok([Point::new(1.0, 2.0, 3.0), Point::new(4.0, 5.0, 6.0)])
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(parse("1,2").unwrap_err().contains("this has 2"));
        assert!(parse("").unwrap_err().contains("this has 0"));
        assert!(parse("1,x,3").unwrap_err().contains("`x`"));
        assert!(parse("1,nan,3").unwrap_err().contains("finite"));
        assert!(parse_pair("1,2,3").unwrap_err().contains("colon"));
        assert!(parse_line("1 2 3").unwrap_err().contains("this has 3"));
    }
}
