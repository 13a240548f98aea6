//! Rule: imports of a crate with strata point downward only. Strata are folders below `src`. The files and folders
//! beside these folders are above all strata.

use super::finding::Finding;
use super::imports::imports;
use super::layers::Crate;
use super::sources::{SourceFile, rust_below};

const RULE: &str = "strata";

/// Crates with strata, lowest stratum first.
const STRATA: [(&str, &[&str]); 2] = [
    ("engine", &["state", "rules", "service", "view"]),
    ("web", &["state", "stage"]),
];

pub(super) fn check(files: &[SourceFile], crates: &[Crate]) -> Vec<Finding> {
    let layered = |member: &&Crate| STRATA.iter().any(|(name, _)| *name == member.name);
    crates
        .iter()
        .filter(layered)
        .flat_map(|member| of_crate(files, member))
        .collect()
}

fn of_crate(files: &[SourceFile], member: &Crate) -> Vec<Finding> {
    let strata = STRATA
        .iter()
        .find(|(name, _)| *name == member.name)
        .map_or(&[][..], |(_, strata)| strata);
    let folder = format!("{}/src/", member.folder);
    let mine = rust_below(files, &folder);
    let height = |path: &str| {
        let first = path.split('/').next().unwrap_or_default();
        strata
            .iter()
            .position(|stratum| *stratum == first)
            .unwrap_or(strata.len())
    };
    let upward = |(from, to): &(usize, usize)| {
        let (from, to) = (mine.get(*from)?.0, mine.get(*to)?.0);
        (height(from) < height(to)).then(|| {
            Finding::new(
                RULE,
                format!("{folder}{from}"),
                format!("imports `{to}`, which is in a stratum above it"),
            )
        })
    };
    imports(&mine).iter().filter_map(upward).collect()
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::member;
    use super::*;

    #[test]
    fn an_import_that_points_upward_is_found() {
        let file = |path: &str, text: &str| SourceFile::new(path, text);
        let files = [
            file(
                "crates/engine/src/lib.rs",
                "mod rules;\nmod state;\npub use rules::plan::Plan;",
            ),
            file("crates/engine/src/rules/mod.rs", "pub(crate) mod plan;"),
            file(
                "crates/engine/src/rules/plan.rs",
                "use crate::state::table::Table;\npub struct Plan(Table);",
            ),
            file("crates/engine/src/state/mod.rs", "pub(crate) mod table;"),
            file(
                "crates/engine/src/state/table.rs",
                "use crate::rules::plan::Plan;\npub struct Table;",
            ),
        ];
        let found = check(&files, &[member("engine", &[])]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].place, "crates/engine/src/state/table.rs");
        assert!(found[0].message.contains("rules/plan.rs"), "{}", found[0].message);
    }
}
