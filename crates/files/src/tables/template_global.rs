//! Turns a global table of a template into a plain table, with the settings of one of its replicas.
//!
//! Must not know how properties are evaluated, nor how a table is written.

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{object, picked};
use super::template_kinds::{OF_REPLICA, REGION};
use crate::file_fault::{FileFault, FileReason, LeftOut};

/// Replicas without the Region that is that of the stack. Every other Region becomes the same text, because only this
/// difference matters, and a Region can be unknown.
pub(super) fn without_own_region(replicas: &JsonTree) -> JsonTree {
    let member = |(name, member): &(String, JsonTree)| {
        if name != REGION {
            return Some((name.clone(), without_own_region(member)));
        }
        let is_own = member.to_json().contains("AWS::Region");
        (!is_own).then(|| (name.clone(), "another".into()))
    };
    let content = match &replicas.content {
        JsonContent::Object(members) => JsonContent::Object(members.iter().filter_map(member).collect()),
        JsonContent::List(elements) => JsonContent::List(elements.iter().map(without_own_region).collect()),
        other => other.clone(),
    };
    let line = replicas.line;
    JsonTree { line, content }
}

/// The properties of a table with the settings of one of its replicas. A table here has no other replicas.
///
/// A template does not name the Region of its stack, except as `AWS::Region`. ARNs do not tell it: they name other
/// replicas too. One replica is in that Region, and the order has no meaning for CloudFormation. The AWS CDK writes that
/// replica last, with its Region as a text if the stack has one (observed: cdk-global-tables). So it is the last one
/// unless another has `AWS::Region` (model).
pub(super) fn of_global(properties: &JsonTree, path: &str, left_out: &mut Vec<LeftOut>) -> JsonTree {
    let replicas = properties.member("Replicas");
    if let Some(wrong) = replicas.filter(|it| matches!(it.content, JsonContent::Object(_))) {
        let path = format!("{path}.Replicas");
        left_out.push(FileFault::expected(wrong.line, &path, "a list").into());
    }
    let replicas = replicas.map(JsonTree::elements).unwrap_or_default();
    let own = replicas.iter().position(|replica| replica.member(REGION).is_none());
    let place = own.unwrap_or(replicas.len().saturating_sub(1));
    let nothing = JsonTree::default();
    let replica = replicas.get(place).unwrap_or(&nothing);
    let settings = OF_REPLICA.map(|name| setting(replica, name));
    for (other_place, other) in replicas.iter().enumerate().filter(|(other, _)| *other != place) {
        let path = format!("{path}.Replicas[{other_place}]");
        let differing = match own {
            Some(_) => String::new(),
            None => differing(other, &settings),
        };
        left_out.push(if differing.is_empty() {
            LeftOut::new(other.line, path)
        } else {
            FileFault::new(other.line, path, FileReason::Differs(differing)).into()
        });
    }
    let settings = picked(replica, &OF_REPLICA);
    object(properties.members().iter().cloned().chain(settings))
}

/// A setting of a replica, to be compared.
fn setting(replica: &JsonTree, name: &str) -> Option<String> {
    replica.member(name).map(JsonTree::to_json)
}

/// The names of the settings of a replica that differ from those of the one that is read.
fn differing(replica: &JsonTree, read: &[Option<String>; OF_REPLICA.len()]) -> String {
    let settings = OF_REPLICA.iter().zip(read);
    let differs = |(name, read): &(&&str, &Option<String>)| {
        let setting = setting(replica, name);
        setting.is_some() && setting != **read
    };
    let names: Vec<&str> = settings.filter(differs).map(|(name, _)| *name).collect();
    names.join(", ")
}
