//! The courses: one for each seed document, and one about what came later.
//!
//! Must not know which lessons exist.

/// A course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Course {
    /// Choosing a partition key.
    Keys,
    /// Local indexes.
    Lsi,
    /// Global indexes.
    Gsi,
    /// Time to live.
    Ttl,
    /// Managing global indexes.
    Managing,
    /// What came later.
    Newer,
}

impl Course {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 6] = [Self::Keys, Self::Lsi, Self::Gsi, Self::Ttl, Self::Managing, Self::Newer];

    /// Its name in a file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Lsi => "lsi",
            Self::Gsi => "gsi",
            Self::Ttl => "ttl",
            Self::Managing => "managing",
            Self::Newer => "newer",
        }
    }

    /// Its name on screen.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Keys => "Choosing a partition key",
            Self::Lsi => "Local secondary indexes",
            Self::Gsi => "Global secondary indexes",
            Self::Ttl => "Time to live",
            Self::Managing => "Managing global secondary indexes",
            Self::Newer => "Newer features",
        }
    }

    pub(crate) fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|course| course.word() == word)
    }
}
