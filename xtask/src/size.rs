//! `cargo xtask size`: the gzipped size of what the page downloads, compared with two budgets. The page is usable when
//! its shell, its scripts and the first WebAssembly file are here. Late WebAssembly files follow (crates/late); the other
//! budget is that of all WebAssembly. The editor, lessons and licences come when a reader opens one; they are listed, and
//! count in neither budget.

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

Builds the release page and prints the size of each download, raw and after gzip -9. Fails when what must arrive
before a click works, or all WebAssembly, is over its budget. 1 KB is 1,000 bytes.

Options:
  --no-build  weigh dist/ as it is
";

/// When a file is downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    /// Before a click works.
    Start,
    /// After that: code ahead of its first use, and what a browser needs to run the page without a network.
    Late,
    /// When a reader opens it.
    Opened,
}

impl Moment {
    fn words(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Late => "late",
            Self::Opened => "opened",
        }
    }
}

/// The maximum total size of downloads, in gzipped bytes.
struct Budget {
    title: &'static str,
    counts: fn(&Download) -> bool,
    /// The maximum in bytes.
    most: usize,
}

const BUDGETS: [Budget; 2] = [
    Budget {
        title: "usable",
        counts: |download| download.moment == Moment::Start,
        most: 1_600_000,
    },
    Budget {
        title: "all WebAssembly",
        counts: |download| download.name.ends_with(".wasm"),
        most: 2_300_000,
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

/// The table of downloads, compared with the budgets.
#[derive(Debug)]
pub(crate) struct Weight {
    pub(crate) report: String,
    /// A summary of each budget.
    pub(crate) note: String,
    /// No budget is exceeded.
    pub(crate) within_budgets: bool,
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
    let mut notes = Vec::new();
    let mut within_budgets = true;
    for budget in budgets {
        let meant = || downloads.iter().filter(|download| (budget.counts)(download));
        let (raw, gzipped) = (meant().map(|one| one.raw).sum(), meant().map(|one| one.gzipped).sum());
        within_budgets &= gzipped <= budget.most;
        let verdict = if gzipped <= budget.most { "within" } else { "OVER" };
        let most = budget.most / 1000;
        report.push_str(&row(
            budget.title,
            raw,
            gzipped,
            &format!("  {verdict} the budget of {most} KB"),
        ));
        notes.push(format!("{} {} of {most} KB", budget.title, kilobytes(gzipped)));
    }
    Weight {
        report,
        note: notes.join(", "),
        within_budgets,
    }
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
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let opened = ["/vendor", "/lessons", "/lessons/plans"];
    let is_of_another_language = folder.ends_with("/words") && file != "en.txt";
    if opened.iter().any(|place| folder.ends_with(place)) || name.ends_with("/licences.txt") || is_of_another_language {
        Moment::Opened
    } else if (file.ends_with(".wasm") && !file.ends_with("_bg.wasm"))
        || folder.ends_with("/icons")
        || ["offline.mjs", "manifest.json", "service-worker.js"].contains(&file)
    {
        Moment::Late
    } else {
        Moment::Start
    }
}

fn list_files(folder: &Path, prefix: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // Trunk's own working folder is not part of the page. A compressed copy stands for its file.
        if name == ".stage" || name.ends_with(".gz") {
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
    use super::{BUDGETS, Download, Moment, gzipped, judge, kilobytes, moment_of};

    #[test]
    fn what_is_not_known_to_come_later_counts_as_the_start() {
        assert_eq!(moment_of("index.html"), Moment::Start);
        assert_eq!(moment_of("4f/app_bg.wasm"), Moment::Start);
        assert_eq!(moment_of("4f/anything.new"), Moment::Start);
        assert_eq!(moment_of("4f/split_page.wasm"), Moment::Late);
        assert_eq!(moment_of("4f/chunk_3.wasm"), Moment::Late);
        assert_eq!(moment_of("service-worker.js"), Moment::Late);
        assert_eq!(moment_of("4f/offline.mjs"), Moment::Late);
        assert_eq!(moment_of("4f/icons/icon-192.png"), Moment::Late);
        assert_eq!(moment_of("4f/vendor/editor.js"), Moment::Opened);
        assert_eq!(moment_of("4f/lessons/keys-1.es.txt"), Moment::Opened);
        assert_eq!(moment_of("4f/lessons/plans/keys-1.txt"), Moment::Opened);
        assert_eq!(moment_of("4f/licences.txt"), Moment::Opened);
        assert_eq!(moment_of("4f/words/en.txt"), Moment::Start);
        assert_eq!(moment_of("4f/words/ko.txt"), Moment::Opened);
    }

    fn download(name: &str, gzipped: usize) -> Download {
        Download {
            name: name.to_owned(),
            raw: gzipped * 3,
            gzipped,
            moment: moment_of(name),
        }
    }

    #[test]
    fn each_budget_has_its_downloads() {
        let (first, late) = ("4f/app_bg.wasm", "4f/split_page.wasm");
        let kept = judge(
            &[
                download("index.html", 100_000),
                download(first, 1_400_000),
                download(late, 700_000),
                download("4f/vendor/editor.js", 900_000),
            ],
            &BUDGETS,
        );
        assert!(kept.within_budgets, "{}", kept.report);
        assert_eq!(kept.note, "usable 1500.0 of 1600 KB, all WebAssembly 2100.0 of 2300 KB");
        let over = judge(&[download(first, 1_400_000), download(late, 950_000)], &BUDGETS);
        assert!(
            !over.within_budgets && over.report.contains("OVER the budget of 2300 KB"),
            "{}",
            over.report
        );
    }

    #[test]
    fn sizes_are_gzipped_and_decimal() {
        assert!(gzipped(&[b'a'; 10_000]) < 100);
        assert_eq!(kilobytes(69_999), "69.9");
    }
}
