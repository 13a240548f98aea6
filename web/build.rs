//! Generates the lists of courses and of lessons that the page offers, from `lessons/courses.json` and the heads of the
//! files in `lessons/`. `shell.mjs` reads the same files for the page before the program.
//!
//! Owns the reading of heads. Must not know how a lesson is played: `hashrange-lesson` reads complete files.

#![allow(clippy::disallowed_methods, reason = "a build script reads files and writes one")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// A course in `courses.json`, in the order of the page.
#[derive(serde::Deserialize)]
struct ListedCourse {
    course: String,
    title: String,
    about: String,
    hue: String,
    filled: String,
    lines: String,
}

/// The head of a file.
#[derive(Default)]
struct Head {
    id: String,
    course: String,
    title: String,
    minutes: u32,
    promise: String,
    next: Option<String>,
    languages: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../lessons");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // The program is divided by the linker's symbols.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let courses: Vec<ListedCourse> = serde_json::from_slice(&fs::read(folder.join("courses.json"))?)?;
    let heads = heads(&folder, &courses)?;
    let tables = table_of_courses(&courses) + &table(&heads);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("catalogue.rs"), tables)?;
    Ok(())
}

/// The heads of all lessons, by course and then by the number in their ids.
fn heads(folder: &Path, courses: &[ListedCourse]) -> Result<Vec<Head>, Box<dyn Error>> {
    let mut heads = Vec::new();
    let mut languages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".txt") else {
            continue;
        };
        println!("cargo::rerun-if-changed={}", entry.path().display());
        if let Some((id, language)) = stem.split_once('.') {
            languages.entry(id.to_owned()).or_default().push(language.to_owned());
        } else {
            heads.push(head(&fs::read_to_string(entry.path())?));
        }
    }
    for head in &mut heads {
        head.languages = languages.remove(&head.id).unwrap_or_default();
        head.languages.sort();
    }
    heads.sort_by_key(|head| {
        let course = courses.iter().position(|course| course.course == head.course);
        let number = head.id.rsplit('-').next().and_then(|number| number.parse::<u32>().ok());
        (course, number, head.id.clone())
    });
    Ok(heads)
}

fn head(text: &str) -> Head {
    let mut head = Head::default();
    let mut in_steps = false;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "step" => in_steps = true,
            "next" => head.next = Some(rest.to_owned()),
            _ if in_steps => {}
            "lesson" => rest.clone_into(&mut head.id),
            "course" => rest.clone_into(&mut head.course),
            "title" => rest.clone_into(&mut head.title),
            "minutes" => head.minutes = rest.parse().unwrap_or_default(),
            "promise" => rest.clone_into(&mut head.promise),
            _ => {}
        }
    }
    head
}

/// The courses as Rust source.
fn table_of_courses(courses: &[ListedCourse]) -> String {
    let mut text = format!(
        "/// Every course.\npub static COURSES: [Course; {}] = [\n",
        courses.len()
    );
    for ListedCourse {
        course,
        title,
        about,
        hue,
        filled,
        lines,
    } in courses
    {
        let _ = writeln!(
            text,
            "    Course {{ course: {course:?}, title: {title:?}, about: {about:?}, hue: {hue:?}, filled: {filled:?}, \
             lines: {lines:?} }},"
        );
    }
    text.push_str("];\n");
    text
}

/// The lessons as Rust source.
fn table(heads: &[Head]) -> String {
    let mut text = format!(
        "/// Every lesson, by course.\npub static LESSONS: [LessonEntry; {}] = [\n",
        heads.len()
    );
    for head in heads {
        let Head {
            id,
            course,
            title,
            minutes,
            promise,
            next,
            languages,
        } = head;
        let _ = writeln!(
            text,
            "    LessonEntry {{ id: {id:?}, course: {course:?}, title: {title:?}, minutes: {minutes}, promise: {promise:?}, \
             next: {next:?}, languages: &{languages:?} }},"
        );
    }
    text.push_str("];\n");
    text
}
