//! The life of a global index: where it is, how far it is filled, what it leaves out, and what may be asked meanwhile.

use hashrange_engine::{Engine, IndexKind, IndexView, KeyViolation, TableView, VectorFault, ViolationReason};
use hashrange_values::{Item, Text};
use hashrange_wire::{Busy, IndexStatus, LimitExceeded, ResourceInUse};

/// Violations listed.
const LISTED: usize = 40;

/// A global index as it stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexBuild {
    /// The index.
    pub index: Text,
    /// Where it is in its life.
    pub phase: BuildPhase,
    /// Percent of the table it has passed, 0 to 100.
    pub percent: u64,
    /// Items of the table passed.
    pub passed: u64,
    /// Items of the table.
    pub items: u64,
    /// Entries in the index.
    pub entries: u64,
    /// Items left out, as far as they are listed.
    pub violations: Vec<BuildViolation>,
    /// How many were left out.
    pub violation_count: u64,
    /// What can be asked now, and what is refused with which words.
    pub rules: Vec<BuildRule>,
}

/// The phases of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum BuildPhase {
    /// Made together with its table.
    WithTable,
    /// CREATING, Backfilling false: resources are being allocated.
    Allocating,
    /// CREATING, Backfilling true.
    Backfilling,
    /// Ready.
    Active,
    /// Its throughput is changing.
    Updating,
    /// Going.
    Deleting,
}

/// An item that cannot be in the index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildViolation {
    /// Its primary key.
    pub key: Item,
    /// The attribute at fault.
    pub attribute: Text,
    /// What is wrong with it.
    pub reason: String,
    /// What would bring the item into the index.
    pub fix: String,
}

/// A request, and whether it may be made now.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildRule {
    /// What is asked, in words.
    pub what: String,
    /// Why it is refused, word for word; `None` when it is allowed.
    pub refusal: Option<String>,
}

impl IndexBuild {
    /// The build of a global index or of one for vectors; `None` when there is no such index.
    #[must_use]
    pub fn of(engine: &Engine, table: &str, index: &str) -> Option<Self> {
        let table = engine.table(table)?;
        let view = table.indexes().find(|view| view.definition().name == index)?;
        if view.definition().kind == IndexKind::Local {
            return None;
        }
        let (phase, build) = (phase(view), view.build());
        let items = table.item_count() as u64;
        let passed = match (phase, build) {
            (_, Some(build)) => build.rows.min(items),
            (BuildPhase::Allocating, None) => 0,
            _ => items,
        };
        let complete = build.is_none_or(|build| build.complete);
        let percent = if items == 0 || (complete && passed > 0) { 100 } else { passed * 100 / items };
        let (violations, violation_count) = view.violations();
        Some(Self {
            index: view.definition().name.clone(),
            phase,
            percent: if phase == BuildPhase::Allocating { 0 } else { percent },
            passed,
            items,
            entries: view.item_count() as u64,
            violations: violations.iter().take(LISTED).map(BuildViolation::of).collect(),
            violation_count,
            rules: rules(table, view, phase),
        })
    }
}

fn phase(view: IndexView<'_>) -> BuildPhase {
    match (view.status(), view.backfilling()) {
        (_, Some(true)) => BuildPhase::Backfilling,
        (_, Some(false)) => BuildPhase::Allocating,
        (IndexStatus::Creating, None) => BuildPhase::WithTable,
        (IndexStatus::Updating, None) => BuildPhase::Updating,
        (IndexStatus::Deleting, None) => BuildPhase::Deleting,
        (IndexStatus::Active, None) => BuildPhase::Active,
    }
}

impl BuildViolation {
    pub(crate) fn of(found: &KeyViolation) -> Self {
        let attribute = &found.violation.attribute;
        let (reason, fix) = match found.violation.reason {
            ViolationReason::Type { expected, found } => {
                let (expected, found) = (expected.descriptor(), found.descriptor());
                (
                    format!("Type Violation: Expected: {expected} Found: {found}"),
                    format!("Give {attribute} a value of type {expected}, or remove it."),
                )
            }
            ViolationReason::Size { partition, bytes } => {
                let limit = if partition { 2_048 } else { 1_024 };
                (
                    format!("Size Violation: Max Bytes Allowed: {limit} Found: {bytes}"),
                    format!("Shorten {attribute} to {limit} bytes, or remove it."),
                )
            }
            ViolationReason::Vector(fault) => vector_words(fault, attribute),
            ViolationReason::SearchType { expected, found } => {
                let (expected, found) = (expected.descriptor(), found.descriptor());
                (
                    format!("Type mismatch: Expected: {expected} Actual: {found}"),
                    format!("Give {attribute} a value of type {expected}, or remove it."),
                )
            }
            ViolationReason::Empty { .. } => {
                ("Empty value".to_owned(), format!("Give {attribute} a value that is not empty, or remove it."))
            }
        };
        Self { key: found.key.clone(), attribute: attribute.clone(), reason, fix }
    }
}

/// What keeps a vector out of its index, and what would bring it in.
fn vector_words(fault: VectorFault, attribute: &Text) -> (String, String) {
    match fault {
        VectorFault::NotAList => {
            ("Not a list of numbers".to_owned(), format!("Give {attribute} a list of numbers, or remove it."))
        }
        VectorFault::Size { expected, found } => (
            format!("Invalid size: Expected: {expected} Actual: {found}"),
            format!("Give {attribute} a list of {expected} numbers, or remove it."),
        ),
        VectorFault::Element { at, found } => (
            format!("Invalid type of {attribute}[{at}]: {}", found.descriptor()),
            format!("Give {attribute}[{at}] a number."),
        ),
        VectorFault::Range { at, value } => (
            format!("{attribute}[{at}] is outside 32-bit floating point: {}", value.scientific()),
            format!("Give {attribute}[{at}] a number between -3.4028235E38 and 3.4028235E38."),
        ),
    }
}

/// What may be asked in a phase (observed, word for word).
fn rules(table: TableView<'_>, view: IndexView<'_>, phase: BuildPhase) -> Vec<BuildRule> {
    let (name, index) = (table.name().clone(), view.definition().name.clone());
    let busy = |busy: Busy| Some(ResourceInUse::from(busy).to_string());
    let one_at_a_time = || Some(LimitExceeded::OnlineIndex.to_string());
    let moving = |stage: &'static str| {
        busy(Busy::IndexFor { change: "change table IOPS", stage, table: name.clone(), index: index.clone() })
    };
    let going = || busy(Busy::Index { stage: "deleted", table: name.clone(), index: index.clone() });
    let creating = || busy(Busy::Creating(name.clone()));
    let building = matches!(phase, BuildPhase::Allocating | BuildPhase::Backfilling | BuildPhase::Deleting);
    let deletion = match phase {
        BuildPhase::Allocating => busy(Busy::IndexAllocating { table: name.clone(), index: index.clone() }),
        BuildPhase::Deleting => going(),
        BuildPhase::WithTable => creating(),
        _ => None,
    };
    let throughput = match phase {
        BuildPhase::Allocating => busy(Busy::IndexNotBackfilling { table: name.clone(), index: index.clone() }),
        BuildPhase::Updating => busy(Busy::Index { stage: "updated", table: name.clone(), index: index.clone() }),
        BuildPhase::Deleting => going(),
        BuildPhase::WithTable => creating(),
        _ => None,
    };
    let other = match phase {
        BuildPhase::WithTable => creating(),
        _ => building.then(one_at_a_time).flatten(),
    };
    let table_throughput = match phase {
        BuildPhase::Allocating => moving("created"),
        BuildPhase::Deleting => moving("deleted"),
        BuildPhase::WithTable => creating(),
        _ => None,
    };
    let table_deletion = match phase {
        BuildPhase::Active => None,
        BuildPhase::WithTable => creating(),
        _ => busy(Busy::Indexes),
    };
    let rule = |what: &str, refusal| BuildRule { what: what.to_owned(), refusal };
    let has_throughput = view.definition().vector().is_none();
    let rules = [
        rule("delete this index", deletion),
        rule("change this index's throughput", throughput),
        rule("create or delete another index", other),
        rule("change the table's throughput", table_throughput),
        rule("delete the table", table_deletion),
    ];
    rules.into_iter().filter(|rule| has_throughput || !rule.what.starts_with("change this index")).collect()
}
