//! AWS's models of DynamoDB and its streams, as botocore installs them, compared with what `wire` reads and refuses.
//!
//! Owns the comparison: operations, members of requests at every depth, words, limits, patterns, members of responses
//! and errors. The differences that are known, each with a reason, are in `aws-model.txt`. Must not know endpoints.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use hashrange_wire::{Requirement, Requirements, requirements};
use serde_json::{Map, Value};

/// The model of one service.
struct Model {
    operations: Map<String, Value>,
    shapes: Map<String, Value>,
}

/// The differences of the models from what this project knows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Differences that the list of known ones lacks.
    pub new: Vec<String>,
    /// Known differences that no longer exist.
    pub gone: Vec<String>,
    /// The number of known differences that still exist.
    pub known: usize,
}

/// Compares the models in a folder of botocore: the package itself, its `data`, or a folder around it.
///
/// # Errors
/// When a model is missing or not JSON.
pub fn compare(folder: &Path) -> Result<Differences, String> {
    let mut found = BTreeSet::new();
    let sources = Sources::read()?;
    for service in ["dynamodb", "dynamodbstreams"] {
        Model::read(folder, service)?.compare(&sources, &mut found);
    }
    let path = crate::root().join("aws-model.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(split(&found, &text))
}

/// Compares differences with the list of known ones. A `*` in a line of the list stands for any text.
fn split(found: &BTreeSet<String>, list: &str) -> Differences {
    let lines = || list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_known = |difference: &&String| lines().any(|line| covers(line, difference));
    let exists = |line: &&str| found.iter().any(|difference| covers(line, difference));
    Differences {
        new: found
            .iter()
            .filter(|difference| !is_known(difference))
            .cloned()
            .collect(),
        gone: lines().filter(|line| !exists(line)).map(str::to_owned).collect(),
        known: found.iter().filter(is_known).count(),
    }
}

/// Whether a line of the list stands for a difference.
fn covers(line: &str, difference: &str) -> bool {
    let Some((first, rest)) = line.split_once('*') else {
        return line == difference;
    };
    let Some(mut left) = difference.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match left.split_once(part) {
            Some((_, after)) => left = after,
            None => return false,
        }
    }
    left.ends_with(last)
}

/// The words that the sources of `wire` write: names of response members and of exceptions.
struct Sources(BTreeSet<String>);

impl Sources {
    fn read() -> Result<Self, String> {
        let mut words = BTreeSet::new();
        let mut folders = vec![crate::root().join("../crates/wire/src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
                let path = entry.map_err(|error| error.to_string())?.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
                    // Also what stands between two literals: a quote in a character would shift the places otherwise.
                    words.extend(text.split('"').map(str::to_owned));
                }
            }
        }
        Ok(Self(words))
    }

    fn name(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

impl Model {
    fn read(folder: &Path, service: &str) -> Result<Self, String> {
        let path = find(folder, service)
            .ok_or_else(|| format!("{}: no model of {service} (service-2.json or .gz)", folder.display()))?;
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut text = String::new();
        let outcome = if path.extension().is_some_and(|extension| extension == "gz") {
            flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text)
        } else {
            bytes.as_slice().read_to_string(&mut text)
        };
        outcome.map_err(|error| format!("{}: {error}", path.display()))?;
        let model: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let part = |name: &str| model[name].as_object().cloned().unwrap_or_default();
        Ok(Self {
            operations: part("operations"),
            shapes: part("shapes"),
        })
    }

    fn compare(&self, sources: &Sources, found: &mut BTreeSet<String>) {
        let mut seen = BTreeSet::new();
        for (operation, described) in &self.operations {
            match requirements(operation) {
                None => {
                    found.insert(format!("{operation}: the operation is unknown"));
                    continue;
                }
                Some(Requirements::Refused) => continue,
                Some(Requirements::Read(members, refused)) => {
                    let input = described["input"]["shape"].as_str().unwrap_or_default();
                    self.compare_request(operation, input, &members, refused, found);
                }
            }
            let output = described["output"]["shape"].as_str().unwrap_or_default();
            self.compare_answer(output, sources, &mut seen, found);
            for error in described["errors"].as_array().into_iter().flatten() {
                let name = error["shape"].as_str().unwrap_or_default();
                if !sources.name(name) {
                    found.insert(format!("{name}: the error is unknown"));
                }
                self.compare_answer(name, sources, &mut seen, found);
            }
        }
    }

    fn compare_request(
        &self,
        operation: &str,
        input: &str,
        ours: &[Requirement],
        refused: &[&str],
        found: &mut BTreeSet<String>,
    ) {
        let mut theirs = BTreeMap::new();
        self.flatten(input, "", &mut vec![input], &mut theirs);
        let known: BTreeMap<&str, &Requirement> = ours.iter().map(|member| (member.path.as_str(), member)).collect();
        let parent = |path: &str| path.rfind(['.', '[', '{']).map(|end| path[..end].to_owned());
        for (path, member) in &theirs {
            let within = format!("{operation}.{path}");
            match known.get(path.as_str()) {
                Some(own) => compare_member(&within, own, member, found),
                None if refused
                    .iter()
                    .any(|name| path.split(['.', '[', '{']).next() == Some(name)) => {}
                // Of a missing structure, only the structure is reported.
                None if parent(path).is_some_and(|parent| !known.contains_key(parent.as_str())) => {}
                None => {
                    found.insert(format!("{within}: the member is unknown"));
                }
            }
        }
        let lacking = ours.iter().filter(|member| !theirs.contains_key(&member.path));
        found.extend(lacking.map(|member| format!("{operation}.{}: the model lacks the member", member.path)));
    }

    /// The members of a structure by path, at every depth. An attribute value has no members here.
    fn flatten<'m>(
        &'m self,
        shape: &'m str,
        path: &str,
        within: &mut Vec<&'m str>,
        found: &mut BTreeMap<String, ModelMember<'m>>,
    ) {
        let described = &self.shapes[shape];
        let required = described["required"].as_array().cloned().unwrap_or_default();
        let mut parts: Vec<(String, &str, bool)> = Vec::new();
        for (name, member) in described["members"].as_object().into_iter().flatten() {
            let dot = if path.is_empty() { "" } else { "." };
            let is_required = required.iter().any(|word| word == name);
            parts.push((
                format!("{path}{dot}{name}"),
                member["shape"].as_str().unwrap_or_default(),
                is_required,
            ));
        }
        if let Some(element) = described["member"]["shape"].as_str() {
            parts.push((format!("{path}[]"), element, false));
        }
        if let Some(value) = described["value"]["shape"].as_str() {
            parts.push((format!("{path}{{}}"), value, false));
        }
        for (path, shape, is_required) in parts {
            let described = &self.shapes[shape];
            let is_value = shape == "AttributeValue";
            found.insert(
                path.clone(),
                ModelMember {
                    shape: described,
                    is_required,
                    is_value,
                },
            );
            if !is_value && !within.contains(&shape) {
                within.push(shape);
                self.flatten(shape, &path, within, found);
                within.pop();
            }
        }
    }

    /// Reports the names and words of a response or an error that `wire` never writes, by the shape that has them.
    fn compare_answer<'m>(
        &'m self,
        shape: &'m str,
        sources: &Sources,
        seen: &mut BTreeSet<&'m str>,
        found: &mut BTreeSet<String>,
    ) {
        let Some(described) = self.shapes.get(shape).filter(|_| seen.insert(shape)) else {
            return;
        };
        let mut inner: Vec<&str> = Vec::new();
        for (name, member) in described["members"].as_object().into_iter().flatten() {
            if sources.name(name) {
                inner.extend(member["shape"].as_str());
            } else {
                found.insert(format!("{shape}: its member {name} is never written"));
            }
        }
        inner.extend(described["member"]["shape"].as_str());
        inner.extend(described["value"]["shape"].as_str());
        for word in described["enum"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if !sources.name(word) {
                found.insert(format!("{shape}: its word {word} is never written"));
            }
        }
        for shape in inner {
            self.compare_answer(shape, sources, seen, found);
        }
    }
}

/// A member of a request in a model.
struct ModelMember<'m> {
    shape: &'m Value,
    is_required: bool,
    is_value: bool,
}

fn compare_member(path: &str, own: &Requirement, model: &ModelMember<'_>, found: &mut BTreeSet<String>) {
    let mut differ = |what: &str, ours: &str, theirs: &str| {
        if ours != theirs {
            found.insert(format!("{path}: {what} is {ours} here, {theirs} in the model"));
        }
    };
    let number = |number: Option<i64>| number.map_or("none".to_owned(), |number| number.to_string());
    let kind = match model.shape["type"].as_str().unwrap_or_default() {
        _ if model.is_value => "",
        "timestamp" | "float" => "double",
        kind => kind,
    };
    differ("the type", own.kind, kind);
    let yes_or_no = |is_required| if is_required { "required" } else { "optional" };
    differ("the member", yes_or_no(own.is_required), yes_or_no(model.is_required));
    differ("the minimum", &number(own.min), &number(model.shape["min"].as_i64()));
    differ("the maximum", &number(own.max), &number(model.shape["max"].as_i64()));
    let pattern = model.shape["pattern"].as_str();
    differ("the pattern", own.pattern.unwrap_or("none"), pattern.unwrap_or("none"));
    let is_first = path
        .split_once('.')
        .is_some_and(|(_, path)| !path.contains(['.', '[', '{']));
    if is_first && !own.is_stored {
        found.insert(format!("{path}: the member is checked, but not stored"));
    }
    let words: BTreeSet<&str> = model.shape["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for word in words.iter().filter(|word| !own.words.contains(*word)) {
        found.insert(format!("{path}: the word {word} is unknown"));
    }
    for word in own.words.iter().filter(|word| !words.contains(*word)) {
        found.insert(format!("{path}: the model lacks the word {word}"));
    }
}

/// The model of a service in a folder, or in a folder around it.
fn find(folder: &Path, service: &str) -> Option<PathBuf> {
    let names = ["service-2.json.gz", "service-2.json"];
    let bases = ["", "data", "botocore/data"].map(|base| folder.join(base).join(service));
    let folders = bases.iter().flat_map(|base| [base.clone(), base.join("2012-08-10")]);
    let files = folders.flat_map(|folder| names.map(|name| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let text = r#"{
            "operations": {
                "GetShardIterator": {"input": {"shape": "In"}, "output": {"shape": "Out"}, "errors": [{"shape": "NewException"}]},
                "StopTime": {"input": {"shape": "In"}}
            },
            "shapes": {
                "In": {"type": "structure", "required": ["StreamArn", "ShardId", "ShardIteratorType"], "members": {
                    "StreamArn": {"shape": "Arn"}, "ShardId": {"shape": "Id"}, "ShardIteratorType": {"shape": "Kind"},
                    "SequenceNumber": {"shape": "Number"}, "Timestamp": {"shape": "Time"}, "Mood": {"shape": "Mood"}}},
                "Arn": {"type": "string", "min": 37, "max": 1024},
                "Id": {"type": "string", "min": 28, "max": 65},
                "Kind": {"type": "string", "enum": ["TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER", "AT_TIMESTAMP", "AT_DAWN"]},
                "Number": {"type": "string", "min": 21, "max": 50},
                "Time": {"type": "timestamp"},
                "Mood": {"type": "structure", "members": {"Colour": {"shape": "Arn"}}},
                "Out": {"type": "structure", "members": {"ShardIterator": {"shape": "Id"}, "ShardMood": {"shape": "Id"}}},
                "NewException": {"type": "structure", "members": {"message": {"shape": "Id"}}}
            }
        }"#;
        let model: Value = serde_json::from_str(text).expect("JSON");
        Model {
            operations: model["operations"].as_object().expect("an object").clone(),
            shapes: model["shapes"].as_object().expect("an object").clone(),
        }
    }

    #[test]
    fn what_is_new_in_a_model_is_listed_once() {
        let mut found = BTreeSet::new();
        model().compare(&Sources::read().expect("the sources"), &mut found);
        let expected = [
            "GetShardIterator.Mood: the member is unknown",
            "GetShardIterator.SequenceNumber: the maximum is 40 here, 50 in the model",
            "GetShardIterator.ShardIteratorType: the word AT_DAWN is unknown",
            "NewException: the error is unknown",
            "Out: its member ShardMood is never written",
            "StopTime: the operation is unknown",
        ];
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn known_differences_are_left_out_and_stale_ones_are_listed() {
        let found = ["A.b: is new", "A.c: is known", "B.d: is known"]
            .map(str::to_owned)
            .into();
        let differences = split(&found, "# a reason\nA.c: is known\n\nB.*: is known\nC.e: is gone\n");
        assert_eq!(
            (differences.new, differences.known),
            (vec!["A.b: is new".to_owned()], 2)
        );
        assert_eq!(differences.gone, ["C.e: is gone"]);
    }
}
