//! ExecuteTransaction: statements that each read one item, or each write one, atomically.
//!
//! A transaction of reads behaves like TransactGetItems, a transaction of writes like TransactWriteItems. Statements
//! that contradict their tables cancel it, as failed conditions do. Any other fault of a statement refuses the request.

use hashrange_capacity::Consistency;
use hashrange_expression::{Condition, Test};
use hashrange_values::{AttributeValue, Item, List, Text};
use hashrange_wire::{
    CancellationReason, ExecuteTransactionRequest, ExecuteTransactionResponse, Operation, Response, ServiceError,
    StatementFault, TransactStatement, UnitsName, ValidationError,
};

use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Outcome};
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::rules::statement;
use crate::rules::statement::columns::pick_some;
use crate::rules::statement::key::{Conflict, named};
use crate::rules::statement::prepared;
use crate::rules::statement::prepared::WriteStatement;
use crate::rules::statement::prepared::{Prepared, Select};
use crate::rules::statement::query;
use crate::service::engine::Engine;
use crate::service::operation::item_write;
use crate::service::operation::lookup::Lookup;
use crate::service::operation::transact::{self, Planned, Read, Transacted};
use crate::state::log::ledger::Ledger;
use crate::state::log::trace::Trace;
use crate::state::tokens::Token;

/// Order of checks (observed: statement-transactions): each statement by itself, reads mixed with writes, tables and
/// keys, duplicate items, conditions.
pub(super) fn perform(engine: &mut Engine, request: &ExecuteTransactionRequest, foreseen: &Foreseen) -> Outcome {
    let mut prepared = Vec::with_capacity(request.transact_statements.len());
    for (place, statement) in request.transact_statements.iter().enumerate() {
        prepared.push(prepare(engine, statement).map_err(|error| placed(place, error))?);
    }
    let reads = prepared
        .iter()
        .filter(|prepared| matches!(prepared, Prepared::Select(_)))
        .count();
    if reads == prepared.len() {
        let selects = prepared.into_iter().filter_map(|prepared| match prepared {
            Prepared::Select(select) => Some(select),
            _ => None,
        });
        return read(engine, request, &selects.collect::<Vec<_>>());
    }
    if reads > 0 {
        return Err(StatementFault::TransactionMixed.into());
    }
    write(engine, request, prepared, foreseen)
}

/// The conditions and their items, if evaluating them is expensive. `None` for a transaction that will be refused.
pub(super) fn foresee(engine: &Engine, request: &ExecuteTransactionRequest) -> Option<Foresight> {
    let write = |statement: &TransactStatement| match prepare(engine, statement).ok()? {
        Prepared::Select(_) => None,
        prepared => Some(planned(engine, statement, prepared).ok()?.write),
    };
    let writes: Option<Vec<ItemWrite>> = request.transact_statements.iter().map(write).collect();
    item_write::foresee(engine, writes?)
}

fn prepare(engine: &Engine, statement: &TransactStatement) -> Result<Prepared, ServiceError> {
    let prepared = prepared::prepare(&engine.catalogue, &statement.statement, statement.parameters.as_deref())?;
    // These refusals apply only if the table exists (observed: statement-transactions).
    if engine.catalogue.usable(prepared.table_name()).is_err() {
        return Ok(prepared);
    }
    match &prepared {
        Prepared::Select(select) if select.index_name.is_some() => Err(StatementFault::TransactionIndex.into()),
        Prepared::Exists(select) if select.index_name.is_some() => Err(StatementFault::ExistsIndex.into()),
        Prepared::Write(change) if change.returns() => Err(StatementFault::TransactionReturning.into()),
        _ => Ok(prepared),
    }
}

/// Adds the statement's position to a refusal.
fn placed(place: usize, error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Validation(fault) => ValidationError::TransactStatement {
            place,
            fault: Box::new(fault),
        }
        .into(),
        error => error,
    }
}

fn read(engine: &mut Engine, request: &ExecuteTransactionRequest, selects: &[Select]) -> Outcome {
    let mut keys = Vec::with_capacity(selects.len());
    let mut reasons = Reasons::default();
    for (place, select) in selects.iter().enumerate() {
        match query::only_key(&engine.catalogue, select).map_err(as_of_an_item) {
            Ok(Some(key)) => {
                reasons.0.push(CancellationReason::None);
                keys.push(key);
            }
            Ok(None) => return Err(placed(place, StatementFault::TransactionSelect.into()).into()),
            Err(error) => reasons.take(error).map_err(|error| placed(place, error))?,
        }
    }
    reasons.finish()?;
    let reads: Vec<Read<'_>> = selects
        .iter()
        .zip(&keys)
        .map(|(select, key)| Read {
            table_name: &select.table_name,
            lookup: Lookup {
                key,
                projection: None,
                consistency: Consistency::Transactional,
            },
        })
        .collect();
    let found = transact::read(engine, &reads)?;
    let mut ledger = Ledger::default();
    let (mut responses, mut traces) = (Vec::with_capacity(found.len()), List::new());
    for (select, found) in selects.iter().zip(found) {
        ledger.add(&select.table_name, &found.consumption);
        traces.extend(found.trace);
        responses.push(found.item.and_then(|item| pick_some(select.columns.as_deref(), item)));
    }
    Ok(answered(request, ledger, UnitsName::Read, responses, traces))
}

fn write(
    engine: &mut Engine,
    request: &ExecuteTransactionRequest,
    prepared: Vec<Prepared>,
    foreseen: &Foreseen,
) -> Outcome {
    let mut plan = Vec::with_capacity(prepared.len());
    let mut reasons = Reasons::default();
    for (place, (statement, prepared)) in request.transact_statements.iter().zip(prepared).enumerate() {
        match planned(engine, statement, prepared) {
            Ok(planned) => {
                reasons.0.push(CancellationReason::None);
                plan.push(planned);
            }
            Err(error) => reasons.take(error).map_err(|error| placed(place, error))?,
        }
    }
    reasons.finish()?;
    transact::recall(&mut plan, foreseen);
    let names: Vec<Text> = plan.iter().map(|planned| planned.write.table_name.clone()).collect();
    let statements: Vec<_> = request
        .transact_statements
        .iter()
        .map(|member| (&member.statement, &member.parameters))
        .collect();
    let token = request.client_request_token.as_deref();
    let token = token.map(|token| Token::new(Operation::ExecuteTransaction, token, &statements));
    let Transacted { members, replayed } = transact::write(engine, plan, Origin::Statement, token, None)?;
    let mut ledger = Ledger::default();
    let mut traces = List::new();
    for (name, member) in names.iter().zip(members) {
        ledger.add(name, &member.consumption);
        traces.extend(member.trace);
    }
    let named = if replayed { UnitsName::Read } else { UnitsName::Write };
    Ok(answered(request, ledger, named, Vec::new(), traces))
}

fn planned(engine: &Engine, statement: &TransactStatement, prepared: Prepared) -> Result<Planned, ServiceError> {
    let on_failure = statement.return_values_on_condition_check_failure;
    let values = statement
        .parameters
        .iter()
        .flatten()
        .map(AttributeValue::size)
        .sum::<usize>();
    let write = match prepared {
        Prepared::Write(change) => change_of(engine, change, on_failure)?,
        Prepared::Exists(select) | Prepared::Select(select) => {
            let keys = &engine.catalogue.usable(&select.table_name)?.keys;
            // A condition that does not name the item has the same error as a condition that names only the item (a
            // choice).
            let named = named(keys, select.filter.as_ref(), Conflict::Condition);
            let named = named
                .ok()
                .filter(|named| !named.rest.is_empty())
                .ok_or(StatementFault::ExistsSelect)?;
            ItemWrite {
                table_name: select.table_name.into(),
                action: Action::ConditionCheck { key: named.key },
                condition: Some(Condition::new(Test::And(named.rest))),
                foreseen: None,
                on_failure,
            }
        }
    };
    let bytes = match &write.action {
        Action::Insert(item) | Action::Put(item) => item.item_size(),
        other => other.key().item_size() + values,
    };
    Ok(Planned { write, bytes })
}

/// The write of a statement.
fn change_of(
    engine: &Engine,
    change: WriteStatement,
    on_failure: Option<hashrange_wire::ReturnValuesOnConditionCheckFailure>,
) -> Result<ItemWrite, ServiceError> {
    engine.catalogue.usable(change.table_name())?;
    statement::write::write(&engine.catalogue, change, on_failure)
        .map(|write| write.write)
        .map_err(as_of_an_item)
}

/// Converts the errors of invalid keys to those of TransactGetItems and TransactWriteItems
/// (observed: statement-transactions).
fn as_of_an_item(error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Validation(ValidationError::Statement(fault)) => match fault {
            StatementFault::KeyMissing(name) => ValidationError::MissingKey(name).into(),
            StatementFault::NoKey
            | StatementFault::TwoKeys(_)
            | StatementFault::KeyType(_)
            | StatementFault::NoKeyType { .. } => ValidationError::KeySchemaMismatch.into(),
            fault => fault.into(),
        },
        error => error,
    }
}

fn answered(
    request: &ExecuteTransactionRequest,
    ledger: Ledger,
    named: UnitsName,
    responses: Vec<Option<std::sync::Arc<Item>>>,
    traces: List<Trace>,
) -> Done {
    let consumed_capacity = ledger.report(request.return_consumed_capacity, Some(named));
    let response = ExecuteTransactionResponse {
        responses,
        consumed_capacity,
    };
    Done::charged_all(
        Response::ExecuteTransaction(response),
        ledger.into_consumption(),
        traces,
    )
}

/// The reasons why statements cannot be executed, collected before the first one runs.
#[derive(Default)]
struct Reasons(Vec<CancellationReason>);

impl Reasons {
    /// Records a contradiction to a table. Returns any other fault, which refuses the request.
    fn take(&mut self, error: ServiceError) -> Result<(), ServiceError> {
        self.0.push(match error {
            ServiceError::ResourceNotFound(_) => CancellationReason::ResourceNotFound,
            ServiceError::Validation(fault @ (ValidationError::KeySchemaMismatch | ValidationError::MissingKey(_))) => {
                CancellationReason::Validation(fault)
            }
            error => return Err(error),
        });
        Ok(())
    }

    fn finish(self) -> Result<(), ServiceError> {
        let fine = self.0.iter().all(|reason| *reason == CancellationReason::None);
        if fine {
            Ok(())
        } else {
            Err(ServiceError::TransactionCanceled(self.0))
        }
    }
}
