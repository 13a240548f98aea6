//! `cargo xtask words`: the page's words in other languages. Brings the files of words in `words/` in line with the
//! source code, starts a language, and counts what is missing. `collected` reads the source, `catalogue` the files.

pub(crate) mod catalogue;
pub(crate) mod collected;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;

use crate::failure::Failure;
use crate::project::Project;
use catalogue::Catalogue;

pub(crate) const HELP: &str = "
Usage: cargo xtask words [LANGUAGE] [--missing]

Brings words/*.txt in line with the calls of `t!` in the source code: words/en.txt lists the English words of the page,
and each other file their translations. New words stand there without a translation, and the page shows their English.
Words that the source no longer has move to the end of the file, under [outdated]. The last lines count them.

Arguments:
  LANGUAGE   starts a file for a language, by its tag: de, ja, pt-BR

Options:
  --missing  lists what each language misses
";

/// The folder with the files of words.
const FOLDER: &str = "words";
/// The language of the source code.
const ENGLISH: &str = "en";

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let (mut new, mut list) = (None, false);
    while let Some(word) = parser.next()? {
        match word {
            Long("missing") => list = true,
            Value(tag) if new.is_none() => new = Some(tag.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let collected = collected::of_project(project)?;
    let (mut languages, doing) = (languages(project)?, "starting a language");
    if let Some(tag) = new {
        if tag.is_empty() || !tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return Err(Failure::new(
                doing,
                format!("`{tag}` is no tag of a language, such as de or pt-BR"),
            ));
        }
        if tag != ENGLISH && !languages.contains(&tag) {
            languages.push(tag);
        }
    }
    write(project, ENGLISH, &collected.english())?;
    for tag in languages {
        let catalogue = read(project, &tag)?;
        let (text, missing) = catalogue.in_line_with(&tag, &collected);
        write(project, &tag, &text)?;
        if list {
            missing.iter().for_each(|text| println!("{tag}  {text}"));
        }
        println!(
            "{tag}: {} of {} texts",
            collected.texts.len() - missing.len(),
            collected.texts.len()
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// What is wrong with the files of words, as pairs of a file and a message.
///
/// # Errors
/// When a file cannot be read.
pub(crate) fn faults(project: &Project) -> Result<Vec<(String, String)>, Failure> {
    let collected = collected::of_project(project)?;
    let mut faults = collected.faults.clone();
    let english = fs::read_to_string(path(project, ENGLISH)).unwrap_or_default();
    if english != collected.english() {
        faults.push((name(ENGLISH), "is out of date; run `cargo xtask words`".to_owned()));
    }
    for tag in languages(project)? {
        let catalogue = read(project, &tag)?;
        let (_, missing) = catalogue.in_line_with(&tag, &collected);
        if !missing.is_empty() {
            let fault = format!(
                "misses {} texts; `cargo xtask words --missing` lists them",
                missing.len()
            );
            faults.push((name(&tag), fault));
        }
        faults.extend(
            catalogue
                .faults(&collected)
                .into_iter()
                .map(|fault| (name(&tag), fault)),
        );
    }
    Ok(faults)
}

/// The tags of the languages beside English, in alphabetic order.
fn languages(project: &Project) -> Result<Vec<String>, Failure> {
    let folder = project.path(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| Failure::new("making the folder of words", error.to_string()))?;
    let entries = fs::read_dir(&folder).map_err(|error| Failure::new("listing the words", error.to_string()))?;
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let tags = names.filter_map(|name| name.strip_suffix(".txt").map(str::to_owned));
    let mut tags: Vec<_> = tags.filter(|tag| tag != ENGLISH).collect();
    tags.sort();
    Ok(tags)
}

fn name(tag: &str) -> String {
    format!("{FOLDER}/{tag}.txt")
}

fn path(project: &Project, tag: &str) -> PathBuf {
    project.path(&name(tag))
}

fn read(project: &Project, tag: &str) -> Result<Catalogue, Failure> {
    let text = match fs::read_to_string(path(project, tag)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        outcome => outcome.map_err(|error| Failure::new(format!("reading {}", name(tag)), error.to_string()))?,
    };
    catalogue::read(&text).map_err(|fault| Failure::new(format!("reading {}", name(tag)), fault))
}

fn write(project: &Project, tag: &str, text: &str) -> Result<(), Failure> {
    fs::write(path(project, tag), text)
        .map_err(|error| Failure::new(format!("writing {}", name(tag)), error.to_string()))
}
