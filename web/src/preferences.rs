//! What the reader prefers, remembered from visit to visit: theme and folded cards. One line of text with a version.
//!
//! Must not know tables or items: the engine keeps workspaces.

use leptos::prelude::*;

/// The key in the browser's storage.
const PLACE: &str = "hashrange-preferences";
/// Written first; a line of another version is left alone and the defaults hold.
const VERSION: &str = "1";

/// Light, dark, or as the system is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system is, and changing with it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Every theme, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The name in storage and in the `data-theme` attribute.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The words in the menu.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::System => "System theme",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

/// The cards beside the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveCard {
    /// Consumed capacity.
    Capacity,
    /// Partitions and their heat.
    Partitions,
    /// Indexes being filled.
    IndexBuild,
    /// Time to live.
    Expiry,
    /// What a write became.
    FanOut,
    /// Strong and eventual reads beside each other.
    StaleRead,
    /// The table's stream.
    Stream,
    /// Everything that happened, in words.
    Events,
}

impl LiveCard {
    /// Every card, in order.
    pub const ALL: [Self; 8] = [
        Self::Capacity,
        Self::Partitions,
        Self::IndexBuild,
        Self::Expiry,
        Self::FanOut,
        Self::StaleRead,
        Self::Stream,
        Self::Events,
    ];

    /// The name in storage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Capacity => "capacity",
            Self::Partitions => "partitions",
            Self::IndexBuild => "index-build",
            Self::Expiry => "expiry",
            Self::FanOut => "fan-out",
            Self::StaleRead => "stale-read",
            Self::Stream => "stream",
            Self::Events => "events",
        }
    }
}

/// What is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The theme.
    pub theme: Theme,
    /// Which cards are unfolded, in their order.
    pub open: [bool; LiveCard::ALL.len()],
}

impl Default for Remembered {
    fn default() -> Self {
        Self { theme: Theme::System, open: LiveCard::ALL.map(|card| card == LiveCard::Capacity) }
    }
}

impl Remembered {
    /// Reads a line; whatever it does not say keeps its default.
    #[must_use]
    pub fn from_line(line: &str) -> Self {
        let mut remembered = Self::default();
        let mut words = line.split(';');
        if words.next() != Some(VERSION) {
            return remembered;
        }
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            match name {
                "theme" => {
                    remembered.theme = Theme::ALL.into_iter().find(|theme| theme.name() == value).unwrap_or_default();
                }
                "open" => remembered.open = LiveCard::ALL.map(|card| value.split(',').any(|name| name == card.name())),
                _ => {}
            }
        }
        remembered
    }

    /// Writes the line.
    #[must_use]
    pub fn to_line(self) -> String {
        let open = LiveCard::ALL.into_iter().zip(self.open).filter(|(_, open)| *open);
        let open: Vec<&str> = open.map(|(card, _)| card.name()).collect();
        format!("{VERSION};theme={};open={}", self.theme.name(), open.join(","))
    }
}

/// The handle to the preferences. Setting a signal puts it into force and remembers it.
#[derive(Clone, Copy, Debug)]
pub struct Preferences {
    /// The theme in force.
    pub theme: RwSignal<Theme>,
    open: [RwSignal<bool>; LiveCard::ALL.len()],
}

impl Preferences {
    /// Reads what is remembered, puts it into force, and remembers every change from now on.
    #[must_use]
    pub fn load() -> Self {
        let line = browser_storage().and_then(|storage| storage.get_item(PLACE).ok().flatten());
        let remembered = line.map(|line| Remembered::from_line(&line)).unwrap_or_default();
        let preferences = Self { theme: RwSignal::new(remembered.theme), open: remembered.open.map(RwSignal::new) };
        Effect::new(move || {
            let open = preferences.open.map(|open| open.get());
            let remembered = Remembered { theme: preferences.theme.get(), open };
            if let Some(root) = document().document_element() {
                // `data-theme` is a valid name, and any value may be given to it.
                let _ = root.set_attribute("data-theme", remembered.theme.name());
            }
            if let Some(storage) = browser_storage() {
                // A full or forbidden storage forgets a preference, and nothing else is lost by that.
                let _ = storage.set_item(PLACE, &remembered.to_line());
            }
        });
        preferences
    }

    /// Whether a card is unfolded; a signal of its own outside the page, as in a test of one view.
    #[must_use]
    pub fn open(card: LiveCard) -> RwSignal<bool> {
        let number = LiveCard::ALL.iter().position(|one| *one == card);
        let signal = use_context::<Self>().and_then(|preferences| Some(*preferences.open.get(number?)?));
        signal.unwrap_or_else(|| RwSignal::new(true))
    }
}

/// The browser's storage, where it is allowed.
fn browser_storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::{LiveCard, Remembered, Theme};

    #[test]
    fn a_line_is_read_back() {
        for theme in Theme::ALL {
            let open = LiveCard::ALL.map(|card| card == LiveCard::Expiry || theme == Theme::Dark);
            let remembered = Remembered { theme, open };
            assert_eq!(Remembered::from_line(&remembered.to_line()), remembered);
        }
    }

    #[test]
    fn other_lines_leave_the_defaults() {
        for line in ["", "2;theme=dark", "theme=dark", "1;theme=sepia;unknown=1;=", "1"] {
            assert_eq!(Remembered::from_line(line), Remembered::default(), "{line}");
        }
    }
}
