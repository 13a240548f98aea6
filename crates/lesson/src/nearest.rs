//! The known word that is most similar to an unknown one: for "did you mean".
//!
//! Must not know the meaning of words.

/// The most similar of these words, if it is similar enough.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    // The words of lessons are ASCII. Case tables for other letters would add 16 KB to the page.
    let plain = |text: &str| -> Vec<char> {
        text.chars()
            .take(40)
            .map(|letter| letter.to_ascii_lowercase())
            .collect()
    };
    let word = plain(word);
    let near = known.map(|one| (distance(&word, &plain(one)), one));
    let (far, one) = near.min_by_key(|(far, _)| *far)?;
    (far <= 1 + word.len() / 4).then(|| one.to_owned())
}

/// The number of letters to insert, delete or change.
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
