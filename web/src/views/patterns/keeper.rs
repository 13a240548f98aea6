//! The patterns of the workspace in front, and their latest run. The page has one keeper.
//!
//! Must not know how a board is drawn.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::pattern::{
    BillTerms, BoardQuestion, Days, DesignChange, Pattern, PatternBoard, PatternList, Run,
};
use hashrange_wire::{
    BillingMode, IndexStatus, Operation, ScanRequest, TableDescription, TableStatus, encode_request_pretty,
};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Tone, use_toasts};
use crate::memo::Memo;
use crate::session::{Session, use_saved_part, use_session};
use crate::signal::RwSignal;
use crate::state::patterns::pattern_of;
use crate::views::files::SaveResult;

/// The handle to the patterns.
#[derive(Clone, Copy)]
pub struct Patterns {
    session: Session,
    /// The patterns, in the reader's order.
    pub kept: RwSignal<Vec<Pattern>>,
    /// The terms of the bill.
    pub terms: RwSignal<BillTerms>,
    /// The change of the design that is tried.
    pub what_if: RwSignal<Option<DesignChange>>,
    /// The measured day of the patterns and the design that are shown.
    pub days: RwSignal<Option<Days>>,
    /// The latest run of all patterns.
    pub board: RwSignal<Option<PatternBoard>>,
    /// The runs before the latest change of the design, or without the change that is tried.
    pub before: RwSignal<Option<Before>>,
    /// Why there is no board.
    pub trouble: RwSignal<String>,
    /// What came of the latest file.
    pub said: SaveResult,
    ran: StoredValue<Ran>,
}

/// A board without a change of the design.
#[derive(Clone, Debug, PartialEq)]
pub struct Before {
    /// The runs, by the pattern's name.
    pub runs: Vec<(String, Run)>,
    /// The total of the bill; `None` if the present one was measured in another way.
    pub total: Option<String>,
}

/// The latest request for a board.
#[derive(Clone, Debug, Default)]
struct Ran {
    number: u64,
    /// What the board that is shown was made of.
    shown: Option<Shown>,
}

/// What a board was made of.
#[derive(Clone, Debug)]
struct Shown {
    design: String,
    names: Vec<String>,
    tries: bool,
    measured: bool,
}

/// Provides the patterns to all views below.
pub fn provide_patterns() {
    provide_context(Patterns {
        session: use_session(),
        kept: use_saved_part("patterns"),
        terms: use_saved_part("bill terms"),
        what_if: RwSignal::new(None),
        days: RwSignal::new(None),
        board: RwSignal::new(None),
        before: RwSignal::new(None),
        trouble: RwSignal::new(String::new()),
        said: RwSignal::new(None),
        ran: StoredValue::new(Ran::default()),
    });
}

/// The patterns of the page.
#[must_use]
pub fn use_patterns() -> Patterns {
    expect_context()
}

impl Patterns {
    /// The session of the page.
    #[must_use]
    pub fn session(self) -> Session {
        self.session
    }

    /// Keeps a request as a pattern.
    pub fn keep(self, operation: Operation, body: &str) {
        let toasts = use_toasts();
        self.kept.update(|kept| {
            let pattern = pattern_of(operation, body, kept);
            toasts.say(
                Tone::Good,
                t!("Kept as the pattern “{pattern}”.", pattern = pattern.name),
            );
            kept.push(pattern);
        });
    }

    /// Adds a pattern to write by form: a Scan of a table.
    pub fn add(self) {
        let tables = self.session.tables();
        let table = tables.with_untracked(|tables| tables.first().map(|table| table.table_name.clone()));
        let scan = ScanRequest {
            table_name: table.unwrap_or_default(),
            ..ScanRequest::default()
        };
        let body = encode_request_pretty(&scan.into());
        self.kept
            .update(|kept| kept.push(pattern_of(Operation::Scan, &body, kept)));
    }

    /// Changes one pattern.
    pub fn change(self, place: usize, change: impl FnOnce(&mut Pattern)) {
        self.kept.update(|kept| {
            if let Some(pattern) = kept.get_mut(place) {
                change(pattern);
            }
        });
    }

    /// Deletes a pattern, and offers it back.
    pub fn delete(self, place: usize) {
        let Some(pattern) = self.kept.with_untracked(|kept| kept.get(place).cloned()) else {
            return;
        };
        self.kept.update(|kept| drop(kept.remove(place)));
        let text = t!("Deleted the pattern “{pattern}”.", pattern = pattern.name);
        use_toasts().offer_undo(text, move || {
            self.kept
                .update(|kept| kept.insert(place.min(kept.len()), pattern.clone()));
        });
    }

    /// The patterns as messages carry them.
    #[must_use]
    pub fn list(self) -> PatternList {
        self.kept.with_untracked(|kept| PatternList::of(kept))
    }

    /// Runs all patterns against this design. The latest run is shown.
    pub fn run(self, design: String) {
        let question = BoardQuestion {
            patterns: self.list(),
            what_if: self.what_if.get_untracked(),
            terms: self.terms.get_untracked(),
            days: self.days.get_untracked(),
        };
        let number = self.ran.try_update_value(|ran| {
            ran.number += 1;
            ran.number
        });
        let shown = Shown {
            design,
            names: self
                .kept
                .with_untracked(|kept| kept.iter().map(|pattern| pattern.name.clone()).collect()),
            tries: question.what_if.is_some(),
            measured: question.days.is_some(),
        };
        spawn_local(async move {
            let result = self.session.run(Call::RunPatterns(Box::new(question))).await;
            if self.ran.try_with_value(|ran| Some(ran.number) == number) != Some(true) {
                return;
            }
            match result {
                Some(CallResult::Board(board)) => self.show(*board, shown),
                Some(CallResult::Refused(words)) => self.trouble.set(words),
                _ => self
                    .trouble
                    .set(t!("The engine did not respond. Try again.").to_owned()),
            }
        });
    }

    fn show(self, mut board: PatternBoard, shown: Shown) {
        let present = shown.clone();
        let last = self.ran.try_update_value(|ran| ran.shown.replace(shown)).flatten();
        let named = |names: Vec<String>, runs: Vec<Run>| names.into_iter().zip(runs).collect();
        if let Some((runs, total)) = board.before.take() {
            self.before.set(Some(Before {
                runs: named(present.names, runs),
                total: Some(total),
            }));
        } else if let (Some(last), Some(old)) = (last, self.board.get_untracked()) {
            if last.tries {
                self.before.set(None);
            } else if last.design != present.design {
                let is_alike = last.measured == present.measured;
                self.before.set(Some(Before {
                    runs: named(last.names, old.rows.into_iter().map(|row| row.run).collect()),
                    total: is_alike.then_some(old.bill.total),
                }));
            }
        }
        self.trouble.set(String::new());
        self.board.set(Some(board));
    }

    /// The design of all tables as text; `None` while a table or an index changes.
    pub fn design(self) -> Memo<Option<String>> {
        let tables = self.session.tables();
        Memo::new(move |_| {
            tables.with(|tables| {
                let is_settled = tables.iter().all(is_settled);
                is_settled.then(|| tables.iter().map(design_of).collect())
            })
        })
    }
}

fn is_settled(table: &TableDescription) -> bool {
    let indexes = &table.global_secondary_indexes;
    table.table_status == TableStatus::Active && indexes.iter().all(|index| index.index_status == IndexStatus::Active)
}

/// The keys, indexes and billing mode of a table, as text.
fn design_of(table: &TableDescription) -> String {
    let mut design = format!("{}:", table.table_name);
    let summary = table.billing_mode_summary.as_ref();
    if summary.is_some_and(|summary| summary.billing_mode == BillingMode::PayPerRequest) {
        design.push_str(t!("on demand"));
    } else {
        let rate = &table.provisioned_throughput;
        design.push_str(&format!("{},{}", rate.read_capacity_units, rate.write_capacity_units));
    }
    for key in &table.key_schema {
        design.push_str(&key.attribute_name);
        design.push(',');
    }
    let local = table.local_secondary_indexes.iter();
    let local = local.map(|index| (&index.index_name, &index.key_schema, &index.projection));
    let global = table.global_secondary_indexes.iter();
    let global = global.map(|index| (&index.index_name, &index.key_schema, &index.projection));
    for (name, keys, projection) in local.chain(global) {
        design.push_str(name);
        for key in keys {
            design.push_str(&key.attribute_name);
            design.push(',');
        }
        design.push_str(projection.projection_type.map_or("", |kind| kind.as_str()));
        for name in projection.non_key_attributes.iter().flatten() {
            design.push(',');
            design.push_str(name);
        }
        design.push(';');
    }
    design
}
