//! The reader's preferences, stored between visits: theme, folded cards, last section, width of the stage and
//! language. One line of text with a version.
//!
//! Must not know tables or items: the engine stores workspaces.

use hashrange_words::t;
use leptos::prelude::*;

use crate::effect::effect;
use crate::framed;
use crate::language::ENGLISH;
use crate::section::Section;
use crate::signal::RwSignal;

/// The key in the browser's storage.
const PLACE: &str = "hashrange-preferences";
/// The first word of the line. A line of another version is ignored, and the defaults apply.
const VERSION: &str = "1";

/// Light, dark, or as the system is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The system's theme, including its changes.
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

    /// The theme with this name; the system's theme for any other name.
    fn of_name(name: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|theme| theme.name() == name)
            .unwrap_or_default()
    }

    /// The label in the menu.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::System => t!("System theme"),
            Self::Light => t!("Light"),
            Self::Dark => t!("Dark"),
        }
    }
}

/// The cards beside the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveCard {
    /// Consumed capacity.
    Capacity,
    /// The event log, as text.
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

/// The stored values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The theme.
    pub theme: Theme,
    /// Which cards are unfolded, in their order.
    pub open: [bool; LiveCard::ALL.len()],
    /// The section that was open.
    pub section: Section,
    /// Whether a lesson was on the stage there.
    pub lesson: bool,
    /// Width of the stage beside the workspace, in pixels.
    pub stage: u32,
    /// The tag of the language: `en`, `pt-BR`.
    pub language: String,
}

/// The minimum width of the stage, its initial width (a wide window gives more), and the maximum, in pixels.
pub const STAGE: [u32; 3] = [320, 440, 1_200];

impl Default for Remembered {
    fn default() -> Self {
        let [_, stage, _] = STAGE;
        Self {
            theme: Theme::System,
            open: [false; LiveCard::ALL.len()],
            section: Section::Learn,
            lesson: false,
            stage,
            language: ENGLISH.to_owned(),
        }
    }
}

impl Remembered {
    /// Reads a line. Missing parts keep their defaults.
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
                    remembered.theme = Theme::of_name(value);
                }
                "open" => remembered.open = LiveCard::ALL.map(|card| value.split(',').any(|name| name == card.name())),
                "door" => remembered.section = Section::of_name(value).unwrap_or(remembered.section),
                "lesson" => remembered.lesson = value == "on",
                "language"
                    if value
                        .bytes()
                        .all(|letter| letter.is_ascii_alphanumeric() || letter == b'-') =>
                {
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
        let (theme, section, open) = (self.theme.name(), self.section.name(), open.join(","));
        let (stage, language) = (self.stage, &self.language);
        format!("{VERSION};theme={theme};open={open};door={section};lesson={lesson};stage={stage};language={language}")
    }
}

/// The handle to the preferences. Setting a signal applies and stores it.
#[derive(Clone, Copy, Debug)]
pub struct Preferences {
    /// The current theme.
    pub theme: RwSignal<Theme>,
    /// The section that is open.
    pub section: RwSignal<Section>,
    /// Whether a lesson is on the stage.
    pub lesson: RwSignal<bool>,
    /// Width of the stage beside the workspace, in pixels.
    pub stage: RwSignal<u32>,
    /// The tag of the language that the reader wants.
    pub language: RwSignal<String>,
    open: [RwSignal<bool>; LiveCard::ALL.len()],
}

impl Preferences {
    /// Loads the preferences, applies them, and stores every change from now on. `init.mjs` chose the language.
    #[must_use]
    pub fn load(language: String) -> Self {
        let line = browser_storage().and_then(|storage| storage.get_item(PLACE).ok().flatten());
        let mut remembered = line.map(|line| Remembered::from_line(&line)).unwrap_or_default();
        if let Some(asked) = framed::asked("theme") {
            remembered.theme = Theme::of_name(&asked);
        }
        let preferences = Self {
            theme: RwSignal::new(remembered.theme),
            section: RwSignal::new(remembered.section),
            lesson: RwSignal::new(remembered.lesson),
            stage: RwSignal::new(if remembered.stage == STAGE[1] {
                first_width()
            } else {
                remembered.stage
            }),
            language: RwSignal::new(language),
            open: remembered.open.map(RwSignal::new),
        };
        effect(move || {
            let open = preferences.open.map(|open| open.get());
            let remembered = Remembered {
                theme: preferences.theme.get(),
                open,
                section: preferences.section.get(),
                lesson: preferences.lesson.get(),
                stage: preferences.stage.get(),
                language: preferences.language.get(),
            };
            if let Some(root) = document().document_element() {
                // Cannot fail: `data-theme` is a valid name, and any value is permitted.
                let _ = root.set_attribute("data-theme", remembered.theme.name());
            }
            if let Some(storage) = browser_storage() {
                // If storage is full or forbidden, only preferences are lost.
                let _ = storage.set_item(PLACE, &remembered.to_line());
            }
        });
        preferences
    }

    /// Whether a card is unfolded. Outside the page, as in a test of one view, a separate signal.
    #[must_use]
    pub fn open(card: LiveCard) -> RwSignal<bool> {
        let number = LiveCard::ALL.iter().position(|one| *one == card);
        let signal = use_context::<Self>().and_then(|preferences| Some(*preferences.open.get(number?)?));
        signal.unwrap_or_else(|| RwSignal::new(true))
    }
}

/// The initial width of a stage: three tenths of a wide window.
fn first_width() -> u32 {
    let [_, first, most] = STAGE;
    let inner = window()
        .inner_width()
        .ok()
        .and_then(|inner| inner.as_f64())
        .unwrap_or_default();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels of a page; the cast saturates"
    )]
    let share = (inner * 0.3) as u32;
    share.clamp(first, most)
}

/// The browser's storage, if it is allowed. An embedded page neither reads nor stores anything.
#[must_use]
pub fn browser_storage() -> Option<web_sys::Storage> {
    window()
        .local_storage()
        .ok()
        .flatten()
        .filter(|_| !framed::is_embedded())
}

#[cfg(test)]
mod tests {
    use super::{LiveCard, Remembered, STAGE, Theme};
    use crate::section::Section;

    #[test]
    fn a_line_is_read_back() {
        for theme in Theme::ALL {
            let open = LiveCard::ALL.map(|card| card == LiveCard::Events || theme == Theme::Dark);
            let (section, lesson) = if theme == Theme::Dark {
                (Section::Learn, true)
            } else {
                (Section::Workbench, false)
            };
            let language = if lesson { "es" } else { "en" }.to_owned();
            let remembered = Remembered {
                theme,
                open,
                section,
                lesson,
                stage: 512,
                language,
            };
            assert_eq!(Remembered::from_line(&remembered.to_line()), remembered);
        }
    }

    #[test]
    fn other_lines_leave_the_defaults() {
        for line in [
            "",
            "2;theme=dark",
            "theme=dark",
            "1;theme=sepia;unknown=1;=",
            "1",
            "1;door=none;stage=wide",
            "1;open=partitions,stream",
        ] {
            assert_eq!(Remembered::from_line(line), Remembered::default(), "{line}");
        }
        assert_eq!(Remembered::from_line("1;stage=9").stage, STAGE[0]);
    }
}
