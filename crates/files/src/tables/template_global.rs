//! Turns a global table of a template into a plain table, with the settings of one of its replicas.
//!
//! Must not know how properties are evaluated, nor how a table is written.

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{named, pass_over, picked, text_of};
use super::places::Places;
use super::template_kinds::{
    ENCRYPTION, GLOBAL, INDEXES, INSIGHTS, NAMES, OF_GLOBAL, OF_REPLICA, OF_REPLICAS, REGION, REPLICAS, SETTINGS,
};
use crate::file_fault::{FileFault, FileReason, LeftOut, short, under};

/// The throughput of writes: the units of a table with the settings and the auto scaling that a global table has instead,
/// and the limit on demand with its settings. Writes have auto scaling only (documented: template-global-tables).
const WRITES: [&str; 5] = [
    "WriteCapacityUnits",
    "WriteProvisionedThroughputSettings",
    "WriteCapacityAutoScalingSettings",
    "MaxWriteRequestUnits",
    "WriteOnDemandThroughputSettings",
];
/// The throughput of reads in the same order.
const READS: [&str; 5] = [
    "ReadCapacityUnits",
    "ReadProvisionedThroughputSettings",
    "ReadCapacityAutoScalingSettings",
    "MaxReadRequestUnits",
    "ReadOnDemandThroughputSettings",
];

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
    pass_over(properties, &[OF_GLOBAL, NAMES].concat(), GLOBAL, path, left_out);
    let replicas = list(properties, REPLICAS, path, left_out);
    let own = replicas.iter().position(|replica| replica.member(REGION).is_none());
    let place = own.unwrap_or(replicas.len().saturating_sub(1));
    let nothing = JsonTree::default();
    let replica = replicas.get(place).unwrap_or(&nothing);
    let replica_path = element_of(path, REPLICAS, place);
    pass_over(
        replica,
        &[OF_REPLICAS, NAMES].concat(),
        REPLICAS,
        &replica_path,
        left_out,
    );
    let settings: Vec<Option<String>> = OF_REPLICA.iter().map(|name| setting(replica, name)).collect();
    for (other_place, other) in replicas.iter().enumerate().filter(|(other, _)| *other != place) {
        let path = element_of(path, REPLICAS, other_place);
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
    let mut members = properties.members().to_vec();
    members.append(&mut picked(replica, SETTINGS));
    let is_on_demand = properties.member("BillingMode").and_then(JsonTree::text) == Some("PAY_PER_REQUEST");
    let mut pairs = Pairs { is_on_demand, left_out };
    let table = [(properties, path), (replica, &replica_path)];
    members.extend(pairs.throughput(table));
    members.extend(pairs.encryption(table));
    members.extend(pairs.indexes(table));
    JsonContent::Object(members).into()
}

/// The path of an element of a list.
#[inline(never)]
fn element_of(path: &str, list: &str, place: usize) -> String {
    format!("{path}.{list}[{place}]")
}

/// The elements of a member. Names what is no list.
fn list<'t>(tree: &'t JsonTree, name: &str, path: &str, left_out: &mut Vec<LeftOut>) -> &'t [JsonTree] {
    let Some(list) = tree.member(name) else { return &[] };
    if !matches!(list.content, JsonContent::List(_)) {
        left_out.push(FileFault::expected(list.line, &under(path, name), "a list").into());
    }
    list.elements()
}

/// What a global table and its replica say about the same, each with its path: first that of the table, about writes,
/// then that of the replica, about reads.
type Pair<'t> = [(&'t JsonTree, &'t str); 2];

/// Reads the settings that a global table shares with its replica.
struct Pairs<'l> {
    is_on_demand: bool,
    left_out: &'l mut Vec<LeftOut>,
}

impl Pairs<'_> {
    /// The throughput of a table or an index.
    fn throughput(&mut self, pair: Pair<'_>) -> Option<(String, JsonTree)> {
        let mut found = Vec::new();
        for ((tree, path), names) in pair.iter().zip([&WRITES, &READS]) {
            let [units, provisioned, scaling, most, on_demand] = names;
            let (read, settings, other) = match self.is_on_demand {
                true => (most, on_demand, provisioned),
                false => (units, provisioned, on_demand),
            };
            if let Some(other_there) = tree.member(other) {
                self.left_out.push(LeftOut::new(other_there.line, under(path, other)));
            }
            let Some(there) = tree.member(settings) else { continue };
            let fixed = there.member(read);
            if let Some(scaling_there) = there.member(scaling) {
                let path = under(&under(path, settings), scaling);
                match fixed {
                    Some(_) => self.left_out.push(LeftOut::new(scaling_there.line, path)),
                    None => found.extend(self.seed(scaling_there, units, &path)),
                }
            }
            found.extend(fixed.map(|fixed| named(read, fixed.clone())));
        }
        let name = match self.is_on_demand {
            true => "OnDemandThroughput",
            false => "ProvisionedThroughput",
        };
        (!found.is_empty()).then(|| named(name, JsonContent::Object(found)))
    }

    /// The encryption of a table, with the key that the replica has for it.
    fn encryption(&mut self, pair: Pair<'_>) -> Option<(String, JsonTree)> {
        let [(table, _), (replica, path)] = pair;
        let key = replica.member(ENCRYPTION)?;
        let Some(encryption) = table.member(ENCRYPTION) else {
            self.left_out.push(LeftOut::new(key.line, under(path, ENCRYPTION)));
            return None;
        };
        let mut members = encryption.members().to_vec();
        members.append(&mut picked(key, &["KMSMasterKeyId"]));
        Some(named(ENCRYPTION, JsonContent::Object(members)))
    }

    /// The units for auto scaling, which a definition does not have: SeedCapacity, or else MinCapacity (model). AWS
    /// documents SeedCapacity for a table that becomes provisioned.
    fn seed(&mut self, scaling: &JsonTree, units: &str, path: &str) -> Option<(String, JsonTree)> {
        let found = ["SeedCapacity", "MinCapacity"]
            .into_iter()
            .find_map(|name| Some((name, scaling.member(name)?)));
        let Some((name, value)) = found else {
            self.left_out.push(LeftOut::new(scaling.line, path));
            return None;
        };
        let words = short(&text_of(value).unwrap_or_default());
        let reason = FileReason::ReadAs(format!("{units} {words}, its {name}"));
        self.left_out.push(FileFault::new(scaling.line, path, reason).into());
        Some(named(units, value.clone()))
    }

    /// The global indexes of a table, each with the settings that the replica has for it.
    fn indexes(&mut self, pair: Pair<'_>) -> Option<(String, JsonTree)> {
        let [(table, path), (replica, replica_path)] = pair;
        let in_replica = list(replica, INDEXES, replica_path, self.left_out);
        let name_of = |index: &JsonTree| index.member("IndexName").and_then(text_of);
        let names: Vec<String> = in_replica.iter().map(|it| name_of(it).unwrap_or_default()).collect();
        let places = Places::of_all(&names);
        let mut is_read = vec![false; names.len()];
        let nothing = JsonTree::default();
        let mut indexes: Vec<JsonTree> = Vec::new();
        let in_table = table.member(INDEXES).map(JsonTree::elements).unwrap_or_default();
        for (number, index) in in_table.iter().enumerate() {
            let path = element_of(path, INDEXES, number);
            // Each is read once, so that a long one is not repeated by many short indexes of its name.
            let place = name_of(index).and_then(|name| places.get(&name));
            let place = place.filter(|place| is_read.get(*place) == Some(&false));
            if let Some(is_read) = place.and_then(|place| is_read.get_mut(place)) {
                *is_read = true;
            }
            let there = place.and_then(|place| in_replica.get(place)).unwrap_or(&nothing);
            let replica_path = element_of(replica_path, INDEXES, place.unwrap_or_default());
            let throughput = self.throughput([(index, &path), (there, &replica_path)]);
            let mut members = index.members().to_vec();
            members.extend(throughput);
            members.append(&mut picked(there, &[INSIGHTS]));
            indexes.push(JsonContent::Object(members).into());
        }
        for (place, (index, is_read)) in in_replica.iter().zip(is_read).enumerate() {
            if is_read {
                continue;
            }
            let path = element_of(replica_path, INDEXES, place);
            let reason = FileReason::Missing("its index");
            self.left_out.push(FileFault::new(index.line, path, reason).into());
        }
        (!indexes.is_empty()).then(|| named(INDEXES, indexes))
    }
}

/// A setting of a replica, to be compared.
#[inline(never)]
fn setting(replica: &JsonTree, name: &str) -> Option<String> {
    replica.member(name).map(JsonTree::to_json)
}

/// The names of the settings of a replica that differ from those of the one that is read.
fn differing(replica: &JsonTree, read: &[Option<String>]) -> String {
    let mut names = String::new();
    for (name, read) in OF_REPLICA.iter().zip(read) {
        let setting = setting(replica, name);
        if setting.is_some() && setting != *read {
            let separator = if names.is_empty() { "" } else { ", " };
            names = names + separator + name;
        }
    }
    names
}
