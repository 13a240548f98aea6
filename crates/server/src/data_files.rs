//! The file names of a data directory. A checkpoint's name contains the record after which it was taken. A journal's
//! name contains its first record.
//!
//! `journal.hashrange` is the journal from the first record on. Must not know the content of files.

use std::cmp::Reverse;

/// The journal from the first record on.
pub(crate) const FIRST_JOURNAL: &str = "journal.hashrange";
/// The content of the first journal after a checkpoint has replaced it: no journal can begin like this. If the
/// checkpoint is missing, the folder is refused. Without this file, a server would start another service there.
pub(crate) const REPLACED: &[u8] = b"HRJ\xff\xff";
/// The temporary name of a new journal.
pub(crate) const UNBEGUN: &str = "journal.new";
/// The temporary name of an incomplete checkpoint.
pub(crate) const UNFINISHED: &str = "checkpoint.new";
const END: &str = ".hashrange";

/// The name of the journal that begins with this record.
pub(crate) fn journal(first: u64) -> String {
    if first <= 1 {
        FIRST_JOURNAL.to_owned()
    } else {
        format!("journal-{first:020}{END}")
    }
}

/// The name of the checkpoint that was taken after this record.
pub(crate) fn checkpoint(record: u64) -> String {
    format!("checkpoint-{record:020}{END}")
}

/// The data files in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DataFiles {
    /// The records after which checkpoints were taken, latest first.
    pub(crate) checkpoints: Vec<u64>,
    /// First records of journals, oldest first.
    pub(crate) journals: Vec<u64>,
}

impl DataFiles {
    /// Finds the data files among names.
    pub(crate) fn of(names: &[String]) -> Self {
        let mut data_files = Self::default();
        for name in names {
            let Some(name) = name.strip_suffix(END) else { continue };
            let number = |beginning: &str| name.strip_prefix(beginning)?.parse::<u64>().ok();
            match (name, number("journal-"), number("checkpoint-")) {
                ("journal", ..) => data_files.journals.push(1),
                (_, Some(first), _) => data_files.journals.push(first),
                (.., Some(record)) => data_files.checkpoints.push(record),
                _ => {}
            }
        }
        data_files.checkpoints.sort_unstable_by_key(|record| Reverse(*record));
        data_files.journals.sort_unstable();
        data_files
    }

    /// The journals with the records after this one, from the journal that contains, or would contain, the next record.
    pub(crate) fn journals_after(&self, record: u64) -> &[u64] {
        let begun = self
            .journals
            .partition_point(|first| *first <= record.saturating_add(1));
        self.journals.get(begun.saturating_sub(1)..).unwrap_or_default()
    }

    /// The names of the files that nothing needs once there is a checkpoint after this record. The checkpoint before it
    /// stays, with the journals since then, because this one can be damaged later. If it is the first, all journals
    /// stay.
    pub(crate) fn replaced_by(&self, record: u64) -> Vec<String> {
        let before = self.checkpoints.iter().find(|taken| **taken < record);
        before.map_or_else(Vec::new, |before| self.contained_in(*before))
    }

    /// The names of the files whose content a checkpoint after this record contains.
    fn contained_in(&self, record: u64) -> Vec<String> {
        let checkpoints = self
            .checkpoints
            .iter()
            .filter(|taken| **taken < record)
            .map(|taken| checkpoint(*taken));
        // A journal is deleted if the next one starts inside the checkpoint, or right after it.
        let ends = self.journals.iter().zip(self.journals.iter().skip(1));
        let journals = ends
            .filter(|(_, next)| **next <= record + 1)
            .map(|(first, _)| journal(*first));
        checkpoints.chain(journals).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data_files(journals: &[u64], checkpoints: &[u64]) -> DataFiles {
        let names: Vec<String> = journals
            .iter()
            .map(|first| journal(*first))
            .chain(checkpoints.iter().map(|record| checkpoint(*record)))
            .chain(
                [
                    "lock",
                    "checkpoint.new",
                    "journal.new",
                    "cut-off-at-9-1",
                    "journal-x.hashrange",
                ]
                .map(str::to_owned),
            )
            .collect();
        DataFiles::of(&names)
    }

    #[test]
    fn names_say_what_files_are() {
        let found = data_files(&[400, 1, 31], &[30, 399]);
        assert_eq!(
            found,
            DataFiles {
                checkpoints: vec![399, 30],
                journals: vec![1, 31, 400]
            }
        );
        assert_eq!(found.journals_after(0), [1, 31, 400]);
        assert_eq!(found.journals_after(29), [1, 31, 400]);
        assert_eq!(found.journals_after(30), [31, 400]);
        assert_eq!(found.journals_after(399), [400]);
        assert_eq!(found.journals_after(700), [400]);
    }

    #[test]
    fn a_checkpoint_replaces_what_the_one_before_it_holds() {
        let found = data_files(&[1, 31, 400], &[30, 399]);
        assert_eq!(
            found.replaced_by(399),
            [journal(1)],
            "the one before stays, and what follows it"
        );
        assert_eq!(found.replaced_by(30), [""; 0], "there is none before it");
        let found = data_files(&[31, 400, 501], &[30, 399, 500]);
        assert_eq!(found.replaced_by(500), [checkpoint(30), journal(31)]);
        assert_eq!(found.replaced_by(399), [""; 0]);
        assert_eq!(
            data_files(&[1], &[]).replaced_by(500),
            [""; 0],
            "the one that is written to stays"
        );
    }
}
