//! The lists of courses and of lessons, from `lessons/courses.json` and the heads of the lessons. `build.rs` reads them.
//!
//! Must not know a lesson's steps: its file is downloaded when it starts.

/// A course.
#[derive(Debug, PartialEq, Eq)]
pub struct Course {
    /// Its name in the files of its lessons.
    pub course: &'static str,
    /// Its title.
    pub title: &'static str,
    /// A one-sentence summary.
    pub about: &'static str,
    /// The class of its picture's colour.
    pub hue: &'static str,
    /// The filled areas of its picture, as the data of an SVG path.
    pub filled: &'static str,
    /// The lines of its picture.
    pub lines: &'static str,
}

/// A lesson, without its steps.
#[derive(Debug, PartialEq, Eq)]
pub struct LessonEntry {
    /// Its id, which names its file.
    pub id: &'static str,
    /// The name of its course.
    pub course: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its duration in minutes.
    pub minutes: u32,
    /// A one-sentence summary.
    pub promise: &'static str,
    /// The lesson after it.
    pub next: Option<&'static str>,
    /// The languages it is translated into.
    pub languages: &'static [&'static str],
}

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The first lesson for newcomers.
pub const FIRST: &str = "keys-1";

/// The lesson with this id.
#[must_use]
pub fn entry(id: &str) -> Option<&'static LessonEntry> {
    LESSONS.iter().find(|entry| entry.id == id)
}

/// The lessons of a course, in order.
pub fn of_course(course: &str) -> impl Iterator<Item = &'static LessonEntry> + use<'_> {
    LESSONS.iter().filter(move |entry| entry.course == course)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "the lessons are files of the project")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The ids of the files in the folder of lessons.
    fn files() -> BTreeSet<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons");
        let names = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter_map(|name| Some(name.strip_suffix(".txt")?.to_owned()))
            .filter(|id| !id.contains('.'))
            .collect()
    }

    #[test]
    fn every_lesson_is_listed_once_and_in_the_order_of_its_course() {
        let listed: Vec<&str> = COURSES
            .iter()
            .flat_map(|topic| of_course(topic.course))
            .map(|one| one.id)
            .collect();
        assert_eq!(listed, LESSONS.iter().map(|one| one.id).collect::<Vec<_>>());
        assert_eq!(listed.len(), files().len());
        assert_eq!(
            listed.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>(),
            files()
        );
        for topic in &COURSES {
            let of: Vec<&LessonEntry> = of_course(topic.course).collect();
            for pair in of.windows(2) {
                assert_eq!(pair[0].next, Some(pair[1].id), "after {}", pair[0].id);
            }
        }
    }

    #[test]
    fn what_is_listed_of_a_lesson_is_whole() {
        assert!(entry(FIRST).is_some_and(|first| first.languages.contains(&"es")));
        for one in &LESSONS {
            assert!(
                !one.title.is_empty() && !one.promise.is_empty() && one.minutes > 0,
                "{}",
                one.id
            );
            assert!(
                !one.title.contains('{') && !one.promise.contains('{'),
                "{} has a figure in its head",
                one.id
            );
            assert!(
                one.next.is_none_or(|next| entry(next).is_some()),
                "{} leads nowhere",
                one.id
            );
        }
        assert_eq!(entry("none"), None);
    }
}
