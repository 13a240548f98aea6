//! The scene that is played in this tab, by name and caption, so that a reload finds it again.
//!
//! Must not know what a scene is.

use leptos::prelude::window;
use web_sys::Storage;

/// The name in the tab's storage.
const NAME: &str = "hashrange.scene";

/// A scene by its id, how many captions were reached, and which of them is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remembered {
    pub(super) id: String,
    pub(super) reached: usize,
    pub(super) shown: usize,
}

impl Remembered {
    /// Keeps it. A tab without storage forgets it with the reload.
    pub(super) fn keep(&self) {
        if let Some(storage) = storage() {
            let _ = storage.set_item(NAME, &format!("{} {} {}", self.id, self.reached, self.shown));
        }
    }

    /// What was kept.
    pub(super) fn found() -> Option<Self> {
        Self::read(&storage()?.get_item(NAME).ok()??)
    }

    fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let id = words.next().filter(|id| !id.is_empty())?.to_owned();
        let mut number = || words.next()?.parse().ok();
        Some(Self { id, reached: number()?, shown: number()? })
    }
}

/// Forgets it: another workspace has begun, or the scene was left.
pub(super) fn forget() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(NAME);
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::Remembered;

    #[test]
    fn what_was_kept_is_read_and_nonsense_is_nothing() {
        let kept = Remembered { id: "hot-key".to_owned(), reached: 3, shown: 1 };
        assert_eq!(Remembered::read("hot-key 3 1"), Some(kept));
        for nonsense in ["", "hot-key", "hot-key 3", "hot-key x 1", " 3 1"] {
            assert_eq!(Remembered::read(nonsense), None, "{nonsense}");
        }
    }
}
