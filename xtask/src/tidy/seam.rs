//! Rule: the page communicates with the service only by messages. Code below `web/src`, including tests, names only
//! crates of plain data. Only `main.rs` names the host, and runs it when the program is in a worker. `web/Cargo.toml`
//! depends on the same crates, and on the host only for WebAssembly.

use super::finding::Finding;
use super::layers::{self, Crate};
use super::mask::masked;
use super::sources::SourceFile;

const RULE: &str = "seam";
const PAGE: &str = "web";
const SOURCES: &str = "web/src/";
const ENTRY: &str = "web/src/main.rs";
/// The prefix of a crate's name in code.
const PREFIX: &str = "hashrange_";
/// Crates of plain data, which the page may name.
const PLAIN: [&str; 5] = ["plot", "protocol", "time", "values", "wire"];
/// The crate behind the messages. The entry point runs it.
const HOST: &str = "host";

pub(super) fn check(files: &[SourceFile], crates: &[Crate]) -> Vec<Finding> {
    let code = files
        .iter()
        .filter(|file| file.is_rust() && file.path.starts_with(SOURCES));
    let mut findings: Vec<Finding> = code.flat_map(named).collect();
    findings.extend(crates.iter().filter(|member| member.name == PAGE).flat_map(needed));
    findings
}

/// Crates that a file of the page names but must not name.
fn named(file: &SourceFile) -> Vec<Finding> {
    let may = |name: &str| name == PAGE || PLAIN.contains(&name) || (name == HOST && file.path == ENTRY);
    let text = String::from_utf8_lossy(&masked(&file.text)).into_owned();
    let mut findings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words = line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let names = words
            .filter_map(|word| word.strip_prefix(PREFIX))
            .filter(|name| layers::layer(name).is_some());
        findings.extend(names.filter(|name| !may(name)).map(|name| {
            let message = format!("names `{PREFIX}{name}`; the page meets it through `{PREFIX}protocol` only");
            Finding::new(RULE, format!("{}:{}", file.path, number + 1), message)
        }));
    }
    findings
}

/// Crates that the page's manifest depends on but must not depend on.
fn needed(page: &Crate) -> Vec<Finding> {
    let may = |name: &str| PLAIN.contains(&name) || (name == HOST && page.only_in_wasm.iter().any(|need| need == HOST));
    let place = format!("{}/Cargo.toml", page.folder);
    let findings = page.needs.iter().filter(|name| !may(name)).map(|name| {
        let message = match name.as_str() {
            HOST => "depends on `host` on every target; only WebAssembly has a worker to run it in".to_owned(),
            name => format!("depends on `{name}`; the page meets it through `protocol` only"),
        };
        Finding::new(RULE, &place, message)
    });
    findings.collect()
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::member;
    use super::{SourceFile, check};

    fn findings(path: &str, text: &str) -> Vec<String> {
        let found = check(&[SourceFile::new(path, text)], &[]);
        found.into_iter().map(|finding| finding.place).collect()
    }

    #[test]
    fn the_page_names_rooms_of_plain_data_only() {
        let view = "web/src/views/a.rs";
        let plain = "use hashrange_protocol::Ask;\nuse hashrange_wire::Request;\nlet x = hashrange_plot::scale();\n";
        assert!(findings(view, plain).is_empty());
        assert_eq!(
            findings(view, "use leptos::prelude::*;\nuse hashrange_engine::Engine;\n"),
            ["web/src/views/a.rs:2"]
        );
        assert_eq!(
            findings(view, "let a = crate::b(hashrange_insight::C, ::hashrange_dax::D);").len(),
            2
        );
        let test = "#[cfg(test)]\nmod tests {\n    use hashrange_workload::Sample;\n}\n";
        assert_eq!(findings(view, test), ["web/src/views/a.rs:3"]);
    }

    #[test]
    fn words_that_are_no_paths_and_other_crates_are_passed_over() {
        let view = "web/src/session.rs";
        assert!(
            findings(
                view,
                "//! Nothing of hashrange_engine.\nlet a = \"hashrange_store\"; // hashrange_index\n"
            )
            .is_empty()
        );
        assert!(findings(view, "let hashrange_engineer = my_hashrange_engine;\n").is_empty());
        assert!(findings("crates/host/src/core.rs", "use hashrange_engine::Engine;\n").is_empty());
        assert!(findings("web/README.md", "hashrange_engine").is_empty());
    }

    #[test]
    fn only_the_entry_point_names_the_host() {
        let text = "fn main() {\n    hashrange_host::run();\n    hashrange_web::start();\n}\n";
        assert!(findings("web/src/main.rs", text).is_empty());
        assert_eq!(findings("web/src/app.rs", text), ["web/src/app.rs:2"]);
        assert_eq!(findings("web/src/main.rs", "use hashrange_engine::Engine;\n").len(), 1);
    }

    #[test]
    fn the_manifest_has_the_host_for_webassembly_only() {
        let mut page = member("web", &["host", "plot", "protocol", "time", "values", "wire"]);
        assert_eq!(check(&[], &[page]).len(), 1);
        page = member("web", &["host", "protocol"]);
        page.only_in_wasm = vec!["host".to_owned()];
        assert!(check(&[], &[page]).is_empty());
        let found = check(
            &[],
            &[member("web", &["engine", "store", "wire"]), member("host", &["engine"])],
        );
        assert_eq!(found.len(), 2);
    }
}
