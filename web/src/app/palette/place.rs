//! The places of the palette, read from their text. Must not know how to get to one.

use crate::selection::Tab;

/// A command of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Keys,
    Pause,
    Undo,
    Redo,
    Back,
    Forward,
    NextEvent,
    NewItem,
    NewTable,
    Import,
    Export,
    Share,
    Full,
    Present,
    ThrottlingOn,
    ThrottlingOff,
    NewWorkspace,
    Workspaces,
    Lessons,
    LightTheme,
    DarkTheme,
    SystemTheme,
}

impl Command {
    /// Every command with its name.
    const ALL: [(&'static str, Self); 22] = [
        ("keys", Self::Keys),
        ("pause", Self::Pause),
        ("undo", Self::Undo),
        ("redo", Self::Redo),
        ("back", Self::Back),
        ("forward", Self::Forward),
        ("next-event", Self::NextEvent),
        ("new-item", Self::NewItem),
        ("new-table", Self::NewTable),
        ("import", Self::Import),
        ("export", Self::Export),
        ("share", Self::Share),
        ("full", Self::Full),
        ("present", Self::Present),
        ("throttling-on", Self::ThrottlingOn),
        ("throttling-off", Self::ThrottlingOff),
        ("new-workspace", Self::NewWorkspace),
        ("workspaces", Self::Workspaces),
        ("lessons", Self::Lessons),
        ("theme-light", Self::LightTheme),
        ("theme-dark", Self::DarkTheme),
        ("theme-system", Self::SystemTheme),
    ];
}

/// A place that the palette leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place<'a> {
    /// A command.
    Command(Command),
    /// A tab of the workspace.
    Tab(Tab),
    /// A card below the stage, by its name.
    Card(&'a str),
    /// A part of the Settings tab.
    Setting,
    /// A part of the dialog Physics and limits.
    Physics,
    /// A table, or an index of it.
    Table(&'a str, Option<&'a str>),
    /// A sample, by its id.
    Sample(&'a str),
    /// A workspace, by its number.
    Workspace(u32),
    /// A lesson, or a step of it.
    Lesson(&'a str, Option<&'a str>),
}

impl<'a> Place<'a> {
    /// Reads a place. `None` for a place that the page does not have.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let (kind, name) = text.split_once('/')?;
        let parts = name
            .split_once('/')
            .map_or((name, None), |(first, second)| (first, Some(second)));
        match kind {
            "do" | "here" => Command::ALL
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, command)| Self::Command(*command)),
            "tab" => Tab::named(name).map(Self::Tab),
            "card" => Some(Self::Card(name)),
            "settings" => Some(Self::Setting),
            "physics" => Some(Self::Physics),
            "table" => Some(Self::Table(parts.0, parts.1)),
            "sample" => Some(Self::Sample(name)),
            "workspace" => name.parse().ok().map(Self::Workspace),
            "lesson" => Some(Self::Lesson(parts.0, parts.1)),
            _ => None,
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "the views and the palette's texts are files of the project"
)]
mod tests {
    use std::fs::{read_dir, read_to_string};

    use hashrange_protocol::samples;

    use super::*;
    use crate::lessons::catalogue::entry;
    use crate::preferences::LiveCard;
    use crate::state::palette::tests::{lines, text};
    use crate::views::physics::words::{limit_groups, physics_groups};

    /// The sources of a folder of views.
    fn sources(folder: &str) -> String {
        let folder = format!("{}/src/views/{folder}", env!("CARGO_MANIFEST_DIR"));
        let files = read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.map(|path| read_to_string(path).unwrap()).collect()
    }

    #[test]
    fn every_place_of_the_palette_exists() {
        let (settings, physics) = (sources("settings"), sources("physics"));
        let groups = physics_groups().into_iter().chain(limit_groups());
        let groups: Vec<String> = groups.map(|(title, _)| title.replace(' ', "-")).collect();
        for line in text().lines() {
            let Some((place, _)) = line.split_once(" | ") else {
                continue;
            };
            let (_, name) = place.split_once('/').unwrap();
            match Place::read(place) {
                Some(Place::Setting) => {
                    assert!(
                        settings.contains(&format!("id=\"settings-{name}\" tabindex=\"-1\"")),
                        "{place}"
                    );
                }
                Some(Place::Physics) => {
                    let is_part = physics.contains(&format!("id=\"physics-{name}\" tabindex=\"-1\""));
                    assert!(is_part || groups.iter().any(|group| group == name), "{place}");
                }
                Some(Place::Card(name)) => assert!(LiveCard::ALL.iter().any(|card| card.name() == name), "{place}"),
                Some(Place::Lesson(id, _)) => assert!(entry(id).is_some(), "{place}"),
                Some(Place::Sample(id)) => assert!(samples().iter().any(|sample| sample.id == id), "{place}"),
                Some(_) => {}
                None => assert!(place.starts_with("key/"), "{place}"),
            }
        }
    }

    #[test]
    fn the_palette_offers_every_command_tab_card_and_setting() {
        let places = lines("places.txt");
        let offers = |place: String| places.iter().any(|line| line.split(" | ").next() == Some(&place));
        for (name, command) in Command::ALL {
            assert!(offers(format!("do/{name}")) || offers(format!("here/{name}")), "{name}");
            assert_eq!(Place::read(&format!("do/{name}")), Some(Place::Command(command)));
        }
        for tab in Tab::ALL {
            assert!(offers(format!("tab/{}", tab.name())), "{}", tab.name());
        }
        for card in LiveCard::ALL {
            assert!(offers(format!("card/{}", card.name())), "{}", card.name());
        }
        for sample in samples() {
            let line = format!("sample/{} | {} | sample", sample.id, sample.title);
            assert!(places.contains(&line), "{line}");
        }
        for part in sources("settings").split("id=\"settings-").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(offers(format!("settings/{name}")), "{name}");
        }
    }

    #[test]
    fn a_place_is_read_from_its_text() {
        assert_eq!(Place::read("table/Thread"), Some(Place::Table("Thread", None)));
        assert_eq!(
            Place::read("table/Thread/ByTag"),
            Some(Place::Table("Thread", Some("ByTag")))
        );
        assert_eq!(
            Place::read("lesson/keys-2/ceiling"),
            Some(Place::Lesson("keys-2", Some("ceiling")))
        );
        assert_eq!(Place::read("workspace/12"), Some(Place::Workspace(12)));
        for other in ["", "table", "tab/None", "do/none", "workspace/x", "key/Clock"] {
            assert_eq!(Place::read(other), None, "{other}");
        }
    }
}
