//! The claims and the specs that show them: every id a spec names exists, and what this slice can show stays shown.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "an edge of the project: reads its own files")]
#![allow(clippy::panic, clippy::print_stdout, reason = "a test: it fails by panicking, and says what is still open")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use hashrange_tests::claims::{self, Claim};
use hashrange_tests::spec::Spec;

/// Claims shown so far. Raise it with every spec that shows more; it never falls.
const SHOWN_AT_LEAST: usize = 107;

#[test]
fn specs_name_claims_that_exist_and_enough_are_shown() {
    let claims = claims::all();
    let mut shown = BTreeMap::new();
    collect(&hashrange_tests::home().join("suite"), &mut shown);
    for (id, file) in &shown {
        assert!(claims.contains_key(id), "{file} names {id}, which is no claim");
    }
    print(&claims, &shown);
    assert!(shown.len() >= SHOWN_AT_LEAST, "{} claims are shown, {SHOWN_AT_LEAST} were before", shown.len());
}

/// Ids and the last file that names each.
fn collect(folder: &Path, shown: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, shown);
        } else if path.extension().is_some_and(|extension| extension == "spec") {
            let spec = Spec::read(&path).unwrap_or_else(|error| panic!("{error}"));
            shown.extend(spec.claims.into_iter().map(|id| (id, path.display().to_string())));
        }
    }
}

fn print(claims: &BTreeMap<String, Claim>, shown: &BTreeMap<String, String>) {
    let kinds: BTreeSet<&str> = claims.values().map(|claim| claim.kind.as_str()).collect();
    for kind in kinds {
        let of_kind = claims.iter().filter(|(_, claim)| claim.kind == kind);
        let (done, open): (Vec<_>, Vec<_>) = of_kind.map(|(id, _)| id.as_str()).partition(|id| shown.contains_key(*id));
        println!("{kind}: {} shown, {} open: {}", done.len(), open.len(), open.join(" "));
    }
}
