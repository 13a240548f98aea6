//! Rule: no files of a crate import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::Finding;
use super::imports::imports;
use super::layers::Crate;
use super::sources::{SourceFile, rust_below};

const RULE: &str = "circles";

pub(super) fn check(files: &[SourceFile], crates: &[Crate]) -> Vec<Finding> {
    crates.iter().filter_map(|member| of_crate(files, member)).collect()
}

fn of_crate(files: &[SourceFile], member: &Crate) -> Option<Finding> {
    let mine = rust_below(files, &format!("{}/src/", member.folder));
    let circles = circles(mine.len(), &imports(&mine));
    let names = |circle: &BTreeSet<usize>| {
        let names = circle
            .iter()
            .filter_map(|number| mine.get(*number))
            .map(|(path, _)| *path);
        names.collect::<Vec<_>>().join(", ")
    };
    let listed = circles.iter().map(names).collect::<Vec<_>>().join("; ");
    (!circles.is_empty()).then(|| {
        Finding::new(
            RULE,
            &member.folder,
            format!("files import each other in a circle: {listed}"),
        )
    })
}

/// Sets of files that all reach each other.
fn circles(count: usize, edges: &BTreeSet<(usize, usize)>) -> Vec<BTreeSet<usize>> {
    let mut after: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, to) in edges {
        after.entry(*from).or_default().push(*to);
    }
    let reach = |from: usize| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(at) = waiting.pop() {
            let next = after.get(&at).into_iter().flatten();
            waiting.extend(next.filter(|to| seen.insert(**to)));
        }
        seen
    };
    let reached: Vec<BTreeSet<usize>> = (0..count).map(reach).collect();
    let meets = |one: usize, other: usize| {
        reached.get(one).is_some_and(|set| set.contains(&other))
            && reached.get(other).is_some_and(|set| set.contains(&one))
    };
    let mut found: Vec<BTreeSet<usize>> = Vec::new();
    for file in (0..count).filter(|file| meets(*file, *file)) {
        match found
            .iter_mut()
            .find(|circle| circle.first().is_some_and(|first| meets(*first, file)))
        {
            Some(circle) => drop(circle.insert(file)),
            None => found.push(BTreeSet::from([file])),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::member;
    use super::*;

    #[test]
    fn files_that_import_each_other_are_found() {
        let edges = BTreeSet::from([(0, 1), (1, 2), (2, 1), (3, 0)]);
        assert_eq!(circles(4, &edges), [BTreeSet::from([1, 2])]);
        assert!(circles(4, &BTreeSet::from([(0, 1), (1, 2)])).is_empty());
    }

    #[test]
    fn a_circle_is_reported_with_its_files() {
        let file = |path: &str, text: &str| SourceFile::new(path, text);
        let files = [
            file("crates/x/src/lib.rs", "mod a;\nmod b;"),
            file("crates/x/src/a.rs", "use crate::b::B;\npub struct A;"),
            file("crates/x/src/b.rs", "use crate::a::A;\npub struct B;"),
        ];
        let found = check(&files, &[member("x", &[])]);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("a.rs, b.rs"), "{}", found[0].message);
    }
}
