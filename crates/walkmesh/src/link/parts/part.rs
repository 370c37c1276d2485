//! A link in parts, each between one piece and one other.

use super::share::Share;
use super::span::Span;

/// A part of a link that leads from one piece to one other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Which piece each of its ends is on.
    pub(super) pieces: [u32; 2],
    /// From where to where along both stretches.
    pub(super) shares: [Share; 2],
}

/// The parts of a link between stretches over these pieces from one share to another, in order: at
/// each share it can be taken where both its ends are on pieces that are not closed. A part of no
/// length is one where none ends or begins. Quadratic in the pieces.
pub(super) fn parts(sides: [&[Span]; 2], [from, to]: [Share; 2]) -> Vec<Part> {
    let all = || sides.into_iter().flatten();
    let mut stops = vec![from, to];
    stops.extend(all().flat_map(|span| span.beside));
    stops.extend(all().filter_map(|span| span.within).flatten());
    stops.retain(|&at| from <= at && at <= to);
    stops.sort_unstable();
    stops.dedup();
    let mut parts: Vec<Part> = Vec::new();
    for (i, &at) in stops.iter().enumerate() {
        let last = parts.last().copied().filter(|part| part.shares[1] == at);
        let over = |shares: [Share; 2]| {
            let [from, to] = [0, 1].map(|i| piece_at(sides[i], shares, last.map(|l| l.pieces[i])));
            Some(Part { pieces: [from?, to?], shares })
        };
        match (stops.get(i + 1).and_then(|&next| over([at, next])), parts.last_mut(), last) {
            (Some(ahead), Some(part), Some(last)) if ahead.pieces == last.pieces => {
                part.shares[1] = ahead.shares[1];
            }
            (Some(ahead), ..) => parts.push(ahead),
            (None, _, Some(_)) => {}
            (None, _, None) => parts.extend(over([at, at])),
        }
    }
    parts
}

/// The piece that a stretch is on between two shares: one that holds it there (of several the
/// `last` one, or else the one that holds it longest), or, where none does, not even a closed one,
/// one beside it.
fn piece_at(spans: &[Span], [from, to]: [Share; 2], last: Option<u32>) -> Option<u32> {
    let holds = |[first, end]: [Share; 2]| first <= from && to <= end;
    let longest = |range: fn(&Span) -> Option<[Share; 2]>| {
        let open = spans.iter().filter(|span| !span.is_closed);
        let held = open.filter_map(|span| Some((span.piece, range(span)?)));
        let held = held.filter(|&(_, range)| holds(range));
        held.max_by_key(|&(piece, [_, end])| (Some(piece) == last, end)).map(|of| of.0)
    };
    let is_closed = || spans.iter().any(|s| s.is_closed && s.within.is_some_and(holds));
    let beside = || if is_closed() { None } else { longest(|span| Some(span.beside)) };
    longest(|span| span.within).or_else(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(piece: u32, from: i64, to: i64) -> Span {
        let range = [from, to].map(|t| Share::of_zero(-t, 12 - t));
        Span { piece, is_closed: false, within: Some(range), beside: range }
    }

    /// Pieces and twelfths.
    fn parts_of(a: &[Span], b: &[Span]) -> Vec<([u32; 2], [i64; 2])> {
        let twelfth = |s: Share| (0..=12).find(|&t| s == Share::of_zero(-t, 12 - t)).unwrap();
        parts([a, b], [Share::START, Share::END])
            .iter()
            .map(|part| (part.pieces, part.shares.map(twelfth)))
            .collect()
    }

    #[test]
    fn both_stretches_are_cut_where_one_is() {
        let cut = [span(0, 0, 4), span(2, 4, 9), span(3, 9, 12)];
        let parted = [([0, 7], [0, 4]), ([2, 7], [4, 9]), ([3, 7], [9, 12])];
        assert_eq!(parts_of(&cut, &[span(7, 0, 12)]), parted);
        let mirrored = parted.map(|([a, b], shares)| ([b, a], shares));
        assert_eq!(parts_of(&[span(7, 0, 12)], &cut), mirrored);
        let other = [span(7, 0, 6), span(8, 6, 12)];
        let both =
            [([0, 7], [0, 4]), ([2, 7], [4, 6]), ([2, 8], [6, 9]), ([3, 8], [9, 12])].to_vec();
        assert_eq!(parts_of(&cut, &other), both);
    }

    #[test]
    fn what_is_closed_on_one_side_is_left_out_on_both() {
        let closed = Span { is_closed: true, ..span(2, 4, 9) };
        let cut = [span(0, 0, 4), closed, span(3, 9, 12)];
        let far = [span(7, 0, 12)];
        assert_eq!(parts_of(&cut, &far), [([0, 7], [0, 4]), ([3, 7], [9, 12])]);
        assert_eq!(parts_of(&cut[1..2], &far), []);
    }

    #[test]
    fn a_touch_counts_where_there_is_no_more() {
        let closed = Span { is_closed: true, ..span(2, 4, 9) };
        let (touched, far) = ([closed, span(5, 6, 6)], [span(7, 0, 12)]);
        assert_eq!(parts_of(&touched, &far), [([5, 7], [6, 6])]);
        assert_eq!(parts_of(&[span(1, 0, 12), span(5, 6, 6)], &far), [([1, 7], [0, 12])]);
        assert_eq!(parts_of(&[span(1, 0, 6), span(5, 6, 6)], &far), [([1, 7], [0, 6])]);
        assert_eq!(parts_of(&[span(1, 0, 4)], &[span(7, 4, 9)]), [([1, 7], [4, 4])]);
    }

    #[test]
    fn of_several_pieces_one_is_enough() {
        let far = [span(7, 0, 12)];
        let along = [span(1, 0, 5), span(2, 0, 12), span(3, 5, 12)];
        assert_eq!(parts_of(&along, &far), [([2, 7], [0, 12])]);
        // Beside a piece only where nothing, not even a closed piece, is right there.
        let twelfths = |from, to| span(0, from, to).beside;
        let bent = Span { within: Some(twelfths(0, 4)), ..span(1, 0, 10) };
        let closed = |from| Span { is_closed: true, ..span(2, from, 12) };
        assert_eq!(parts_of(&[bent, closed(8)], &far), [([1, 7], [0, 8])]);
        let bent = Span { within: Some(twelfths(0, 4)), ..span(1, 0, 10) };
        assert_eq!(parts_of(&[bent, closed(4)], &far), [([1, 7], [0, 4])]);
    }
}
