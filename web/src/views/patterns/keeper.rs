//! The patterns of the workspace in front, and their latest run. The page has one keeper.
//!
//! Must not know how a board is drawn.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::pattern::{Pattern, PatternBoard, Run};
use hashrange_wire::{BillingMode, IndexStatus, Operation, TableDescription, TableStatus};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Tone, use_toasts};
use crate::memo::Memo;
use crate::session::{Session, use_saved_part, use_session};
use crate::signal::RwSignal;
use crate::state::patterns::pattern_of;
use crate::views::files::SaveResult;

/// The Region whose prices a bill has first.
const FIRST_REGION: &str = "us-east-1";

/// The handle to the patterns.
#[derive(Clone, Copy)]
pub struct Patterns {
    session: Session,
    /// The patterns, in the reader's order.
    pub kept: RwSignal<Vec<Pattern>>,
    /// The Region of the bill; empty for the first.
    pub region: RwSignal<String>,
    /// Whether the bill has the free tier.
    pub free_tier: RwSignal<bool>,
    /// The latest run of all patterns.
    pub board: RwSignal<Option<PatternBoard>>,
    /// The runs before the latest change of the design, by the pattern's name, and the total of their bill.
    pub before: RwSignal<Option<Before>>,
    /// Why there is no board.
    pub trouble: RwSignal<String>,
    /// What came of the latest file.
    pub said: SaveResult,
    ran: StoredValue<Ran>,
}

/// A board before a change of the design.
#[derive(Clone, Debug, PartialEq)]
pub struct Before {
    /// The runs, by the pattern's name.
    pub runs: Vec<(String, Run)>,
    /// The total of the bill.
    pub total: String,
}

/// The latest request for a board.
#[derive(Clone, Debug, Default)]
struct Ran {
    number: u64,
    /// The design of the board that is shown, and the names of its patterns.
    shown: Option<(String, Vec<String>)>,
}

/// Provides the patterns to all views below.
pub fn provide_patterns() {
    provide_context(Patterns {
        session: use_session(),
        kept: use_saved_part("patterns"),
        region: use_saved_part("bill Region"),
        free_tier: use_saved_part("bill free tier"),
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
            toasts.say(Tone::Good, format!("Kept as the pattern “{}”.", pattern.name));
            kept.push(pattern);
        });
    }

    /// Changes one pattern.
    pub fn change(self, place: usize, change: impl FnOnce(&mut Pattern)) {
        self.kept.update(|kept| {
            if let Some(pattern) = kept.get_mut(place) {
                change(pattern);
            }
        });
    }

    /// Deletes a pattern.
    pub fn delete(self, place: usize) {
        self.kept.update(|kept| {
            if place < kept.len() {
                kept.remove(place);
            }
        });
    }

    /// Runs all patterns against this design. The latest run is shown.
    pub fn run(self, design: String) {
        let patterns = self.kept.get_untracked();
        let mut region = self.region.get_untracked();
        if region.is_empty() {
            FIRST_REGION.clone_into(&mut region);
        }
        let free_tier = self.free_tier.get_untracked();
        let number = self.ran.try_update_value(|ran| {
            ran.number += 1;
            ran.number
        });
        let names: Vec<String> = patterns.iter().map(|pattern| pattern.name.clone()).collect();
        spawn_local(async move {
            let result = self
                .session
                .run(Call::RunPatterns {
                    patterns,
                    region,
                    free_tier,
                })
                .await;
            if self.ran.try_with_value(|ran| Some(ran.number) == number) != Some(true) {
                return;
            }
            match result {
                Some(CallResult::Board(board)) => self.show(*board, (design, names)),
                Some(CallResult::Refused(words)) => self.trouble.set(words),
                _ => self.trouble.set("The engine did not respond. Try again.".to_owned()),
            }
        });
    }

    fn show(self, board: PatternBoard, shown: (String, Vec<String>)) {
        let present = shown.0.clone();
        let last = self.ran.try_update_value(|ran| ran.shown.replace(shown)).flatten();
        if let (Some((design, names)), Some(old)) = (last, self.board.get_untracked())
            && design != present
        {
            self.before.set(Some(Before {
                runs: names.into_iter().zip(old.rows.into_iter().map(|row| row.run)).collect(),
                total: old.bill.total,
            }));
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
        design.push_str("on demand");
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
