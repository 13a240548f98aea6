//! TransactWriteItems: up to 100 writes and checks, executed atomically.

use hashrange_expression::{Condition, Update, parse_update};
use hashrange_values::{List, Text};
use hashrange_wire::{
    Operation, Response, ServiceError, TransactAction, TransactWrite, TransactWriteItemsRequest,
    TransactWriteItemsResponse, TransactionRejection, UnitsName,
};

use crate::rules::expressions::{all_used, condition, refuse, scope};
use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Outcome};
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::service::engine::Engine;
use crate::service::operation::item_write;
use crate::service::operation::metrics_by_table::MetricsByTable;
use crate::service::operation::transact::{self, Planned};
use crate::state::log::ledger::Ledger;
use crate::state::tokens::Token;

pub(super) fn perform(engine: &mut Engine, request: TransactWriteItemsRequest, foreseen: &Foreseen) -> Outcome {
    let actions = request.transact_items;
    let token = request
        .client_request_token
        .as_deref()
        .map(|text| Token::new(Operation::TransactWriteItems, text, &actions));
    // The expressions of all actions are checked before any table or key (observed: transaction-check-order).
    let mut plan = actions.into_iter().map(plan).collect::<Result<Vec<_>, _>>()?;
    transact::recall(&mut plan, foreseen);
    let names: Vec<Text> = plan.iter().map(|planned| planned.write.table_name.clone()).collect();
    let made = transact::write(
        engine,
        plan,
        Origin::Transaction,
        token,
        request.return_item_collection_metrics,
    )?;
    let mut ledger = Ledger::default();
    let mut metrics = MetricsByTable::default();
    let mut traces = List::new();
    for (name, member) in names.iter().zip(made.members) {
        ledger.add(name, &member.consumption);
        metrics.add(name, &member.consumption.table, member.metrics);
        traces.extend(member.trace);
    }
    let named = if made.replayed {
        UnitsName::Read
    } else {
        UnitsName::Write
    };
    let response = Response::TransactWriteItems(TransactWriteItemsResponse {
        consumed_capacity: ledger.report(request.return_consumed_capacity, Some(named)),
        item_collection_metrics: metrics.into_map(),
    });
    Ok(Done::charged_all(response, ledger.into_consumption(), traces))
}

/// The conditions and their items, if evaluating them is expensive.
pub(super) fn foresee(engine: &Engine, request: &TransactWriteItemsRequest) -> Option<Foresight> {
    let writes = request
        .transact_items
        .iter()
        .map(|action| Some(plan(action.clone()).ok()?.write));
    item_write::foresee(engine, writes.collect::<Option<Vec<_>>>()?)
}

/// The error of a transaction with an unreadable action. An invalid expression of an earlier action takes precedence.
#[must_use]
pub fn first_fault(rejection: TransactionRejection) -> ServiceError {
    let fault = rejection.read.iter().find_map(|action| parse(action).err());
    fault.unwrap_or(rejection.error)
}

fn plan(action: TransactWrite) -> Result<Planned, ServiceError> {
    let (update, condition) = parse(&action)?;
    let values = action.expression_attribute_values.as_ref();
    let bytes = values.map_or(0, |values| values.iter().map(|(_, value)| value.size()).sum());
    let action_of = |action| match action {
        TransactAction::ConditionCheck { key } => Action::ConditionCheck { key },
        TransactAction::Put { item } => Action::Put(item),
        TransactAction::Delete { key } => Action::Delete { key },
        TransactAction::Update { key, .. } => Action::Update { key, update },
    };
    let write = ItemWrite {
        table_name: action.table_name.into(),
        action: action_of(action.action),
        condition,
        foreseen: None,
        on_failure: action.return_values_on_condition_check_failure,
    };
    // Does not count the values of a put's condition, because they are not part of the item (a model: what is measured
    // is not documented).
    let bytes = if matches!(write.action, Action::Put(_)) {
        0
    } else {
        bytes
    };
    Ok(Planned {
        bytes: bytes + write.action.key().item_size(),
        write,
    })
}

fn parse(action: &TransactWrite) -> Result<(Option<Update>, Option<Condition>), ServiceError> {
    let names = action.expression_attribute_names.as_ref();
    let mut scope = scope(names, action.expression_attribute_values.as_ref())?;
    let update = match &action.action {
        TransactAction::Update { update_expression, .. } => Some(parse_update(update_expression, &mut scope)),
        _ => None,
    };
    let update = update.transpose().map_err(|error| refuse(&error))?;
    let condition = condition(action.condition_expression.as_deref(), &mut scope)?;
    if update.is_some() || condition.is_some() {
        all_used(&scope)?;
    }
    Ok((update, condition))
}
