//! A rehearsal: runs a spec in this process, and counts what it needs from an endpoint before anything is sent.
//!
//! Owns which operations may be sent to a third-party endpoint, and the sum of units. Must not know prices or
//! endpoints.

use serde_json::Value;

use crate::foreign::Names;
use crate::runner::run;
use crate::service::{Answer, InProcess, Service, options};
use crate::spec::{Mode, Spec, StepKind};

/// Operations that access only the tables they name, and leave nothing behind.
const READS: [&str; 9] = [
    "GetItem",
    "BatchGetItem",
    "Query",
    "Scan",
    "TransactGetItems",
    "SearchVectors",
    "ExecuteStatement",
    "BatchExecuteStatement",
    "ExecuteTransaction",
];
const WRITES: [&str; 5] = [
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchWriteItem",
    "TransactWriteItems",
];
const OTHERS: [&str; 10] = [
    "CreateTable",
    "DescribeTable",
    "UpdateTable",
    "DeleteTable",
    "ListTables",
    "UpdateTimeToLive",
    "DescribeTimeToLive",
    "TagResource",
    "UntagResource",
    "ListTagsOfResource",
];
/// Members that cost more than requests do, or grant access to others.
const COSTLY: [&str; 5] = [
    "WarmThroughput",
    "ReplicaUpdates",
    "ResourcePolicy",
    "SSESpecification",
    "GlobalTableWitnessUpdates",
];

/// The maximum units that a spec may provision, because they cost dollars per hour.
const MOST_PROVISIONED: u64 = 1_000;

/// The needs of a spec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// The number of requests, including the runner's checks between them.
    pub requests: u64,
    /// The maximum read units, by the size of the responses.
    pub read_units: u64,
    /// The maximum write units, by the size of the requests, including index entries.
    pub write_units: u64,
    /// Tables created.
    pub tables: u64,
    /// The total read units per second of provisioned tables and indexes.
    pub provisioned_reads: u64,
    /// The total write units per second of provisioned tables and indexes.
    pub provisioned_writes: u64,
}

impl std::ops::AddAssign for Need {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.read_units += other.read_units;
        self.write_units += other.write_units;
        self.tables += other.tables;
        self.provisioned_reads += other.provisioned_reads;
        self.provisioned_writes += other.provisioned_writes;
    }
}

/// Counts the needs of a spec.
///
/// # Errors
/// Why it cannot be sent to a third-party endpoint.
pub fn rehearse(spec: &Spec, names: &Names) -> Result<Need, String> {
    if spec.heavy {
        return Err("too many requests for a network".to_owned());
    }
    if spec.in_process_only() {
        return Err("it needs physics, limits, an accelerator or virtual time".to_owned());
    }
    let is_raw = |kind: &StepKind| matches!(kind, StepKind::Exchange(exchange) if exchange.mode == Mode::Raw);
    if spec.steps.iter().any(|step| is_raw(&step.kind)) {
        return Err("it sends texts as they are written, whose names cannot get a prefix".to_owned());
    }
    let options = options(&spec.physics).ok_or("it names no physics")?;
    let mut service = Rehearsal {
        service: InProcess::new(options),
        names,
        need: Need::default(),
        obstacle: None,
    };
    let outcome = run(spec, &mut service);
    match service.obstacle {
        Some(obstacle) => Err(obstacle),
        None => outcome
            .map(|()| service.need)
            .map_err(|failure| format!("it fails in this process: {failure}")),
    }
}

struct Rehearsal<'n> {
    service: InProcess,
    names: &'n Names,
    need: Need,
    /// The first obstacle to sending it.
    obstacle: Option<String>,
}

impl Service for Rehearsal<'_> {
    fn call(&mut self, operation: &str, body: &str) -> Answer {
        let answer = self.service.call(operation, body);
        if let Err(obstacle) = self.count(operation, body, &answer) {
            self.obstacle.get_or_insert(obstacle);
        }
        answer
    }

    fn advance(&mut self, _milliseconds: u64) -> bool {
        false
    }
}

impl Rehearsal<'_> {
    fn count(&mut self, operation: &str, body: &str, answer: &Answer) -> Result<(), String> {
        self.need.requests += 1;
        self.names.sent(body)?;
        let request: Value = serde_json::from_str(body).unwrap_or_default();
        if let Some(costly) = COSTLY.iter().find(|name| request.get(**name).is_some()) {
            return Err(format!(
                "{operation} with {costly} costs more, or reaches further, than a request"
            ));
        }
        let is_transaction = operation.contains("Transact");
        let factor = if is_transaction { 2 } else { 1 };
        if READS.contains(&operation) {
            self.need.read_units += factor * (answer.body.len().div_ceil(4_096).max(1) as u64);
        }
        // Statements may also write. An index entry costs at most as much as its item.
        if WRITES.contains(&operation) || operation.contains("Execute") {
            self.need.write_units += 2 * factor * (body.len().div_ceil(1_024).max(1) as u64);
        }
        if answer.status == 200 && matches!(operation, "CreateTable" | "UpdateTable") {
            self.need.tables += u64::from(operation == "CreateTable");
            self.provisioned(&request);
            let provisioned = self.need.provisioned_reads + self.need.provisioned_writes;
            if provisioned > MOST_PROVISIONED {
                return Err(format!("it provisions {provisioned} units, which cost dollars an hour"));
            }
        }
        let known = [&READS[..], &WRITES[..], &OTHERS[..]].concat();
        if known.contains(&operation) {
            return Ok(());
        }
        Err(format!(
            "{operation} reaches beyond the tables of a spec, or leaves something behind"
        ))
    }

    /// Adds the units that a request provisions, in any of its members.
    fn provisioned(&mut self, value: &Value) {
        if let Value::Object(members) = value {
            for (name, member) in members {
                let units = |name: &str| member[name].as_u64().unwrap_or(0);
                if name == "ProvisionedThroughput" {
                    self.need.provisioned_reads += units("ReadCapacityUnits");
                    self.need.provisioned_writes += units("WriteCapacityUnits");
                }
                self.provisioned(member);
            }
        }
        value
            .as_array()
            .into_iter()
            .flatten()
            .for_each(|element| self.provisioned(element));
    }
}

#[cfg(test)]
mod tests {
    use super::{Need, rehearse};
    use crate::foreign::Names;
    use crate::spec::Spec;

    fn need(name: &str) -> Result<Need, String> {
        let path = crate::root().join("suite").join(format!("{name}.spec"));
        rehearse(&Spec::read(&path).expect("it is a spec"), &Names::new("own_"))
    }

    #[test]
    fn requests_and_tables_are_counted() {
        let need = need("items/put-and-get").expect("it can be sent");
        assert!(need.tables >= 1 && need.requests > need.tables, "{need:?}");
        assert!(need.read_units >= 1 && need.write_units >= 2, "{need:?}");
    }

    #[test]
    fn what_a_foreign_endpoint_cannot_be_asked_is_reported() {
        for (name, reason) in [
            ("throttling/burst", "physics"),
            ("expiry/switched-off", "physics"),
            ("items/serialization", "as they are written"),
            ("settings/policy", "reaches"),
        ] {
            let obstacle = need(name).expect_err(name);
            assert!(obstacle.contains(reason), "{name}: {obstacle}");
        }
    }
}
