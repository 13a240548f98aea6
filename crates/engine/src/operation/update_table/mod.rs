//! UpdateTable: changes of one table, judged as a whole before the first of them begins.
//!
//! Order of checks: the request against itself (`rules`), the table's existence, then each concern against the table's
//! state and settings. What may go ahead is a list of effects; `begin` starts them.

mod begin;
mod index;
mod rate;
mod rules;
mod settings;
mod vector;

use hashrange_values::Text;
use hashrange_wire::{
    BillingMode, Busy, OnDemandThroughput, ProvisionedThroughput, Response, ServiceError, TableClass, TableDescription,
    TableStatus, UpdateTableRequest, UpdateTableResponse,
};

use super::{Done, Outcome};
use crate::event::EventKind;
use crate::index_life::IndexLife;
use crate::schema::NewIndex;
use crate::table::{RateChange, StreamChange, Table};
use crate::{Engine, describe};

/// A change that may go ahead.
#[derive(Clone, Debug)]
enum Effect {
    Protect(bool),
    Encrypt(Option<String>),
    Class(TableClass),
    Limits(OnDemandThroughput),
    Warm(ProvisionedThroughput),
    Stream(Option<hashrange_wire::StreamViewType>),
    Rate(ProvisionedThroughput),
    ToOnDemand,
    ToProvisioned(ProvisionedThroughput),
    /// Nothing changes, and yet the answer says UPDATING (observed).
    Nothing,
    IndexRate(Text, ProvisionedThroughput),
    IndexToProvisioned(Text, ProvisionedThroughput),
    IndexLimits(Text, OnDemandThroughput),
    IndexWarm(Text, ProvisionedThroughput),
    CreateIndex(Box<NewIndex>),
    DeleteIndex(Text),
}

/// What a request changes, and of which table.
pub(super) struct Judged {
    name: Text,
    /// The table's stage before.
    before: TableStatus,
    effects: Vec<Effect>,
}

/// A request held against its table.
struct Judging<'a> {
    engine: &'a Engine,
    table: &'a Table,
    request: &'a UpdateTableRequest,
    effects: Vec<Effect>,
}

#[inline(never)]
pub(super) fn perform(engine: &mut Engine, request: &UpdateTableRequest) -> Outcome {
    let Judged { name, before, effects } = judge(engine, request)?;
    let idle = effects.iter().any(|effect| matches!(effect, Effect::Nothing));
    for effect in effects {
        begin::begin(engine, &name, effect);
    }
    let table = engine.catalogue.named(&name)?;
    let status = table.status();
    let description = describe::describe(table, engine);
    if status != before {
        engine.record(EventKind::Table { table: name.clone(), status: Some(status) });
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
        engine.catalogue.check_operations(&engine.options.limits)?;
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

    /// The billing mode after the request.
    fn mode(&self) -> BillingMode {
        self.request.billing_mode.unwrap_or(self.table.billing.mode)
    }

    /// The billing mode before a switch that is on its way.
    fn mode_before_switch(&self) -> BillingMode {
        match self.table.rate_change {
            Some(RateChange::Billing { from }) => from,
            _ => self.table.billing.mode,
        }
    }

    /// Refuses a change while the table's throughput or billing is changing.
    fn no_rate_change(&self, change: &'static str) -> Result<(), Busy> {
        match self.table.rate_change {
            Some(_) => Err(Busy::RateFor { change, table: self.table.name.clone() }),
            None => Ok(()),
        }
    }

    /// Refuses a change while the table's stream is changing.
    fn no_stream_change(&self, change: &'static str) -> Result<(), Busy> {
        let table = self.table.name.clone();
        match self.table.stream_change {
            Some(operation) => Err(Busy::StreamFor { change, table, label: self.label(), operation: word(operation) }),
            None => Ok(()),
        }
    }

    /// Refuses a change while the table's class is changing.
    fn no_class_change(&self, change: &'static str) -> Result<(), Busy> {
        match self.table.settings.class.pending {
            Some(class) => Err(Busy::ClassFor { change, table: self.table.name.clone(), class }),
            None => Ok(()),
        }
    }

    /// Refuses a change while resources of an index are allocated, or an index is deleted. An index being filled is no
    /// obstacle (documented).
    fn no_index_change(&self, change: &'static str) -> Result<(), Busy> {
        match self.moving_index() {
            Some((index, stage)) => Err(Busy::IndexFor { change, stage, table: self.table.name.clone(), index }),
            None => Ok(()),
        }
    }

    /// The index whose resources are being allocated, or that is being deleted.
    fn moving_index(&self) -> Option<(Text, &'static str)> {
        self.table.indexes.iter().find_map(|index| match index.life {
            IndexLife::Allocating => Some((index.definition.name.clone(), "created")),
            IndexLife::Deleting => Some((index.definition.name.clone(), "deleted")),
            _ => None,
        })
    }

    fn label(&self) -> String {
        self.table.stream.as_ref().map(|stream| stream.name.label.to_string()).unwrap_or_default()
    }
}

/// The word of a stream's change.
fn word(change: StreamChange) -> &'static str {
    match change {
        StreamChange::Enabling => "ENABLE",
        StreamChange::Disabling => "DISABLE",
    }
}
