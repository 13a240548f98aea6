//! UpdateTable: changes of one table, all checked before the first of them starts.
//!
//! Order of checks: the request against itself (`rules`), the table's existence, then each concern against the table's
//! state and settings. Valid changes become a list of effects; `begin` starts them.

mod begin;
mod effect;
mod index;
mod rate;
mod rules;
mod settings;
mod validation;
mod vector;

use hashrange_values::Text;
use hashrange_wire::{Response, ServiceError, TableDescription, TableStatus, UpdateTableRequest, UpdateTableResponse};

use crate::rules::describe;
use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::update_table::effect::Effect;
use crate::service::operation::update_table::validation::Validation;
use crate::state::log::event::EventKind;

/// The table and the changes of a checked request.
pub(super) struct UpdatePlan {
    name: Text,
    /// The status of the table before the changes.
    before: TableStatus,
    effects: Vec<Effect>,
}

pub(crate) fn perform(engine: &mut Engine, request: &UpdateTableRequest) -> Outcome {
    let UpdatePlan { name, before, effects } = validate(engine, request)?;
    let idle = effects.iter().any(|effect| matches!(effect, Effect::Nothing));
    let (table, shared) = (engine.catalogue.named_mut(&name)?, &mut engine.shared);
    for effect in effects {
        begin::begin(table, shared, effect);
    }
    let status = table.status();
    let description = describe::describe(table, shared.context());
    if status != before {
        shared.record(EventKind::Table {
            table: name.clone(),
            status: Some(status),
        });
    }
    let table_description = Box::new(as_answered(description, request, idle));
    let response = Response::UpdateTable(UpdateTableResponse { table_description });
    Ok(Done::about(response, Some(name)))
}

/// Checks a request against itself and its table; changes nothing.
pub(super) fn validate(engine: &Engine, request: &UpdateTableRequest) -> Result<UpdatePlan, ServiceError> {
    rules::check(request)?;
    engine.catalogue.settled(&request.table_name)?;
    let table = engine.catalogue.changeable(&request.table_name)?;
    let (name, before) = (table.name.clone(), table.status());
    let effects = Validation {
        engine,
        table,
        request,
        effects: Vec::new(),
    }
    .validate()?;
    if before == TableStatus::Active {
        engine.catalogue.check_operations(&engine.shared.options.limits)?;
    }
    Ok(UpdatePlan { name, before, effects })
}

/// The table in the response. It still contains removed limits, as -1 (observed: on-demand-limits).
fn as_answered(mut table: TableDescription, request: &UpdateTableRequest, idle: bool) -> TableDescription {
    if idle {
        table.table_status = TableStatus::Updating;
    }
    let asked = request.on_demand_throughput.unwrap_or_default();
    let gone = |units: Option<i64>| units == Some(-1);
    if gone(asked.max_read_request_units) || gone(asked.max_write_request_units) {
        let reported = table.on_demand_throughput.get_or_insert_default();
        reported.max_read_request_units = asked.max_read_request_units.or(reported.max_read_request_units);
        reported.max_write_request_units = asked.max_write_request_units.or(reported.max_write_request_units);
    }
    table
}

impl Validation<'_> {
    /// Returns the changes of the request, or why they are refused.
    fn validate(mut self) -> Result<Vec<Effect>, ServiceError> {
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
