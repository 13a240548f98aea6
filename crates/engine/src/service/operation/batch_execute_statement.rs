//! BatchExecuteStatement: statements that each read one item, or each write one item, independently.
//!
//! An error in a statement refuses only that statement, except for the two rules about combinations.

use std::sync::Arc;

use hashrange_values::{Item, List};
use hashrange_wire::{
    BatchExecuteStatementRequest, BatchExecuteStatementResponse, BatchStatement, BatchStatementResponse,
    ConsumedCapacity, Response, ServiceError, StatementFault, ValidationError, table_name_of,
};

use crate::rules::item_write::ItemWrite;
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Outcome, Refused};
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::rules::read::target::consistency;
use crate::rules::statement::columns::pick_some;
use crate::rules::statement::prepared;
use crate::rules::statement::prepared::WriteStatement;
use crate::rules::statement::prepared::{Prepared, Select};
use crate::rules::statement::query;
use crate::rules::statement::write::Write;
use crate::rules::{item_checks, statement};
use crate::service::engine::Engine;
use crate::service::operation::item_write::{self, Performed, Report};
use crate::service::operation::lookup::Lookup;
use crate::service::payment;
use crate::state::log::consumption::Consumption;
use crate::state::log::event::Stop;
use crate::state::log::ledger::Ledger;
use crate::state::log::trace::Trace;

/// A statement that can be executed.
enum PlannedStatement {
    Read {
        select: Select,
        key: Item,
        consistent: Option<bool>,
    },
    Write(Write),
}

/// Why a statement is not executed.
struct Refusal {
    error: ServiceError,
    /// The table's name, if the table is the reason for the refusal (observed: statement-batches, then it is named).
    table_name: Option<String>,
}

/// The effects of a statement.
struct Executed {
    item: Option<Arc<Item>>,
    consumption: Consumption,
    trace: Option<Trace>,
}

/// Order of checks (observed: statement-batches): each statement by itself, reads mixed with writes, duplicate items,
/// then statement by statement.
pub(super) fn perform(engine: &mut Engine, request: &BatchExecuteStatementRequest, foreseen: &Foreseen) -> Outcome {
    let prepared: Vec<_> = request
        .statements
        .iter()
        .map(|statement| prepare(engine, statement))
        .collect();
    let reads = |prepared: &Result<Prepared, ServiceError>| matches!(prepared, Ok(Prepared::Select(_)));
    let writes = |prepared: &Result<Prepared, ServiceError>| matches!(prepared, Ok(Prepared::Write(_)));
    if prepared.iter().any(reads) && prepared.iter().any(writes) {
        return Err(StatementFault::BatchMixed.into());
    }
    let members = request.statements.iter().zip(prepared);
    let members: Vec<_> = members
        .map(|(statement, prepared)| plan(engine, statement, prepared))
        .collect();
    let keys = members
        .iter()
        .filter_map(|member| member.as_ref().ok())
        .map(PlannedStatement::names);
    item_checks::distinct(&engine.catalogue, keys, ValidationError::BatchDuplicate)?;
    let mut batch = StatementResults::default();
    for (place, mut member) in members.into_iter().enumerate() {
        if let Ok(PlannedStatement::Write(Write { write, .. })) = &mut member {
            write.foreseen = foreseen.of_write(place);
        }
        batch.execute(engine, member);
    }
    Ok(batch.finish(request))
}

/// The conditions and their items, if evaluating them is expensive. `None` if a statement will be refused.
pub(super) fn foresee(engine: &Engine, request: &BatchExecuteStatementRequest) -> Option<Foresight> {
    let write = |statement: &BatchStatement| match prepare(engine, statement).ok()? {
        Prepared::Write(change) => Some(planned(engine, change).ok()?.write),
        _ => None,
    };
    let writes: Option<Vec<ItemWrite>> = request.statements.iter().map(write).collect();
    item_write::foresee(engine, writes?)
}

fn prepare(engine: &Engine, statement: &BatchStatement) -> Result<Prepared, ServiceError> {
    if let Some(fault) = &statement.parameter_fault {
        return Err(ValidationError::Shape(fault.clone()).into());
    }
    match prepared::prepare(&engine.catalogue, &statement.statement, statement.parameters.as_deref())? {
        Prepared::Exists(_) => Err(StatementFault::Exists.into()),
        prepared => Ok(prepared),
    }
}

fn plan(
    engine: &Engine,
    statement: &BatchStatement,
    prepared: Result<Prepared, ServiceError>,
) -> Result<PlannedStatement, Refusal> {
    match prepared {
        Ok(Prepared::Select(select)) => match query::only_key(&engine.catalogue, &select) {
            Ok(Some(key)) => Ok(PlannedStatement::Read {
                select,
                key,
                consistent: statement.consistent_read,
            }),
            Ok(None) => Err(Refusal::before(StatementFault::BatchSelect.into())),
            Err(error) => Err(Refusal::of_table(error, &select.table_name)),
        },
        // A failed condition does not return the item here (observed: statement-batches).
        Ok(Prepared::Write(change)) => planned(engine, change).map(PlannedStatement::Write),
        Ok(Prepared::Exists(_)) => Err(Refusal::before(StatementFault::Exists.into())),
        Err(error) => Err(Refusal::before(error)),
    }
}

fn planned(engine: &Engine, change: WriteStatement) -> Result<Write, Refusal> {
    let table_name = change.table_name().to_owned();
    statement::write::write(&engine.catalogue, change, None).map_err(|error| Refusal::of_table(error, &table_name))
}

impl Refusal {
    fn before(error: ServiceError) -> Self {
        Self {
            error,
            table_name: None,
        }
    }

    /// The response names a missing table, but not an existing table that the statement contradicts
    /// (observed: statement-batches).
    fn of_table(error: ServiceError, table_name: &str) -> Self {
        let missing = matches!(error, ServiceError::ResourceNotFound(_));
        Self {
            error,
            table_name: missing.then(|| table_name.to_owned()),
        }
    }
}

impl PlannedStatement {
    /// The table and the key, or the item that holds it.
    fn names(&self) -> (&str, &Item) {
        match self {
            Self::Read { select, key, .. } => (&select.table_name, key),
            Self::Write(Write { write, .. }) => (&write.table_name, write.action.key()),
        }
    }

    fn execute(self, engine: &mut Engine) -> Result<Executed, Box<Refused>> {
        match self {
            Self::Read {
                select,
                key,
                consistent,
            } => {
                let lookup = Lookup {
                    key: &key,
                    projection: None,
                    consistency: consistency(consistent),
                };
                let table = engine.catalogue.usable_mut(&select.table_name)?;
                let found = lookup.perform(table, &engine.shared)?;
                payment::pay(table, engine.shared.context(), &found.consumption);
                let item = found.item.and_then(|item| pick_some(select.columns.as_deref(), item));
                Ok(Executed {
                    item,
                    consumption: found.consumption,
                    trace: found.trace,
                })
            }
            Self::Write(Write { write, returns }) => {
                let report = Report {
                    values: returns,
                    capacity: None,
                    metrics: None,
                };
                let Performed { response, written } = write.perform(engine, Origin::Statement, &report)?;
                Ok(Executed {
                    item: response.attributes,
                    consumption: written.consumption,
                    trace: written.trace,
                })
            }
        }
    }
}

/// The results of a batch so far.
#[derive(Default)]
struct StatementResults {
    responses: Vec<BatchStatementResponse>,
    /// The capacity that the successful statements consumed.
    used: Ledger,
    /// The capacity that the failed statements consumed.
    lost: Ledger,
    stops: List<Stop>,
    traces: List<Trace>,
}

impl StatementResults {
    fn execute(&mut self, engine: &mut Engine, member: Result<PlannedStatement, Refusal>) {
        let refused = |error: &ServiceError, table_name| BatchStatementResponse {
            error: Some(error.into()),
            table_name,
            item: None,
        };
        let member = match member {
            Ok(member) => member,
            Err(Refusal { error, table_name }) => return self.responses.push(refused(&error, table_name)),
        };
        let table_name = member.names().0.to_owned();
        self.responses.push(match member.execute(engine) {
            Ok(executed) => {
                self.used.add(&table_name, &executed.consumption);
                self.traces.extend(executed.trace);
                BatchStatementResponse {
                    error: None,
                    table_name: Some(table_name),
                    item: executed.item,
                }
            }
            Err(failed) => {
                let Refused { error, consumption, .. } = *failed;
                self.stops.extend(Stop::of(&error, &table_name_of(&table_name).into()));
                for used in &consumption {
                    if let Some(table) = engine.catalogue.get_mut(&used.table) {
                        payment::pay(table, engine.shared.context(), used);
                    }
                    self.lost.add(&table_name, used);
                }
                refused(&error, Some(table_name))
            }
        });
    }

    fn finish(self, request: &BatchExecuteStatementRequest) -> Done {
        // The response reports no capacity if no statement succeeded (observed: statement-batch-capacity).
        let reports = self
            .used
            .report(request.return_consumed_capacity, None)
            .filter(|reports| !reports.is_empty());
        let lost = self.lost.into_consumption();
        let consumed_capacity = reports.map(|reports| reports.into_iter().map(|report| with(report, &lost)).collect());
        let mut consumption = self.used.into_consumption();
        for lost in lost {
            match consumption.iter_mut().find(|used| used.table == lost.table) {
                Some(used) => used.add(&lost),
                None => consumption.push(lost),
            }
        }
        let response = BatchExecuteStatementResponse {
            responses: self.responses,
            consumed_capacity,
        };
        Done::charged_all(Response::BatchExecuteStatement(response), consumption, self.traces).with_stops(self.stops)
    }
}

/// Adds the capacity of failed statements to the total of their table, but to none of its parts
/// (observed: statement-batch-capacity).
fn with(report: ConsumedCapacity, lost: &[Consumption]) -> ConsumedCapacity {
    let name = table_name_of(&report.table_name);
    let lost = lost
        .iter()
        .filter(|lost| lost.table == name)
        .map(|lost| lost.total().as_f64());
    ConsumedCapacity {
        capacity_units: report.capacity_units + lost.sum::<f64>(),
        ..report
    }
}
