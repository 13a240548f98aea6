//! `cargo xtask size`: what a reader downloads, gzipped as a host would, against the budgets.
//! A newcomer's first picture is on screen once the page, the files it names and the modules these name are there. The rest
//! of the program (web/split.mjs), which the workbench needs, follows at once; the editor comes when one is first opened.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::arguments::Arguments;
use crate::build;
use crate::failure::Failure;
use crate::project::Project;

pub(crate) const HELP: &str = "
Usage: cargo xtask size [--no-build]

Builds the release page and prints the size of each download, raw and after gzip -9. Fails when what is downloaded
until a newcomer's first picture is on screen, a whole visit without the editor, or the editor is over its budget.
(`cargo xtask test` fails when one has grown past its ratchet.) 1 KB is 1,000 bytes.

Options:
  --no-build  weigh dist/ as it is
";

/// When a file is downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    /// Before a newcomer's first picture is on screen.
    Start,
    /// By every visit, once it is.
    Later,
    /// When an editor is first opened.
    Editor,
}

impl Moment {
    fn words(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Later => "later",
            Self::Editor => "editor",
        }
    }
}

/// What downloads may weigh together, in gzipped bytes.
struct Budget {
    title: &'static str,
    /// The downloads it is about.
    moments: &'static [Moment],
    /// The most.
    most: usize,
    /// A ratchet: what they may not pass in `cargo xtask test`. It is lowered to little above what a release weighs. While a
    /// release is over its budget, so is the ratchet.
    ratchet: usize,
}

const BUDGETS: [Budget; 3] = [
    Budget { title: "first picture on screen", moments: &[Moment::Start], most: 750_000, ratchet: 735_000 },
    Budget {
        title: "whole visit without the editor",
        moments: &[Moment::Start, Moment::Later],
        most: 1_800_000,
        ratchet: 1_800_000,
    },
    Budget { title: "the editor", moments: &[Moment::Editor], most: 180_000, ratchet: 180_000 },
];

/// One file of the built page.
struct Download {
    name: String,
    raw: usize,
    gzipped: usize,
    moment: Moment,
}

pub(crate) fn start(project: &Project, mut arguments: Arguments) -> Result<ExitCode, Failure> {
    let no_build = arguments.flag("--no-build");
    arguments.finish()?;
    if no_build {
        build::require_release(project)?;
    } else {
        build::build(project)?;
    }
    let weight = weigh(&project.path("dist"))?;
    print!("{}", weight.report);
    Ok(if weight.within_budgets { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The table of downloads, and how it stands against what is allowed.
#[derive(Debug)]
pub(crate) struct Weight {
    pub(crate) report: String,
    /// Each budget in a few words.
    pub(crate) note: String,
    /// All budgets are kept.
    pub(crate) within_budgets: bool,
    /// Nothing has grown past its ratchet. `cargo xtask test` fails on this one.
    pub(crate) within_ratchets: bool,
}

/// Weighs the built page.
pub(crate) fn weigh(dist: &Path) -> Result<Weight, Failure> {
    let mut downloads = read_downloads(dist)?;
    downloads.sort_by_key(|download| (download.moment, std::cmp::Reverse(download.gzipped)));
    Ok(judge(&downloads, &BUDGETS))
}

fn judge(downloads: &[Download], budgets: &[Budget]) -> Weight {
    let mut report = format!("{:<48} {:>10} {:>10}\n", "", "raw KB", "gzip KB");
    for download in downloads {
        let title = format!("{:<6}  {}", download.moment.words(), download.name);
        report.push_str(&row(&title, download.raw, download.gzipped, ""));
    }
    let mut weight = Weight { report, note: String::new(), within_budgets: true, within_ratchets: true };
    for budget in budgets {
        let meant = || downloads.iter().filter(|download| budget.moments.contains(&download.moment));
        let (raw, gzipped) = (meant().map(|one| one.raw).sum(), meant().map(|one| one.gzipped).sum());
        weight.within_budgets &= gzipped <= budget.most;
        weight.within_ratchets &= gzipped <= budget.ratchet;
        let verdict = if gzipped <= budget.most { "within" } else { "OVER" };
        let grown = if gzipped > budget.ratchet {
            format!(", PAST the ratchet of {} KB", budget.ratchet / 1000)
        } else {
            String::new()
        };
        let note = format!("  {verdict} the budget of {} KB{grown}", budget.most / 1000);
        weight.report.push_str(&row(budget.title, raw, gzipped, &note));
        let comma = if weight.note.is_empty() { "" } else { ", " };
        weight.note.push_str(&format!("{comma}{} {} of {} KB", budget.title, kilobytes(gzipped), budget.most / 1000));
    }
    weight
}

fn row(title: &str, raw: usize, gzipped: usize, note: &str) -> String {
    format!("{title:<48} {:>10} {:>10}{note}\n", kilobytes(raw), kilobytes(gzipped))
}

fn kilobytes(bytes: usize) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}

fn read_downloads(dist: &Path) -> Result<Vec<Download>, Failure> {
    let failure = |error: std::io::Error| {
        Failure::new("weighing the page", format!("{}: {error}", dist.display())).by_hand("cargo xtask build")
    };
    let page = fs::read_to_string(dist.join("index.html")).map_err(failure)?;
    let mut names = Vec::new();
    list_files(dist, "", &mut names).map_err(failure)?;
    let mut files = Vec::new();
    for name in names {
        let bytes = fs::read(dist.join(&name)).map_err(failure)?;
        files.push((name, bytes));
    }
    let start = started_with(&page, &files);
    let download = |(name, bytes): &(String, Vec<u8>)| Download {
        name: name.clone(),
        raw: bytes.len(),
        gzipped: gzipped(bytes),
        moment: if start.contains(name.as_str()) { Moment::Start } else { moment_of(name) },
    };
    Ok(files.iter().map(download).collect())
}

/// The names of the files the page starts with: its own, those it names, the modules that modules among these name (the
/// worker is one), and snippets, which the application's own module imports though nobody names them all.
fn started_with<'a>(page: &str, files: &'a [(String, Vec<u8>)]) -> BTreeSet<&'a str> {
    let is_module = |name: &str| name.ends_with(".mjs");
    let first = |name: &str| name == "index.html" || name.starts_with("snippets/") || page.contains(name);
    let names = files.iter().map(|(name, _)| name.as_str());
    let mut start: BTreeSet<&str> =
        names.filter(|name| first(name) && moment_of(name) != Moment::Editor && !is_rest(name)).collect();
    let mut texts: Vec<&[u8]> = files
        .iter()
        .filter(|(name, _)| is_module(name) && start.contains(name.as_str()))
        .map(|(_, bytes)| bytes.as_slice())
        .collect();
    while let Some(bytes) = texts.pop() {
        let text = String::from_utf8_lossy(bytes);
        for (name, bytes) in files {
            if is_module(name) && text.contains(name.as_str()) && start.insert(name) {
                texts.push(bytes);
            }
        }
    }
    start
}

/// When a file is downloaded that the page does not start with.
fn moment_of(name: &str) -> Moment {
    if name.starts_with("vendor/") { Moment::Editor } else { Moment::Later }
}

/// Whether it is the rest of the program, whose name stands in the page though it comes later.
fn is_rest(name: &str) -> bool {
    name.ends_with("_late.wasm")
}

fn list_files(folder: &Path, prefix: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // Trunk's own working folder is no part of the page.
        if name == ".stage" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            list_files(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn gzipped(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail; a wrong size would show as zero.
    match encoder.write_all(bytes).and_then(|()| encoder.finish()) {
        Ok(packed) => packed.len(),
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{BUDGETS, Budget, Download, Moment, gzipped, judge, kilobytes, started_with};

    #[test]
    fn the_page_starts_with_what_it_names_and_what_its_modules_name() {
        let page = r#"<link href="./page-1.css"><script src="./init.mjs" data-module="./app-1.js" data-wasm="./app-1_bg.wasm" data-late="./app-1_late.wasm"></script>"#;
        let files = [
            ("index.html", page),
            ("page-1.css", ""),
            ("app-1.js", "import './snippets/app-1/inline0.js'; import('./vendor/editor.js'); // other.mjs"),
            ("app-1_bg.wasm", ""),
            ("app-1_late.wasm", ""),
            ("init.mjs", "import { Engine } from \"./engine.mjs\";"),
            ("engine.mjs", "new Worker(new URL(\"worker.mjs\", document.baseURI));"),
            ("worker.mjs", "import { run } from \"./parts.mjs\";"),
            ("parts.mjs", "import './init.mjs';"),
            ("other.mjs", ""),
            ("snippets/app-1/inline0.js", ""),
            ("vendor/editor.js", ""),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let start: Vec<&str> = started_with(page, &files).into_iter().collect();
        let expected = [
            "app-1.js",
            "app-1_bg.wasm",
            "engine.mjs",
            "index.html",
            "init.mjs",
            "page-1.css",
            "parts.mjs",
            "snippets/app-1/inline0.js",
            "worker.mjs",
        ];
        assert_eq!(start, expected);
    }

    fn download(moment: Moment, gzipped: usize) -> Download {
        Download { name: "file".to_owned(), raw: gzipped * 3, gzipped, moment }
    }

    #[test]
    fn each_budget_has_its_downloads() {
        let downloads =
            [download(Moment::Start, 700_000), download(Moment::Later, 900_000), download(Moment::Editor, 170_000)];
        let kept = judge(&downloads, &BUDGETS);
        assert!(kept.within_budgets && kept.within_ratchets, "{}", kept.report);
        assert!(kept.note.contains("first picture on screen 700.0 of 750 KB"), "{}", kept.note);
        assert!(kept.note.contains("whole visit without the editor 1600.0 of 1800 KB"), "{}", kept.note);
        let more = [download(Moment::Start, 700_000), download(Moment::Later, 1_200_000)];
        let over = judge(&more, &BUDGETS);
        assert!(!over.within_budgets && over.report.contains("OVER the budget of 1800 KB"), "{}", over.report);
        assert!(!judge(&[download(Moment::Editor, 200_000)], &BUDGETS).within_budgets);
    }

    #[test]
    fn a_ratchet_is_judged_apart_from_its_budget() {
        let budget = Budget { title: "start", moments: &[Moment::Start], most: 100, ratchet: 80 };
        let weight = judge(&[download(Moment::Start, 90)], &[budget]);
        assert!(weight.within_budgets && !weight.within_ratchets);
        let budget = Budget { title: "start", moments: &[Moment::Start], most: 100, ratchet: 120 };
        let weight = judge(&[download(Moment::Start, 110)], &[budget]);
        assert!(!weight.within_budgets && weight.within_ratchets);
    }

    #[test]
    fn sizes_are_gzipped_and_decimal() {
        assert!(gzipped(&[b'a'; 10_000]) < 100);
        assert_eq!(kilobytes(69_999), "69.9");
    }
}
