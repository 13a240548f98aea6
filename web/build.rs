//! Generates the list of lessons that the page offers: one entry for each file in `lessons/`, read from its head.
//!
//! Owns the reading of heads. Must not know how a lesson is played: `hashrange-lesson` reads complete files.

#![allow(clippy::disallowed_methods, reason = "a build script reads files and writes one")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// The names of the courses in a file, in the order of the list.
const COURSES: [&str; 5] = ["keys", "lsi", "gsi", "ttl", "managing"];

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
    if env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32" {
        // The linker's symbols contain the start and the end of each constant (tables.mjs).
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let heads = heads(&folder)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("catalogue.rs"), table(&heads))?;
    Ok(())
}

/// The heads of all lessons, by course and then by the number in their ids.
fn heads(folder: &Path) -> Result<Vec<Head>, Box<dyn Error>> {
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
        let course = COURSES.iter().position(|course| *course == head.course);
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

/// The table as Rust source.
fn table(heads: &[Head]) -> String {
    let mut text = format!(
        "/// Every lesson, by course.\npub static LESSONS: [Entry; {}] = [\n",
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
            "    Entry {{ id: {id:?}, course: {course:?}, title: {title:?}, minutes: {minutes}, promise: {promise:?}, \
             next: {next:?}, languages: &{languages:?} }},"
        );
    }
    text.push_str("];\n");
    text
}
