//! Reads a JSON or YAML file into a tree, and recognizes files of other forms by their members.
//!
//! Must not know tables.

use hashrange_values::has_duplicates;
use hashrange_wire::JsonTree;

use super::found::Found;
use crate::file_fault::{FileFault, FileReason, LeftOut, under};
use crate::yaml;

/// A member of a file of another form, and the name of the form with the remedy.
const FORMS: [(&str, &str); 7] = [
    ("planned_values", "a Terraform plan; open the .tf files instead"),
    (
        "terraform_version",
        "a Terraform state file; open the .tf files instead",
    ),
    ("openapi", OPEN_API),
    ("swagger", OPEN_API),
    ("apiVersion", "a Kubernetes manifest, which has no tables"),
    ("services", "a Docker Compose file, which has no tables"),
    (
        "service",
        "a file of the Serverless Framework; run `serverless package` and open the template in .serverless",
    ),
];
const OPEN_API: &str = "an OpenAPI description, which has no tables";

/// Maximum members of an object whose names are compared one by one.
const MOST_COMPARED: usize = 200;

/// The tree of a file. Names a second document in `found`.
pub(super) fn document(text: &str, found: &mut Found) -> Result<JsonTree, Vec<FileFault>> {
    let text = text.trim_start_matches('\u{feff}');
    let tree = if text.trim_start().starts_with(['{', '[']) {
        JsonTree::parse(text).map_err(|error| vec![FileFault::of_json(&error)])?
    } else {
        let read = yaml::parse(text).map_err(|fault| vec![fault])?;
        let next = read.next.map(|line| LeftOut::new(line, "the next document"));
        found.left_out.extend(next);
        read.tree
    };
    let form = FORMS
        .iter()
        .filter(|_| tree.member("Resources").is_none())
        .find_map(|(member, form)| Some((tree.member(member)?.line, *form)));
    match form {
        Some((line, form)) => Err(vec![FileFault::new(line, "", FileReason::Form(form))]),
        None => {
            let mut again = Vec::new();
            name_repeated(&tree, &mut Vec::new(), &mut again);
            found.left_out.extend(again);
            Ok(tree)
        }
    }
}

/// Names the members whose names follow again in the same object, 200 at most. In a longer object, it names the
/// object.
fn name_repeated<'t>(tree: &'t JsonTree, path: &mut Vec<&'t str>, again: &mut Vec<LeftOut>) {
    let members = tree.members();
    let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    let is_long = members.len() > MOST_COMPARED;
    let has_repeated = has_duplicates(&names);
    if has_repeated && is_long {
        add(tree.line, path, again);
    }
    for (place, (name, member)) in members.iter().enumerate() {
        path.push(name);
        if has_repeated && !is_long && names.iter().skip(place + 1).any(|other| other == name) {
            add(member.line, path, again);
        }
        name_repeated(member, path, again);
        path.pop();
    }
    for element in tree.elements() {
        name_repeated(element, path, again);
    }
}

fn add(line: usize, path: &[&str], again: &mut Vec<LeftOut>) {
    if again.len() < MOST_COMPARED {
        let (first, rest) = path.split_first().map_or(("", path), |(first, rest)| (*first, rest));
        let path = rest.iter().fold(first.to_owned(), |path, name| under(&path, name));
        again.push(FileFault::new(line, path, FileReason::Again).into());
    }
}
