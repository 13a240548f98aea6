//! What the reader prefers, remembered from visit to visit: theme, folded cards, the door they were behind, the width of
//! the stage and the language of lessons. One line of text with a version.
//!
//! Must not know tables or items: the engine keeps workspaces.

use leptos::prelude::*;

use crate::door::Door;
use crate::framed;

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

    /// The theme of this name; the system's for any other.
    fn of_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
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
    /// Everything that happened, in words.
    Events,
}

impl LiveCard {
    /// Every card, in order.
    pub const ALL: [Self; 2] = [Self::Capacity, Self::Events];

    /// The name in storage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Capacity => "capacity",
            Self::Events => "events",
        }
    }
}

/// What is remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The theme.
    pub theme: Theme,
    /// Which cards are unfolded, in their order.
    pub open: [bool; LiveCard::ALL.len()],
    /// The door that was open.
    pub door: Door,
    /// Whether a lesson was on the stage behind it.
    pub lesson: bool,
    /// Width of the stage beside the workspace, in pixels.
    pub stage: u32,
    /// The language of lessons that have a translation: `en`, `es`.
    pub language: String,
}

/// The language in which every lesson is.
const ENGLISH: &str = "en";

/// The least width of the stage, what it has at first (a wide window gives more), and the most, in pixels.
pub const STAGE: [u32; 3] = [320, 440, 1_200];

impl Default for Remembered {
    fn default() -> Self {
        let [_, stage, _] = STAGE;
        Self {
            theme: Theme::System,
            open: [false; LiveCard::ALL.len()],
            door: Door::Learn,
            lesson: false,
            stage,
            language: ENGLISH.to_owned(),
        }
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
        // Who has been here before there were doors was in the workbench.
        remembered.door = Door::Workbench;
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            match name {
                "theme" => {
                    remembered.theme = Theme::of_name(value);
                }
                "open" => remembered.open = LiveCard::ALL.map(|card| value.split(',').any(|name| name == card.name())),
                "door" => remembered.door = Door::of_name(value).unwrap_or(remembered.door),
                "lesson" => remembered.lesson = value == "on",
                "language" if value.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-') => {
                    value.clone_into(&mut remembered.language);
                }
                "stage" => {
                    let [least, _, most] = STAGE;
                    remembered.stage = value.parse().unwrap_or(remembered.stage).clamp(least, most);
                }
                _ => {}
            }
        }
        remembered
    }

    /// Writes the line.
    #[must_use]
    pub fn to_line(&self) -> String {
        let open = LiveCard::ALL.into_iter().zip(self.open).filter(|(_, open)| *open);
        let open: Vec<&str> = open.map(|(card, _)| card.name()).collect();
        let lesson = if self.lesson { "on" } else { "off" };
        let (theme, door, open) = (self.theme.name(), self.door.name(), open.join(","));
        let (stage, language) = (self.stage, &self.language);
        format!("{VERSION};theme={theme};open={open};door={door};lesson={lesson};stage={stage};language={language}")
    }
}

/// The handle to the preferences. Setting a signal puts it into force and remembers it.
#[derive(Clone, Copy, Debug)]
pub struct Preferences {
    /// The theme in force.
    pub theme: RwSignal<Theme>,
    /// The door that is open.
    pub door: RwSignal<Door>,
    /// Whether a lesson is on the stage.
    pub lesson: RwSignal<bool>,
    /// Width of the stage beside the workspace, in pixels.
    pub stage: RwSignal<u32>,
    /// The language of lessons that have a translation.
    pub language: RwSignal<String>,
    open: [RwSignal<bool>; LiveCard::ALL.len()],
}

impl Preferences {
    /// Reads what is remembered, puts it into force, and remembers every change from now on.
    #[must_use]
    pub fn load() -> Self {
        let line = browser_storage().and_then(|storage| storage.get_item(PLACE).ok().flatten());
        let mut remembered = line.map(|line| Remembered::from_line(&line)).unwrap_or_default();
        if let Some(asked) = framed::asked("theme") {
            remembered.theme = Theme::of_name(&asked);
        }
        let preferences = Self {
            theme: RwSignal::new(remembered.theme),
            door: RwSignal::new(remembered.door),
            lesson: RwSignal::new(remembered.lesson),
            stage: RwSignal::new(if remembered.stage == STAGE[1] { first_width() } else { remembered.stage }),
            language: RwSignal::new(remembered.language),
            open: remembered.open.map(RwSignal::new),
        };
        Effect::new(move || {
            let open = preferences.open.map(|open| open.get());
            let remembered = Remembered {
                theme: preferences.theme.get(),
                open,
                door: preferences.door.get(),
                lesson: preferences.lesson.get(),
                stage: preferences.stage.get(),
                language: preferences.language.get(),
            };
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

/// The width of a stage that nobody has changed: three tenths of a wide window.
fn first_width() -> u32 {
    let [_, first, most] = STAGE;
    let inner = window().inner_width().ok().and_then(|inner| inner.as_f64()).unwrap_or_default();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a page; the cast saturates")]
    let share = (inner * 0.3) as u32;
    share.clamp(first, most)
}

/// The browser's storage, where it is allowed. In a frame of another page nothing is read or kept.
#[must_use]
pub fn browser_storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten().filter(|_| !framed::is_embedded())
}

#[cfg(test)]
mod tests {
    use super::{LiveCard, Remembered, STAGE, Theme};
    use crate::door::Door;

    #[test]
    fn a_line_is_read_back() {
        for theme in Theme::ALL {
            let open = LiveCard::ALL.map(|card| card == LiveCard::Events || theme == Theme::Dark);
            let (door, lesson) = if theme == Theme::Dark { (Door::Learn, true) } else { (Door::Workbench, false) };
            let language = if lesson { "es" } else { "en" }.to_owned();
            let remembered = Remembered { theme, open, door, lesson, stage: 512, language };
            assert_eq!(Remembered::from_line(&remembered.to_line()), remembered);
        }
    }

    #[test]
    fn other_lines_leave_the_defaults() {
        for line in ["", "2;theme=dark", "theme=dark"] {
            assert_eq!(Remembered::from_line(line), Remembered::default(), "{line}");
        }
        let before_doors = Remembered { door: Door::Workbench, ..Remembered::default() };
        for line in ["1;theme=sepia;unknown=1;=", "1", "1;door=none;stage=wide", "1;open=partitions,stream"] {
            assert_eq!(Remembered::from_line(line), before_doors, "{line}");
        }
        assert_eq!(Remembered::from_line("1;stage=9").stage, STAGE[0]);
    }
}
