//! The names of a data directory's files: a checkpoint says which record it was taken after, a journal with which it begins.
//!
//! `journal.hashrange` is the journal from its first record on. Must not know what the files hold.

use std::cmp::Reverse;

/// The journal that begins with the first record: its name before there were checkpoints, which it has still.
pub(crate) const FIRST_JOURNAL: &str = "journal.hashrange";
/// What stands there once a checkpoint took its place. A program from before there were checkpoints finds a version that it does
/// not know, and refuses the folder; where there is nothing, it would begin another service.
pub(crate) const REPLACED: &[u8] = b"HRJ\xff\xff";
/// A journal that is not begun yet.
pub(crate) const UNBEGUN: &str = "journal.new";
/// A checkpoint that is not whole yet.
pub(crate) const UNFINISHED: &str = "checkpoint.new";
const END: &str = ".hashrange";

/// The name of the journal that begins with this record.
pub(crate) fn journal(first: u64) -> String {
    if first <= 1 { FIRST_JOURNAL.to_owned() } else { format!("journal-{first:020}{END}") }
}

/// The name of the checkpoint that was taken after this record.
pub(crate) fn checkpoint(record: u64) -> String {
    format!("checkpoint-{record:020}{END}")
}

/// What of a folder is ours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Papers {
    /// Records that checkpoints were taken after, newest first.
    pub(crate) checkpoints: Vec<u64>,
    /// First records of journals, oldest first.
    pub(crate) journals: Vec<u64>,
}

impl Papers {
    /// Finds them among names.
    pub(crate) fn of(names: &[String]) -> Self {
        let mut papers = Self::default();
        for name in names {
            let Some(name) = name.strip_suffix(END) else { continue };
            let number = |beginning: &str| name.strip_prefix(beginning)?.parse::<u64>().ok();
            match (name, number("journal-"), number("checkpoint-")) {
                ("journal", ..) => papers.journals.push(1),
                (_, Some(first), _) => papers.journals.push(first),
                (.., Some(record)) => papers.checkpoints.push(record),
                _ => {}
            }
        }
        papers.checkpoints.sort_unstable_by_key(|record| Reverse(*record));
        papers.journals.sort_unstable();
        papers
    }

    /// The journals that hold the records after this one, if there are any: from the one that the next record is in, or would be.
    pub(crate) fn journals_after(&self, record: u64) -> &[u64] {
        let begun = self.journals.partition_point(|first| *first <= record.saturating_add(1));
        self.journals.get(begun.saturating_sub(1)..).unwrap_or_default()
    }

    /// The names of what a checkpoint after this record takes the place of.
    pub(crate) fn replaced_by(&self, record: u64) -> Vec<String> {
        let checkpoints = self.checkpoints.iter().filter(|taken| **taken < record).map(|taken| checkpoint(*taken));
        // A journal goes when the next one begins within what the checkpoint holds, or right after it.
        let ends = self.journals.iter().zip(self.journals.iter().skip(1));
        let journals = ends.filter(|(_, next)| **next <= record + 1).map(|(first, _)| journal(*first));
        checkpoints.chain(journals).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn papers(journals: &[u64], checkpoints: &[u64]) -> Papers {
        let names: Vec<String> = journals
            .iter()
            .map(|first| journal(*first))
            .chain(checkpoints.iter().map(|record| checkpoint(*record)))
            .chain(
                ["lock", "checkpoint.new", "journal.new", "cut-off-at-9-1", "journal-x.hashrange"].map(str::to_owned),
            )
            .collect();
        Papers::of(&names)
    }

    #[test]
    fn names_say_what_files_are() {
        let found = papers(&[400, 1, 31], &[30, 399]);
        assert_eq!(found, Papers { checkpoints: vec![399, 30], journals: vec![1, 31, 400] });
        assert_eq!(found.journals_after(0), [1, 31, 400]);
        assert_eq!(found.journals_after(29), [1, 31, 400]);
        assert_eq!(found.journals_after(30), [31, 400]);
        assert_eq!(found.journals_after(399), [400]);
        assert_eq!(found.journals_after(700), [400]);
    }

    #[test]
    fn a_checkpoint_replaces_what_it_holds_and_nothing_else() {
        let found = papers(&[1, 31, 400], &[30, 399]);
        assert_eq!(found.replaced_by(399), [checkpoint(30), journal(1), journal(31)]);
        assert_eq!(found.replaced_by(30), [journal(1)]);
        assert_eq!(found.replaced_by(29), [""; 0]);
        assert_eq!(papers(&[1], &[]).replaced_by(500), [""; 0], "the one that is written to stays");
    }
}
