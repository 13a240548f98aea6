//! The two doors of the page: Learn, which explains, and Workbench, where one works. The address names the one that is open.
//!
//! Must not know what stands behind a door, nor when one opens.

/// A door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// What this is, and the lessons.
    Learn,
    /// Tables, requests and their results.
    Workbench,
}

impl Door {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::Learn, Self::Workbench];

    /// The name in the address and in storage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Learn => "learn",
            Self::Workbench => "workbench",
        }
    }

    /// The words on it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Learn => "Learn",
            Self::Workbench => "Workbench",
        }
    }

    /// The door of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|door| door.name() == name)
    }
}
