//! Converts the changes of an `UPDATE` to an update expression.
//!
//! Must not know tables.

use hashrange_expression::{ActionKind, Problem, SetValue, Sign, Update};
use hashrange_partiql as partiql;
use hashrange_partiql::{Change, Value};
use hashrange_values::Path;

/// Converts the changes. Recurses as deep as the statement is nested, which is bounded.
pub(crate) fn update(changes: Vec<(Path, Change)>) -> Result<Update, Problem> {
    let actions = changes.into_iter().map(|(path, change)| Ok((path, action(change)?)));
    Update::checked(actions.collect::<Result<_, Problem>>()?)
}

fn action(change: Change) -> Result<ActionKind, Problem> {
    Ok(match change {
        Change::Set(value) => ActionKind::Set(stored(value)?),
        Change::Remove => ActionKind::Remove,
        Change::SetAdd(set) => ActionKind::Add(set),
        Change::SetDelete(set) => ActionKind::Delete(set),
    })
}

fn stored(value: Value) -> Result<SetValue, Problem> {
    match value {
        Value::Literal(value) => Ok(SetValue::Value(value)),
        Value::Path(path) => Ok(SetValue::Path(path)),
        Value::Sum(sign, left, right) => {
            let sign = match sign {
                partiql::Sign::Plus => Sign::Plus,
                partiql::Sign::Minus => Sign::Minus,
            };
            SetValue::sum(sign, stored(*left)?, stored(*right)?)
        }
        Value::ListAppend(lists) => {
            let lists = lists.into_iter().map(stored).collect::<Result<_, _>>()?;
            SetValue::list_append(lists)
        }
    }
}
