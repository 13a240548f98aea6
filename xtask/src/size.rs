//! `cargo xtask size`: what a reader downloads, gzipped as a host would, against the budgets.
//! Each door shows its first picture once the page, the files it names, the modules these name and the first of the door's
//! WebAssembly files (web/split.mjs) are there. The second follows at once. The third comes when the engine is asked for what
//! few visitors use, and the editor when one is first opened.

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
until a door shows its first picture, a whole visit without the editor, or the editor is over its budget.
(`cargo xtask test` fails when one has grown past its ratchet.) 1 KB is 1,000 bytes.

Options:
  --no-build  weigh dist/ as it is
";

/// A door of the page, which has WebAssembly files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Door {
    Learn,
    Workbench,
}

/// When a file is downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    /// Before anything is shown, whatever the door.
    Start,
    /// Before this door shows its first picture.
    First(Door),
    /// By every visit that began at this door, once it does.
    Later(Door),
    /// When the engine is first asked for what few visitors use.
    Rare,
    /// When an editor is first opened.
    Editor,
    /// When a lesson is begun: its own file.
    Lesson,
}

impl Moment {
    fn words(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::First(Door::Learn) => "Learn",
            Self::First(Door::Workbench) => "workbench",
            Self::Later(_) => "later",
            Self::Rare => "rare",
            Self::Editor => "editor",
            Self::Lesson => "lesson",
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

const FIRST: usize = 750_000;
const VISIT: usize = 1_800_000;

const BUDGETS: [Budget; 5] = [
    Budget {
        title: "moving picture on screen, Learn",
        moments: &[Moment::Start, Moment::First(Door::Learn)],
        most: FIRST,
        ratchet: 707_000,
    },
    Budget {
        title: "sample table on screen, workbench",
        moments: &[Moment::Start, Moment::First(Door::Workbench)],
        most: FIRST,
        ratchet: 768_000,
    },
    Budget {
        title: "whole visit from Learn without the editor",
        moments: &[Moment::Start, Moment::First(Door::Learn), Moment::Later(Door::Learn)],
        most: VISIT,
        ratchet: 1_836_000,
    },
    Budget {
        title: "whole visit from the workbench",
        moments: &[Moment::Start, Moment::First(Door::Workbench), Moment::Later(Door::Workbench)],
        most: VISIT,
        ratchet: 1_836_000,
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
        let title = format!("{:<9}  {}", download.moment.words(), download.name);
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
    let mut names = Vec::new();
    list_files(dist, "", &mut names).map_err(failure)?;
    let mut downloads = Vec::new();
    for name in names {
        let bytes = fs::read(dist.join(&name)).map_err(failure)?;
        let moment = moment_of(&name);
        downloads.push(Download { name, raw: bytes.len(), gzipped: gzipped(&bytes), moment });
    }
    Ok(downloads)
}

/// When a file is downloaded. What is not known to come later belongs to the start.
fn moment_of(name: &str) -> Moment {
    let ends = [
        ("_learn_bg.wasm", Moment::First(Door::Learn)),
        ("_learn_late.wasm", Moment::Later(Door::Learn)),
        ("_workbench_bg.wasm", Moment::First(Door::Workbench)),
        ("_workbench_late.wasm", Moment::Later(Door::Workbench)),
        ("_rare.wasm", Moment::Rare),
    ];
    let known = ends.iter().find(|(end, _)| name.ends_with(end)).map(|(_, moment)| *moment);
    let folders = [("vendor/", Moment::Editor), ("lessons/", Moment::Lesson)];
    let of_folder = folders.iter().find(|(folder, _)| name.starts_with(folder)).map(|(_, moment)| *moment);
    known.or(of_folder).unwrap_or(Moment::Start)
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
    use super::{BUDGETS, Budget, Door, Download, Moment, gzipped, judge, kilobytes, moment_of};

    #[test]
    fn each_door_has_its_own_files() {
        assert_eq!(moment_of("app-1_learn_bg.wasm"), Moment::First(Door::Learn));
        assert_eq!(moment_of("app-1_workbench_late.wasm"), Moment::Later(Door::Workbench));
        assert_eq!(moment_of("app-1_learn_rare.wasm"), Moment::Rare);
        assert_eq!(moment_of("vendor/editor.js"), Moment::Editor);
        assert_eq!(moment_of("lessons/keys-1.es.txt"), Moment::Lesson);
        assert_eq!(moment_of("snippets/app-1/inline0.js"), Moment::Start);
        assert_eq!(moment_of("anything.new"), Moment::Start);
    }

    fn download(moment: Moment, gzipped: usize) -> Download {
        Download { name: "file".to_owned(), raw: gzipped * 3, gzipped, moment }
    }

    #[test]
    fn each_budget_has_its_downloads() {
        let (first, later) = (Moment::First(Door::Workbench), Moment::Later(Door::Workbench));
        let downloads = [
            download(Moment::Start, 50_000),
            download(first, 650_000),
            download(Moment::First(Door::Learn), 600_000),
            download(later, 900_000),
            download(Moment::Editor, 170_000),
        ];
        let kept = judge(&downloads, &BUDGETS);
        assert!(kept.within_budgets && kept.within_ratchets, "{}", kept.report);
        assert!(kept.note.contains("sample table on screen, workbench 700.0 of 750 KB"), "{}", kept.note);
        assert!(kept.note.contains("moving picture on screen, Learn 650.0 of 750 KB"), "{}", kept.note);
        assert!(kept.note.contains("whole visit from the workbench 1600.0 of 1800 KB"), "{}", kept.note);
        let over = judge(&[download(first, 700_000), download(later, 1_200_000)], &BUDGETS);
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
