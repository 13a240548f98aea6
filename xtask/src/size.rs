//! `cargo xtask size`: the gzipped size of downloads, compared with the budgets. Each section shows its first picture
//! when the page, its files and modules, and the first of the section's WebAssembly files (web/split.mjs) are loaded.
//! The second file follows at once. The third is loaded when the engine needs rare code, and the editor when one is
//! first opened.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use flate2::Compression;
use flate2::write::GzEncoder;

use lexopt::prelude::*;

use crate::build;
use crate::failure::Failure;
use crate::project::Project;

pub(crate) const HELP: &str = "
Usage: cargo xtask size [--no-build]

Builds the release page and prints the size of each download, raw and after gzip -9. Fails when what is downloaded
until a section shows its first picture, a whole visit without the editor, or the editor is over its budget.
(`cargo xtask test` fails when one has grown past its ratchet.) 1 KB is 1,000 bytes.

Options:
  --no-build  weigh dist/ as it is
";

/// A section of the page. It has its own WebAssembly files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Learn,
    Workbench,
}

/// When a file is downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    /// Before anything is shown, for every section.
    Start,
    /// Before this section shows its first picture.
    First(Section),
    /// After a visit started at this section.
    Later(Section),
    /// When a rare function of the engine is first used.
    Rare,
    /// When an editor is first opened.
    Editor,
    /// When a lesson starts: the lesson's file.
    Lesson,
    /// When a reader opens the licences.
    Licences,
}

impl Moment {
    fn words(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::First(Section::Learn) => "Learn",
            Self::First(Section::Workbench) => "workbench",
            Self::Later(_) => "later",
            Self::Rare => "rare",
            Self::Editor => "editor",
            Self::Lesson => "lesson",
            Self::Licences => "licences",
        }
    }
}

/// The maximum total size of downloads, in gzipped bytes.
struct Budget {
    title: &'static str,
    /// The downloads that count.
    moments: &'static [Moment],
    /// The maximum in bytes.
    most: usize,
    /// A ratchet: the maximum in `cargo xtask test`. It is lowered to slightly above the size of a release. While a
    /// release exceeds its budget, so does the ratchet.
    ratchet: usize,
}

const FIRST: usize = 750_000;
const VISIT: usize = 1_800_000;

const BUDGETS: [Budget; 5] = [
    Budget {
        title: "moving picture on screen, Learn",
        moments: &[Moment::Start, Moment::First(Section::Learn)],
        most: FIRST,
        ratchet: 620_000,
    },
    Budget {
        title: "sample table on screen, workbench",
        moments: &[Moment::Start, Moment::First(Section::Workbench)],
        most: FIRST,
        ratchet: 685_000,
    },
    Budget {
        title: "whole visit from Learn without the editor",
        moments: &[
            Moment::Start,
            Moment::First(Section::Learn),
            Moment::Later(Section::Learn),
        ],
        most: VISIT,
        ratchet: 1_795_000,
    },
    Budget {
        title: "whole visit from the workbench",
        moments: &[
            Moment::Start,
            Moment::First(Section::Workbench),
            Moment::Later(Section::Workbench),
        ],
        most: VISIT,
        ratchet: 1_795_000,
    },
    Budget {
        title: "the editor",
        moments: &[Moment::Editor],
        most: 180_000,
        ratchet: 180_000,
    },
];

/// One file of the built page.
struct Download {
    name: String,
    raw: usize,
    gzipped: usize,
    moment: Moment,
}

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let mut no_build = false;
    while let Some(word) = parser.next()? {
        match word {
            Long("no-build") => no_build = true,
            other => return Err(other.unexpected().into()),
        }
    }
    if no_build {
        build::require_release(project)?;
    } else {
        build::build(project)?;
    }
    let weight = weigh(&project.path("dist"))?;
    print!("{}", weight.report);
    Ok(if weight.within_budgets {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The table of downloads, compared with the limits.
#[derive(Debug)]
pub(crate) struct Weight {
    pub(crate) report: String,
    /// A summary of each budget.
    pub(crate) note: String,
    /// No budget is exceeded.
    pub(crate) within_budgets: bool,
    /// No ratchet is exceeded. If false, `cargo xtask test` fails.
    pub(crate) within_ratchets: bool,
}

/// Measures the built page.
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
    let mut weight = Weight {
        report,
        note: String::new(),
        within_budgets: true,
        within_ratchets: true,
    };
    for budget in budgets {
        let meant = || {
            downloads
                .iter()
                .filter(|download| budget.moments.contains(&download.moment))
        };
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
        weight.note.push_str(&format!(
            "{comma}{} {} of {} KB",
            budget.title,
            kilobytes(gzipped),
            budget.most / 1000
        ));
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
        downloads.push(Download {
            name,
            raw: bytes.len(),
            gzipped: gzipped(&bytes),
            moment,
        });
    }
    Ok(downloads)
}

/// When a file is downloaded. An unknown file counts as part of the start.
fn moment_of(name: &str) -> Moment {
    let ends = [
        ("_learn_bg.wasm", Moment::First(Section::Learn)),
        ("_learn_late.wasm", Moment::Later(Section::Learn)),
        ("_workbench_bg.wasm", Moment::First(Section::Workbench)),
        ("_workbench_late.wasm", Moment::Later(Section::Workbench)),
        ("_rare.wasm", Moment::Rare),
        ("licences.txt", Moment::Licences),
    ];
    let known = ends
        .iter()
        .find(|(end, _)| name.ends_with(end))
        .map(|(_, moment)| *moment);
    let folders = [("vendor/", Moment::Editor), ("lessons/", Moment::Lesson)];
    let of_folder = folders
        .iter()
        .find(|(folder, _)| name.starts_with(folder))
        .map(|(_, moment)| *moment);
    known.or(of_folder).unwrap_or(Moment::Start)
}

fn list_files(folder: &Path, prefix: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // Trunk's own working folder is not part of the page.
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
    // Writing into memory cannot fail. A wrong size would be shown as zero.
    match encoder.write_all(bytes).and_then(|()| encoder.finish()) {
        Ok(packed) => packed.len(),
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{BUDGETS, Budget, Download, Moment, Section, gzipped, judge, kilobytes, moment_of};

    #[test]
    fn each_section_has_its_own_files() {
        assert_eq!(moment_of("app-1_learn_bg.wasm"), Moment::First(Section::Learn));
        assert_eq!(
            moment_of("app-1_workbench_late.wasm"),
            Moment::Later(Section::Workbench)
        );
        assert_eq!(moment_of("app-1_learn_rare.wasm"), Moment::Rare);
        assert_eq!(moment_of("vendor/editor.js"), Moment::Editor);
        assert_eq!(moment_of("lessons/keys-1.es.txt"), Moment::Lesson);
        assert_eq!(moment_of("snippets/app-1/inline0.js"), Moment::Start);
        assert_eq!(moment_of("anything.new"), Moment::Start);
    }

    fn download(moment: Moment, gzipped: usize) -> Download {
        Download {
            name: "file".to_owned(),
            raw: gzipped * 3,
            gzipped,
            moment,
        }
    }

    #[test]
    fn each_budget_has_its_downloads() {
        let (first, later) = (Moment::First(Section::Workbench), Moment::Later(Section::Workbench));
        let downloads = [
            download(Moment::Start, 50_000),
            download(first, 600_000),
            download(Moment::First(Section::Learn), 550_000),
            download(later, 900_000),
            download(Moment::Editor, 170_000),
        ];
        let kept = judge(&downloads, &BUDGETS);
        assert!(kept.within_budgets && kept.within_ratchets, "{}", kept.report);
        assert!(
            kept.note.contains("sample table on screen, workbench 650.0 of 750 KB"),
            "{}",
            kept.note
        );
        assert!(
            kept.note.contains("moving picture on screen, Learn 600.0 of 750 KB"),
            "{}",
            kept.note
        );
        assert!(
            kept.note.contains("whole visit from the workbench 1550.0 of 1800 KB"),
            "{}",
            kept.note
        );
        let over = judge(&[download(first, 700_000), download(later, 1_200_000)], &BUDGETS);
        assert!(
            !over.within_budgets && over.report.contains("OVER the budget of 1800 KB"),
            "{}",
            over.report
        );
        assert!(!judge(&[download(Moment::Editor, 200_000)], &BUDGETS).within_budgets);
    }

    #[test]
    fn a_ratchet_is_judged_apart_from_its_budget() {
        let budget = Budget {
            title: "start",
            moments: &[Moment::Start],
            most: 100,
            ratchet: 80,
        };
        let weight = judge(&[download(Moment::Start, 90)], &[budget]);
        assert!(weight.within_budgets && !weight.within_ratchets);
        let budget = Budget {
            title: "start",
            moments: &[Moment::Start],
            most: 100,
            ratchet: 120,
        };
        let weight = judge(&[download(Moment::Start, 110)], &[budget]);
        assert!(!weight.within_budgets && weight.within_ratchets);
    }

    #[test]
    fn sizes_are_gzipped_and_decimal() {
        assert!(gzipped(&[b'a'; 10_000]) < 100);
        assert_eq!(kilobytes(69_999), "69.9");
    }
}
