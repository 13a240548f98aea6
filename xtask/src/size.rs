//! `cargo xtask size`: what a reader downloads, gzipped as a host would, against the budgets.
//! First load is the page and every file it names for its start; other code is a lazy chunk, fetched when first needed.
//! The late part of the engine (web/split.mjs) is one: the page works without it, and fetches it when it stands.

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

Builds the release page and prints the size of each download, raw and after gzip -9. Fails when the first load
or a lazy chunk is over its budget. (`cargo xtask test` fails when one has grown past its ratchet.) 1 KB is 1,000 bytes.

Options:
  --no-build  weigh dist/ as it is
";

/// Budget of the first load, in gzipped bytes.
const FIRST_LOAD_BUDGET: usize = 700_000;
/// What the first load may not pass until it is within its budget: a ratchet, to be lowered and never raised.
const FIRST_LOAD_CEILING: usize = 640_000;
/// Budget of each lazy chunk, in gzipped bytes.
const CHUNK_BUDGET: usize = 180_000;
/// Budget of the chunk that every visit fetches once the page stands, in gzipped bytes. The profile of a first look moves
/// all it can into it; both together are what the whole application weighs.
const LATE_BUDGET: usize = 1_000_000;

/// One file of the built page.
struct Download {
    name: String,
    raw: usize,
    gzipped: usize,
    first_load: bool,
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
pub(crate) struct Weight {
    pub(crate) report: String,
    /// All budgets are kept.
    pub(crate) within_budgets: bool,
    /// Nothing has grown past its ratchet. `cargo xtask test` fails on this one.
    pub(crate) within_ceiling: bool,
}

/// Weighs the built page.
pub(crate) fn weigh(dist: &Path) -> Result<Weight, Failure> {
    let mut downloads = read_downloads(dist)?;
    downloads.sort_by_key(|download| (!download.first_load, std::cmp::Reverse(download.gzipped)));
    let mut report = format!("{:<48} {:>10} {:>10}\n", "", "raw KB", "gzip KB");
    let mut within = true;
    let mut total = (0, 0);
    for download in &downloads {
        let kind = if download.first_load { "first load" } else { "lazy chunk" };
        let budget = if is_late(&download.name) { LATE_BUDGET } else { CHUNK_BUDGET };
        let over = !download.first_load && download.gzipped > budget;
        within &= !over;
        if download.first_load {
            total = (total.0 + download.raw, total.1 + download.gzipped);
        }
        let note = if over { format!("  over its budget of {} KB", budget / 1000) } else { String::new() };
        report.push_str(&row(&format!("{kind}  {}", download.name), download.raw, download.gzipped, &note));
    }
    let within_ceiling = within && total.1 <= FIRST_LOAD_CEILING;
    within &= total.1 <= FIRST_LOAD_BUDGET;
    let verdict = if total.1 <= FIRST_LOAD_BUDGET { "within" } else { "OVER" };
    let note = format!("  {verdict} the budget of {} KB", FIRST_LOAD_BUDGET / 1000);
    report.push_str(&row("first load, all together", total.0, total.1, &note));
    Ok(Weight { report, within_budgets: within, within_ceiling })
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
    let mut downloads = Vec::new();
    for name in names {
        let bytes = fs::read(dist.join(&name)).map_err(failure)?;
        downloads.push(Download {
            raw: bytes.len(),
            gzipped: gzipped(&bytes),
            first_load: is_first_load(&page, &name),
            name,
        });
    }
    Ok(downloads)
}

/// Snippets are imported by the application's own module, so they come with the first load though the page does not
/// name them all.
fn is_first_load(page: &str, name: &str) -> bool {
    name == "index.html" || name.starts_with("snippets/") || (page.contains(name) && !is_late(name))
}

fn is_late(name: &str) -> bool {
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
    use super::{gzipped, is_first_load, kilobytes};

    #[test]
    fn first_load_is_what_the_page_names() {
        let page = r#"<script src="./init.mjs" data-wasm="./app-1_bg.wasm" data-late="./app-1_late.wasm"></script>"#;
        assert!(is_first_load(page, "init.mjs"));
        assert!(is_first_load(page, "app-1_bg.wasm"));
        assert!(is_first_load(page, "snippets/app-1/inline0.js"));
        assert!(!is_first_load(page, "vendor/editor.js"));
        assert!(!is_first_load(page, "app-1_late.wasm"));
    }

    #[test]
    fn sizes_are_gzipped_and_decimal() {
        assert!(gzipped(&[b'a'; 10_000]) < 100);
        assert_eq!(kilobytes(69_999), "69.9");
    }
}
