//! Auto scaling: at the end of each minute, policies evaluate the consumption and change throughput through
//! UpdateTable.

use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::{
    GlobalSecondaryIndexUpdate, ProvisionedThroughput, UpdateGlobalSecondaryIndexAction, UpdateTableRequest,
};

use crate::service::engine::Engine;
use crate::service::operation::update_table;
use crate::state::index_life::IndexLife;
use crate::state::log::consumption::{Consumption, Direction, Resource};
use crate::state::log::event::EventKind;
use crate::state::scaling::{Activity, Decision, Scaled};
use crate::state::shared_state::SharedState;
use crate::state::table::Table;
use crate::state::task::Task;

const MINUTE: Duration = Duration::from_minutes(1);

/// Counts the units that a request consumed of scalable resources.
pub(crate) fn note(table: &mut Table, shared: &mut SharedState, used: &Consumption) {
    if table.scaling.is_empty() {
        return;
    }
    for arm in used.arms() {
        let index = match &arm.resource {
            Resource::Table | Resource::LocalIndex(_) => None,
            Resource::GlobalIndex(index) => Some(index.clone()),
            Resource::VectorIndex(_) => continue,
        };
        table.scaling.consume(&(index, used.direction), arm.units, shared.now);
    }
    if table.scaling.is_watching() {
        plan(table, shared);
    }
}

/// Schedules an evaluation at the end of this minute, unless one is scheduled.
pub(crate) fn plan(table: &mut Table, shared: &mut SharedState) {
    let due = shared.now.floor_to(MINUTE) + MINUTE;
    if !std::mem::replace(&mut table.scaling.planned, true) {
        shared.agenda.schedule(
            due,
            Task::Scale {
                table: table.name.clone(),
                number: table.number,
            },
        );
    }
}

/// Evaluates the finished minutes, and schedules the next evaluation while there is something to evaluate.
pub(super) fn look(engine: &mut Engine, name: &str, number: u64) {
    let Some(table) = engine.catalogue.numbered_mut(name, number) else {
        return;
    };
    table.scaling.planned = false;
    let decisions = decide(table, engine.shared.now);
    // One request changes both the read and the write units of a table or index.
    let mut left = decisions.as_slice();
    while let Some(((index, _), _)) = left.first() {
        let same = left.iter().take_while(|((other, _), _)| other == index).count();
        let (these, rest) = left.split_at(same);
        carry_out(engine, name, these);
        left = rest;
    }
    let Some(table) = engine.catalogue.numbered_mut(name, number) else {
        return;
    };
    if table.scaling.is_watching() || !decisions.is_empty() {
        plan(table, &mut engine.shared);
    }
}

fn decide(table: &mut Table, now: Timestamp) -> Vec<(Scaled, Decision)> {
    let scaled: Vec<(Scaled, u64)> = table
        .scaling
        .targets()
        .filter_map(|(of, _)| Some((of.clone(), units(rate(table, of.0.as_ref())?, of.1))))
        .collect();
    let decision = |(of, units): (Scaled, u64)| {
        let decision = table.scaling.target_mut(&of)?.decide(units, now)?;
        Some((of, decision))
    };
    scaled.into_iter().filter_map(decision).collect()
}

/// The rate of a table or of an active index. An index that is being created is not scaled (documented: auto-scaling,
/// no scaling then). `None` on demand.
fn rate(table: &Table, index: Option<&Text>) -> Option<ProvisionedThroughput> {
    match index {
        None => table.throughput.rate,
        Some(index) => {
            table
                .index(index)
                .filter(|index| matches!(index.life, IndexLife::Active))?
                .throughput
                .rate
        }
    }
}

fn units(rate: ProvisionedThroughput, direction: Direction) -> u64 {
    match direction {
        Direction::Read => rate.read_capacity_units,
        Direction::Write => rate.write_capacity_units,
    }
}

/// Requests the chosen rates of one table or index. A refusal also becomes an activity; the next minute tries again.
fn carry_out(engine: &mut Engine, name: &str, decisions: &[(Scaled, Decision)]) {
    let Some(((index, _), _)) = decisions.first() else {
        return;
    };
    let Some(before) = engine.catalogue.get(name).and_then(|table| rate(table, index.as_ref())) else {
        return;
    };
    let mut asked = before;
    for ((_, direction), decision) in decisions {
        match direction {
            Direction::Read => asked.read_capacity_units = decision.to,
            Direction::Write => asked.write_capacity_units = decision.to,
        }
    }
    let refusal = update_table::perform(engine, &request(name, index.as_ref(), asked)).err();
    let refusal = refusal.map(|refused| refused.error.to_string());
    let Some(table) = engine.catalogue.get_mut(name) else {
        return;
    };
    for (of, decision) in decisions {
        record_activity(
            table,
            &mut engine.shared,
            of,
            *decision,
            units(before, of.1),
            refusal.clone(),
        );
    }
}

fn request(name: &str, index: Option<&Text>, rate: ProvisionedThroughput) -> UpdateTableRequest {
    let request = UpdateTableRequest {
        table_name: name.to_owned(),
        ..UpdateTableRequest::default()
    };
    match index {
        None => UpdateTableRequest {
            provisioned_throughput: Some(rate),
            ..request
        },
        Some(index) => {
            let update = UpdateGlobalSecondaryIndexAction {
                index_name: index.to_string(),
                provisioned_throughput: Some(rate),
                ..UpdateGlobalSecondaryIndexAction::default()
            };
            let updates = Some(vec![GlobalSecondaryIndexUpdate::Update(update)]);
            UpdateTableRequest {
                global_secondary_index_updates: updates,
                ..request
            }
        }
    }
}

fn record_activity(
    table: &mut Table,
    shared: &mut SharedState,
    of: &Scaled,
    decision: Decision,
    from: u64,
    refusal: Option<String>,
) {
    let Some(target) = table.scaling.target_mut(of) else {
        return;
    };
    let policy = target
        .policy
        .as_ref()
        .map(|policy| policy.name.clone())
        .unwrap_or_default();
    if refusal.is_none() {
        target.changed(decision.to > from, shared.now);
    }
    let (to, alarm) = (decision.to, decision.alarm);
    let activity = Activity {
        at: shared.now,
        of: of.clone(),
        policy,
        alarm,
        to,
        refusal: refusal.clone(),
    };
    table.scaling.record(activity);
    let (index, direction) = of.clone();
    shared.record(EventKind::Scaled {
        table: table.name.clone(),
        index,
        direction,
        from,
        to,
        refusal,
    });
}
