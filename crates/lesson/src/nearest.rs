//! The known word that is most like one that is not known: for "did you mean".
//!
//! Must not know what the words mean.

/// The nearest of these, where it is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let word: Vec<char> = word.chars().take(40).flat_map(char::to_lowercase).collect();
    let near = known.map(|one| (distance(&word, &one.to_lowercase().chars().collect::<Vec<_>>()), one));
    let (far, one) = near.min_by_key(|(far, _)| *far)?;
    (far <= 1 + word.len() / 4).then(|| one.to_owned())
}

/// How many letters must be put in, left out or changed.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, letter) in one.iter().enumerate() {
        let mut next = vec![number + 1];
        for ((place, pair), known) in row.windows(2).enumerate().zip(other) {
            let [diagonal, above] = pair else { continue };
            let left = next.get(place).copied().unwrap_or(usize::MAX - 1);
            next.push((diagonal + usize::from(letter != known)).min(above + 1).min(left + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let known = || ["partitions", "throttled", "title"].into_iter();
        assert_eq!(nearest("partition", known()).as_deref(), Some("partitions"));
        assert_eq!(nearest("throtled", known()).as_deref(), Some("throttled"));
        assert_eq!(nearest("tilte", known()).as_deref(), Some("title"));
        assert_eq!(nearest("banana", known()), None);
        assert_eq!(nearest("", [].into_iter()), None);
    }
}
