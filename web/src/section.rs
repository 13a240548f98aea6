//! The two sections of the page: Learn, which explains, and Workbench, for work with tables. The address names the open
//! section.
//!
//! Must not know the content of a section, nor when one opens.

use hashrange_words::t;

/// A section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The introduction, and the lessons.
    Learn,
    /// Tables, requests and their results.
    Workbench,
}

impl Section {
    /// Both sections, in order.
    pub const ALL: [Self; 2] = [Self::Learn, Self::Workbench];

    /// The name in the address and in storage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Learn => "learn",
            Self::Workbench => "workbench",
        }
    }

    /// Its label.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Learn => t!("Learn"),
            Self::Workbench => t!("Workbench"),
        }
    }

    /// The section with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }
}
