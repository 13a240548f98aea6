//! ExecuteStatement: one statement, which reads items or writes one item.

use hashrange_wire::{ExecuteStatementRequest, ExecuteStatementResponse, Response, StatementFault};
use smallvec::smallvec;

use crate::rules::item_write::ItemWrite;
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Outcome};
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::rules::statement;
use crate::rules::statement::prepared;
use crate::rules::statement::prepared::WriteStatement;
use crate::rules::statement::prepared::{Prepared, Select};
use crate::rules::statement::query;
use crate::rules::statement::query::Query;
use crate::rules::statement::token;
use crate::service::engine::Engine;
use crate::service::operation::item_write::{self, Performed, Report};
use crate::service::payment;

/// Order of checks (observed: statement-check-order): the statement by itself, its table, keys, condition.
pub(super) fn perform(engine: &mut Engine, request: &ExecuteStatementRequest, foreseen: &Foreseen) -> Outcome {
    match prepared::prepare(&engine.catalogue, &request.statement, request.parameters.as_deref())? {
        Prepared::Select(select) => read(engine, request, &select, foreseen),
        Prepared::Exists(_) => Err(StatementFault::Exists.into()),
        Prepared::Write(change) => write(engine, request, change, foreseen),
    }
}

/// The condition and the items of the page or of the write, if applying it is expensive.
pub(super) fn foresee(engine: &Engine, request: &ExecuteStatementRequest) -> Option<Foresight> {
    match prepared::prepare(&engine.catalogue, &request.statement, request.parameters.as_deref()).ok()? {
        Prepared::Select(select) => {
            query::foresee(&engine.catalogue, engine.shared.context(), &query_of(request, &select))
        }
        Prepared::Exists(_) => None,
        Prepared::Write(change) => {
            let planned = statement::write::write(&engine.catalogue, change, None).ok()?;
            item_write::foresee(engine, vec![planned.write])
        }
    }
}

fn query_of<'r>(request: &'r ExecuteStatementRequest, select: &'r Select) -> Query<'r> {
    Query {
        select,
        identity: token::identity(&request.statement, request.parameters.as_deref()),
        consistent: request.consistent_read,
        limit: request.limit,
        next_token: request.next_token.as_deref(),
    }
}

fn read(engine: &mut Engine, request: &ExecuteStatementRequest, select: &Select, foreseen: &Foreseen) -> Outcome {
    let query = query_of(request, select);
    let selected = query::select(&engine.catalogue, engine.shared.context(), &query, foreseen)?;
    let swept = selected.swept;
    if let Some(table) = engine.catalogue.get_mut(&select.table_name) {
        payment::pay(table, engine.shared.context(), &swept.consumption);
    }
    let response = ExecuteStatementResponse {
        items: selected.items,
        next_token: selected.next_token,
        last_evaluated_key: swept.last_key,
        consumed_capacity: swept
            .consumption
            .report(&select.table_name, request.return_consumed_capacity),
    };
    Ok(Done::charged_all(
        Response::ExecuteStatement(response),
        smallvec![swept.consumption],
        swept.traces,
    ))
}

fn write(
    engine: &mut Engine,
    request: &ExecuteStatementRequest,
    change: WriteStatement,
    foreseen: &Foreseen,
) -> Outcome {
    let planned = statement::write::write(
        &engine.catalogue,
        change,
        request.return_values_on_condition_check_failure,
    )?;
    let report = Report {
        values: planned.returns,
        capacity: request.return_consumed_capacity,
        metrics: None,
    };
    let write = ItemWrite {
        foreseen: foreseen.of_write(0),
        ..planned.write
    };
    let Performed { response, written } = write.perform(engine, Origin::Statement, &report)?;
    let response = ExecuteStatementResponse {
        items: response.attributes.into_iter().collect(),
        consumed_capacity: response.consumed_capacity,
        ..ExecuteStatementResponse::default()
    };
    Ok(Done::charged(
        Response::ExecuteStatement(response),
        written.consumption,
        written.trace,
    ))
}
