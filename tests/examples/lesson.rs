//! The authors' tool: `cargo run -q -p hashrange-tests --example lesson -- lessons/keys-1.txt …`.
//!
//! Reads, lints and plays lessons. Prints `file:line: what is wrong`, or each step with its figures. `--fill` fills in
//! open figures (`{figure = ?}`), `--quiet` prints problems only, `--figures` lists all figures, `--translate es`
//! starts a translation, `--claims` lists what steps show.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a command: reads files, speaks to a terminal"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a command of the tests"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use hashrange_lesson::{
    Lesson, Problem, bare_numbers, fingerprint, lint, lint_all, lint_translation, read, read_translation,
};
use hashrange_tests::claims;
use hashrange_tests::lesson::{Walked, files, fill, language, walk};
use hashrange_workload::Figure;

fn main() -> ExitCode {
    let (options, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let has = |name: &str| options.iter().any(|option| option == name);
    if has("--figures") {
        for word in Figure::WORDS {
            println!("{:<28}{}", format!("{} {}", word.name, word.of), word.meaning);
        }
        return ExitCode::SUCCESS;
    }
    if has("--claims") {
        return shown_claims();
    }
    let mut paths: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    if paths.is_empty() {
        paths = files();
    }
    let mut wrong = 0;
    for path in &paths {
        wrong += if language(path).is_some() {
            translation(path)
        } else if has("--translate") {
            template(path)
        } else {
            lesson(path, has("--fill"), has("--quiet"))
        };
    }
    wrong += if names.is_empty() { between() } else { 0 };
    match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Prints the problems of a file. Returns their number.
fn print(path: &Path, problems: &[Problem]) -> usize {
    for Problem { line, words } in problems {
        println!("{}:{line}: {words}", path.display());
    }
    problems.len()
}

fn parsed(path: &Path) -> Result<(String, Lesson), usize> {
    let text = fs::read_to_string(path).map_err(|error| {
        println!("{}: {error}", path.display());
        1_usize
    })?;
    let lesson = read(&text).map_err(|faults| {
        faults.iter().for_each(|fault| println!("{}:{fault}", path.display()));
        faults.len()
    })?;
    Ok((text, lesson))
}

fn lesson(path: &Path, filling: bool, quiet: bool) -> usize {
    let (text, lesson) = match parsed(path) {
        Ok(read) => read,
        Err(count) => return count,
    };
    let played = Arc::new(lesson);
    let mut problems = lint(&played);
    problems.extend(bare_numbers(&played, true));
    let known = claims::all();
    for claim in played.steps.iter().flat_map(|step| &step.claims) {
        for id in claim.ids.iter().filter(|id| !known.contains_key(*id)) {
            problems.push(Problem {
                line: claim.line,
                words: format!("there is no claim `{id}`"),
            });
        }
    }
    match walk(&played) {
        Err(settings) => problems.extend(settings),
        Ok(walked) => {
            if filling {
                let (filled, count) = fill(&text, &walked.findings);
                if count > 0 {
                    fs::write(path, filled).expect("the file can be written");
                    println!("{}: {count} figures filled in", path.display());
                    return self::lesson(path, false, quiet);
                }
            }
            if !quiet {
                steps(&played, &walked);
            }
            problems.extend(walked.problems);
        }
    }
    problems.sort_by_key(|problem| problem.line);
    print(path, &problems)
}

fn steps(lesson: &Lesson, walked: &Walked) {
    println!("{} · {}", lesson.id, lesson.title.shown());
    for step in &lesson.steps {
        let ids: Vec<&str> = step
            .claims
            .iter()
            .flat_map(|claim| claim.ids.iter().map(String::as_str))
            .collect();
        println!("  {} · {} {}", step.name, step.title.1.shown(), ids.join(" "));
        for finding in walked.findings.iter().filter(|finding| finding.step == step.name) {
            println!("    {:>5}: {} = {}", finding.line, finding.written, finding.found);
        }
    }
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    path.with_file_name(format!("{}.txt", name.split('.').next().unwrap_or_default()))
}

fn translation(path: &Path) -> usize {
    let (_, english) = match parsed(&beside(path)) {
        Ok(read) => read,
        Err(count) => return count,
    };
    match read_translation(&fs::read_to_string(path).expect("the file can be read")) {
        Err(faults) => {
            faults.iter().for_each(|fault| println!("{}:{fault}", path.display()));
            faults.len()
        }
        Ok(read) => print(path, &lint_translation(&english, &read)),
    }
}

/// Prints a new translation: the English texts with their fingerprints.
fn template(path: &Path) -> usize {
    let (_, lesson) = match parsed(path) {
        Ok(read) => read,
        Err(count) => return count,
    };
    println!("lesson {} es", lesson.id);
    let mut step = None;
    for text in lesson.texts() {
        if text.place.step != step && text.place.step.is_some() {
            step.clone_from(&text.place.step);
            println!("step {}", step.as_deref().unwrap_or_default());
        }
        let number = if text.place.number == 1 {
            String::new()
        } else {
            format!("{} ", text.place.number)
        };
        println!(
            "{} {number}{} | {}",
            text.place.word,
            fingerprint(text.words),
            text.words.bare()
        );
    }
    0
}

/// Prints the problems between lessons. Returns their number.
fn between() -> usize {
    let lessons: Vec<Lesson> = files()
        .iter()
        .filter_map(|path| parsed(path).ok())
        .map(|(_, lesson)| lesson)
        .collect();
    let problems = lint_all(&lessons);
    for (id, Problem { line, words }) in &problems {
        println!("lessons/{id}.txt:{line}: {words}");
    }
    problems.len()
}

/// Prints the claims, and the lesson and step that show each. Fails while a claim is not shown.
fn shown_claims() -> ExitCode {
    let shown = claims::shown();
    let all = claims::all();
    for id in all.keys() {
        match shown.get(id) {
            Some(places) => println!("{id}  {}", places.join(", ")),
            None => println!("{id}  not shown"),
        }
    }
    let count = all.keys().filter(|id| shown.contains_key(*id)).count();
    println!("{count} of {}", all.len());
    if count == all.len() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
