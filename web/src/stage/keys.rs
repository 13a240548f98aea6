//! The keys of a picture in little room: no two of them have the same short form. Must not know where a key is drawn.

use hashrange_protocol::Stage;
use hashrange_values::Text;

use super::pen::fit_middle;

/// The partition key values of the table and of its global indexes.
pub(super) fn keys_of(stage: &Stage) -> Vec<Text> {
    let of_indexes = stage.indexes.iter().flat_map(|index| &index.partitions);
    let rows = stage.partitions.iter().chain(of_indexes).flat_map(|one| &one.rows);
    rows.map(|row| row.key.clone()).collect()
}

/// A key with at most this many letters, so that no other key has the same short form. An ellipsis replaces its middle.
/// If others have the same ends, it replaces the beginning, or another part, or both ends. Empty if no form is the key's
/// own: no name is better than one that means several.
pub(super) fn shorten(key: &str, most: usize, others: &[Text]) -> String {
    let whole = key.chars().count();
    if whole <= most || most < 2 {
        return fit_middle(key, most);
    }
    let is_other = |other: &&Text| other.as_str() != key && other.chars().count() > most;
    let usual = if most < 4 { 0 } else { most / 2 };
    for tail in [usual].into_iter().chain((0..most).rev()) {
        let head = most - 1 - tail;
        let is_same = |other: &Text| {
            other.chars().take(head).eq(key.chars().take(head))
                && other.chars().rev().take(tail).eq(key.chars().rev().take(tail))
        };
        if !others.iter().filter(is_other).any(is_same) {
            let beginning = key.chars().take(head).chain(['…']);
            return beginning.chain(key.chars().skip(whole - tail)).collect();
        }
    }
    for from in 1..whole.saturating_sub(most) {
        let part: String = key.chars().skip(from).take(most - 2).collect();
        if !others.iter().filter(is_other).any(|other| other.contains(&part)) {
            return format!("…{part}…");
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(keys: &[&str], most: usize) -> Vec<String> {
        let all: Vec<Text> = keys.iter().map(|key| Text::from(*key)).collect();
        keys.iter().map(|key| shorten(key, most, &all)).collect()
    }

    #[test]
    fn two_keys_never_have_the_same_short_form() {
        let invoices = ["121286", "121566"].map(|number| (1..=12).map(move |at| format!("{number}-{at}")));
        let invoices: Vec<String> = invoices.into_iter().flatten().collect();
        let players: Vec<String> = (0..60).map(|at| format!("key-{:09}", at * 137)).collect();
        let stays: Vec<String> = (0..20).map(|at| format!("customer-{at:03}-2018-05-01")).collect();
        for keys in [invoices, players, stays] {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            for most in 2..12 {
                let mut short = short(&keys, most);
                assert!(most < 6 || !short.contains(&String::new()), "{most}: {short:?}");
                short.retain(|one| !one.is_empty());
                assert_eq!(hashrange_values::to_set(&short).len(), short.len(), "{most}: {short:?}");
                assert!(short.iter().all(|one| one.chars().count() <= most), "{short:?}");
            }
        }
    }

    #[test]
    fn a_key_is_cut_in_its_middle_unless_another_has_the_same_ends() {
        assert_eq!(short(&["121286-1", "131300-2"], 6), ["12…6-1", "13…0-2"]);
        assert_eq!(short(&["121286-1", "121566-1"], 6), ["…286-1", "…566-1"]);
        assert_eq!(short(&["121286-1", "121286-2", "131286-1"], 2), ["", "…2", ""]);
        assert_eq!(short(&["same", "same"], 3), ["sa…", "sa…"]);
        assert_eq!(
            short(&["player-1-of-Spain", "player-2-of-Spain"], 9),
            ["player-1…", "player-2…"]
        );
    }
}
