//! The life cycle of a global index: its status, the progress of its backfill, the items it leaves out, and the
//! requests allowed meanwhile.

use hashrange_engine::{Engine, IndexKind, IndexView, KeyViolation, TableView, VectorFault, ViolationReason};
use hashrange_values::{Item, Text};
use hashrange_wire::{Busy, IndexStatus, LimitExceeded, ResourceInUse};

/// Maximum number of listed violations.
const LISTED: usize = 40;

/// The current state of a global index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexBuild {
    /// The index.
    pub index: Text,
    /// Its phase.
    pub phase: BuildPhase,
    /// Percent of the table that the backfill has passed, 0 to 100.
    pub percent: u64,
    /// Items of the table that the backfill has passed.
    pub passed: u64,
    /// Items of the table.
    pub items: u64,
    /// Entries in the index.
    pub entries: u64,
    /// The listed items that were left out.
    pub violations: Vec<BuildViolation>,
    /// Total number of items that were left out.
    pub violation_count: u64,
    /// The requests that are allowed now, and the refused ones with their error texts.
    pub rules: Vec<BuildRule>,
}

/// The phases of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum BuildPhase {
    /// Created together with its table.
    WithTable,
    /// CREATING, Backfilling false: resources are being allocated.
    Allocating,
    /// CREATING, Backfilling true.
    Backfilling,
    /// ACTIVE.
    Active,
    /// UPDATING: its throughput is changing.
    Updating,
    /// DELETING.
    Deleting,
}

/// An item that cannot be in the index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildViolation {
    /// Its primary key.
    pub key: Item,
    /// The invalid attribute.
    pub attribute: Text,
    /// Why it is not valid.
    pub reason: String,
    /// The change that would add the item to the index.
    pub fix: String,
}

/// A request, and whether it is allowed now.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildRule {
    /// The request, in words.
    pub what: String,
    /// The error text; `None` if it is allowed.
    pub refusal: Option<String>,
}

impl IndexBuild {
    /// The build of a global index or of a vector index; `None` if there is no such index.
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
        let percent = if items == 0 || (complete && passed > 0) {
            100
        } else {
            passed * 100 / items
        };
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
            ViolationReason::Empty { .. } => (
                "Empty value".to_owned(),
                format!("Give {attribute} a value that is not empty, or remove it."),
            ),
        };
        Self {
            key: found.key.clone(),
            attribute: attribute.clone(),
            reason,
            fix,
        }
    }
}

/// Why a vector is not in its index, and the change that would add it.
fn vector_words(fault: VectorFault, attribute: &Text) -> (String, String) {
    match fault {
        VectorFault::NotAList => (
            "Not a list of numbers".to_owned(),
            format!("Give {attribute} a list of numbers, or remove it."),
        ),
        VectorFault::Size { expected, found } => (
            format!("Invalid size: Expected: {expected} Actual: {found}"),
            format!("Give {attribute} a list of {expected} numbers, or remove it."),
        ),
        VectorFault::Element { at, found } => (
            format!("Invalid type of {attribute}[{at}]: {}", found.descriptor()),
            format!("Give {attribute}[{at}] a number."),
        ),
        VectorFault::Range { at, value } => (
            format!(
                "{attribute}[{at}] is outside 32-bit floating point: {}",
                value.scientific()
            ),
            format!("Give {attribute}[{at}] a number between -3.4028235E38 and 3.4028235E38."),
        ),
    }
}

/// The allowed and refused requests of a phase (observed: index-build-rules, word for word).
fn rules(table: TableView<'_>, view: IndexView<'_>, phase: BuildPhase) -> Vec<BuildRule> {
    let refusals = Refusals {
        table: table.name(),
        index: &view.definition().name,
        phase,
    };
    let rule = |what: &str, refusal| BuildRule {
        what: what.to_owned(),
        refusal,
    };
    let has_throughput = view.definition().vector().is_none();
    let throughput = has_throughput.then(|| rule("change this index's throughput", refusals.of_throughput()));
    [rule("delete this index", refusals.of_deletion())]
        .into_iter()
        .chain(throughput)
        .chain([
            rule("create or delete another index", refusals.of_another_index()),
            rule("change the table's throughput", refusals.of_table_throughput()),
            rule("delete the table", refusals.of_table_deletion()),
        ])
        .collect()
}

/// The error texts of an index in a phase; `None` for an allowed request.
struct Refusals<'a> {
    table: &'a Text,
    index: &'a Text,
    phase: BuildPhase,
}

impl Refusals<'_> {
    fn of_deletion(&self) -> Option<String> {
        match self.phase {
            BuildPhase::Allocating => busy(Busy::IndexAllocating {
                table: self.table.clone(),
                index: self.index.clone(),
            }),
            BuildPhase::Deleting => self.changing("deleted"),
            BuildPhase::WithTable => self.creating(),
            _ => None,
        }
    }

    fn of_throughput(&self) -> Option<String> {
        match self.phase {
            BuildPhase::Allocating => busy(Busy::IndexNotBackfilling {
                table: self.table.clone(),
                index: self.index.clone(),
            }),
            BuildPhase::Updating => self.changing("updated"),
            BuildPhase::Deleting => self.changing("deleted"),
            BuildPhase::WithTable => self.creating(),
            _ => None,
        }
    }

    fn of_another_index(&self) -> Option<String> {
        match self.phase {
            BuildPhase::WithTable => self.creating(),
            BuildPhase::Allocating | BuildPhase::Backfilling | BuildPhase::Deleting => {
                Some(LimitExceeded::OnlineIndex.to_string())
            }
            _ => None,
        }
    }

    fn of_table_throughput(&self) -> Option<String> {
        let while_index_is = |stage| {
            busy(Busy::IndexFor {
                change: "change table IOPS",
                stage,
                table: self.table.clone(),
                index: self.index.clone(),
            })
        };
        match self.phase {
            BuildPhase::Allocating => while_index_is("created"),
            BuildPhase::Deleting => while_index_is("deleted"),
            BuildPhase::WithTable => self.creating(),
            _ => None,
        }
    }

    fn of_table_deletion(&self) -> Option<String> {
        match self.phase {
            BuildPhase::Active => None,
            BuildPhase::WithTable => self.creating(),
            _ => busy(Busy::Indexes),
        }
    }

    /// The index itself is being changed.
    fn changing(&self, stage: &'static str) -> Option<String> {
        busy(Busy::Index {
            stage,
            table: self.table.clone(),
            index: self.index.clone(),
        })
    }

    /// The table is being created, and the index with it.
    fn creating(&self) -> Option<String> {
        busy(Busy::Creating(self.table.clone()))
    }
}

fn busy(busy: Busy) -> Option<String> {
    Some(ResourceInUse::from(busy).to_string())
}
