//! Rule: `crates/README.md` has a line for every crate, and its dependency picture is current. The picture is drawn
//! from the manifests, not by hand. Implied arrows are omitted.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use super::finding::Finding;
use super::layers::{self, Crate};
use super::sources::SourceFile;
use crate::failure::Failure;
use crate::project::Project;

const README: &str = "crates/README.md";
const BEGIN: &str = "<!-- crates:begin -->";
const END: &str = "<!-- crates:end -->";

pub(super) fn check(files: &[SourceFile], crates: &[Crate]) -> Vec<Finding> {
    let Some(readme) = files.iter().find(|file| file.path == README) else {
        return vec![Finding::new(
            "crates",
            README,
            "is missing; it holds one line for every crate",
        )];
    };
    let Some((before, drawn, after)) = parts(&readme.text) else {
        return vec![Finding::new(
            "picture",
            README,
            format!("has no block from {BEGIN} to {END}"),
        )];
    };
    let mut findings = Vec::new();
    for member in crates.iter().filter(|member| member.folder.starts_with("crates/")) {
        let name = format!("`{}`", member.name);
        if !before.contains(&name) && !after.contains(&name) {
            findings.push(Finding::new(
                "crates",
                README,
                format!("has no line for the crate {name}"),
            ));
        }
    }
    if drawn.trim() != draw(crates).trim() {
        findings.push(Finding::new(
            "picture",
            README,
            "the dependency picture is old; run `cargo xtask tidy --write`",
        ));
    }
    findings
}

/// Draws the picture into the README.
///
/// # Errors
/// When the file cannot be read or written, or has no place for the picture.
pub(super) fn write(project: &Project, crates: &[Crate]) -> Result<(), Failure> {
    let failure = |why: String| Failure::new(format!("drawing the picture in {README}"), why);
    let place = project.path(README);
    let text = fs::read_to_string(&place).map_err(|error| failure(error.to_string()))?;
    let (before, _, after) = parts(&text).ok_or_else(|| failure(format!("there is no block from {BEGIN} to {END}")))?;
    let fresh = format!("{before}{BEGIN}\n{}{END}{after}", draw(crates));
    if fresh != text {
        fs::write(&place, fresh).map_err(|error| failure(error.to_string()))?;
    }
    Ok(())
}

/// The text before, between and after the markers.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (drawn, after) = rest.split_once(END)?;
    Some((before, drawn, after))
}

fn draw(crates: &[Crate]) -> String {
    let mut picture = "```mermaid\nflowchart TD\n".to_owned();
    let highest = layers::LAYERS.iter().map(|(_, layer)| *layer).max().unwrap_or_default();
    for layer in (0..=highest).rev() {
        let names: Vec<&str> = crates
            .iter()
            .map(|member| member.name.as_str())
            .filter(|name| layers::layer(name) == Some(layer))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(
                picture,
                "  subgraph layer{layer} [layer {layer}]\n    {}\n  end",
                names.join("\n    ")
            );
        }
    }
    for member in crates {
        for need in &member.needs {
            if !follows(crates, member, need) {
                let _ = writeln!(picture, "  {} --> {need}", member.name);
            }
        }
    }
    picture.push_str("```\n");
    picture
}

/// Whether `member` reaches `need` through another dependency, so that the direct arrow adds nothing.
fn follows(crates: &[Crate], member: &Crate, need: &str) -> bool {
    member.needs.iter().filter(|other| *other != need).any(|other| {
        let mut seen = BTreeSet::new();
        reaches(crates, other, need, &mut seen)
    })
}

fn reaches<'a>(crates: &'a [Crate], from: &'a str, to: &str, seen: &mut BTreeSet<&'a str>) -> bool {
    if from == to {
        return true;
    }
    if !seen.insert(from) {
        return false;
    }
    let member = crates.iter().find(|member| member.name == from);
    member.is_some_and(|member| member.needs.iter().any(|need| reaches(crates, need, to, seen)))
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::member;
    use super::{SourceFile, check, draw};

    #[test]
    fn arrows_that_follow_are_left_out() {
        let crates = [
            member("engine", &["store", "values"]),
            member("store", &["values"]),
            member("values", &[]),
        ];
        let picture = draw(&crates);
        assert!(picture.contains("engine --> store\n"));
        assert!(picture.contains("store --> values\n"));
        assert!(!picture.contains("engine --> values"));
        assert!(picture.find("layer3").unwrap() < picture.find("layer1").unwrap());
    }

    #[test]
    fn an_old_picture_and_a_missing_line_are_found() {
        let crates = [member("store", &["values"]), member("values", &[])];
        let fresh = format!(
            "`store` `values`\n<!-- crates:begin -->\n{}<!-- crates:end -->\n",
            draw(&crates)
        );
        assert!(check(&[SourceFile::new("crates/README.md", &fresh)], &crates).is_empty());
        let old = fresh.replace("store --> values\n", "");
        assert_eq!(check(&[SourceFile::new("crates/README.md", &old)], &crates).len(), 1);
        let silent = fresh.replace("`store` ", "");
        assert_eq!(check(&[SourceFile::new("crates/README.md", &silent)], &crates).len(), 1);
        assert_eq!(check(&[], &crates).len(), 1);
    }
}
