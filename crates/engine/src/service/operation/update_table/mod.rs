//! UpdateTable: changes of one table, judged as a whole before the first of them begins.
//!
//! Order of checks: the request against itself (`rules`), the table's existence, then each concern against the table's
//! state and settings. What may go ahead is a list of effects; `begin` starts them.

mod begin;
mod effect;
mod index;
mod judging;
mod rate;
mod rules;
mod settings;
mod vector;

use hashrange_values::Text;
use hashrange_wire::{Response, ServiceError, TableDescription, TableStatus, UpdateTableRequest, UpdateTableResponse};

use crate::rules::describe;
use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::update_table::effect::Effect;
use crate::service::operation::update_table::judging::Judging;
use crate::state::log::event::EventKind;

/// What a request changes, and of which table.
pub(super) struct Judged {
    name: Text,
    /// The table's stage before.
    before: TableStatus,
    effects: Vec<Effect>,
}

#[inline(never)]
pub(crate) fn perform(engine: &mut Engine, request: &UpdateTableRequest) -> Outcome {
    let Judged { name, before, effects } = judge(engine, request)?;
    let idle = effects.iter().any(|effect| matches!(effect, Effect::Nothing));
    let (table, around) = (engine.catalogue.named_mut(&name)?, &mut engine.around);
    for effect in effects {
        begin::begin(table, around, effect);
    }
    let status = table.status();
    let description = describe::describe(table, around.context());
    if status != before {
        around.record(EventKind::Table { table: name.clone(), status: Some(status) });
    }
    let table_description = Box::new(as_answered(description, request, idle));
    let response = Response::UpdateTable(UpdateTableResponse { table_description });
    Ok(Done::about(response, Some(name)))
}

/// Holds a request against itself and its table; changes nothing.
pub(super) fn judge(engine: &Engine, request: &UpdateTableRequest) -> Result<Judged, ServiceError> {
    rules::check(request)?;
    engine.catalogue.settled(&request.table_name)?;
    let table = engine.catalogue.changeable(&request.table_name)?;
    let (name, before) = (table.name.clone(), table.status());
    let effects = Judging { engine, table, request, effects: Vec::new() }.judge()?;
    if before == TableStatus::Active {
        engine.catalogue.check_operations(&engine.around.options.limits)?;
    }
    Ok(Judged { name, before, effects })
}

/// The table as the answer tells it: limits taken away are there once more, as -1 (observed).
fn as_answered(mut table: TableDescription, request: &UpdateTableRequest, idle: bool) -> TableDescription {
    if idle {
        table.table_status = TableStatus::Updating;
    }
    let asked = request.on_demand_throughput.unwrap_or_default();
    let gone = |units: Option<i64>| units == Some(-1);
    if gone(asked.max_read_request_units) || gone(asked.max_write_request_units) {
        let told = table.on_demand_throughput.get_or_insert_default();
        told.max_read_request_units = asked.max_read_request_units.or(told.max_read_request_units);
        told.max_write_request_units = asked.max_write_request_units.or(told.max_write_request_units);
    }
    table
}

impl Judging<'_> {
    /// What the request changes, or why it cannot.
    fn judge(mut self) -> Result<Vec<Effect>, ServiceError> {
        self.updates_of_busy_indexes()?;
        self.rate()?;
        self.indexes()?;
        self.check_quotas()?;
        self.stream()?;
        self.on_demand_limits()?;
        self.warm()?;
        self.class()?;
        self.encryption()?;
        self.protection()?;
        Ok(self.effects)
    }
}
