//! `INSERT`, `UPDATE` and `DELETE` against their table: each writes one item.
//!
//! Must not know what happens to the item, or which request contains the statement.

use hashrange_expression::{Condition, Operand, Test};
use hashrange_index::KeySchema;
use hashrange_partiql::{Image, Returning};
use hashrange_values::{Item, Path};
use hashrange_wire::{ReturnValues, ReturnValuesOnConditionCheckFailure, ServiceError, StatementFault};

use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::statement::key::{Conflict, NamedKey, check_type, named};
use crate::rules::statement::prepared::WriteStatement;
use crate::rules::statement::query::usable;
use crate::state::catalogue::Catalogue;

/// A write, and the image to return.
pub(crate) struct Write {
    pub(crate) write: ItemWrite,
    pub(crate) returns: Option<ReturnValues>,
}

/// The write of a statement.
pub(crate) fn write(
    catalogue: &Catalogue,
    change: WriteStatement,
    on_failure: Option<ReturnValuesOnConditionCheckFailure>,
) -> Result<Write, ServiceError> {
    let keys = &usable(catalogue, change.table_name())?.keys;
    let single = |table_name, action, condition, returns| Write {
        write: ItemWrite {
            table_name,
            action,
            condition,
            foreseen: None,
            on_failure,
        },
        returns,
    };
    Ok(match change {
        WriteStatement::Insert { table_name, item } => {
            check_keys(keys, &item)?;
            single(table_name.into(), Action::Insert(item), None, None)
        }
        WriteStatement::Update {
            table_name,
            update,
            filter,
            returning,
        } => {
            let NamedKey { key, rest } = named(keys, filter.as_ref(), Conflict::Refused)?;
            // `UPDATE` requires an existing item (observed: statement-missing-item).
            let condition = Test::And(key_test(keys, Test::Exists).into_iter().chain(rest).collect());
            let action = Action::Update {
                key,
                update: Some(update),
            };
            single(
                table_name.into(),
                action,
                Some(Condition::new(condition)),
                returning.map(returned),
            )
        }
        WriteStatement::Delete {
            table_name,
            filter,
            returning,
        } => {
            let NamedKey { key, rest } = named(keys, filter.as_ref(), Conflict::Refused)?;
            // The further conditions apply only to an existing item (observed: statement-missing-item).
            let condition = (!rest.is_empty()).then(|| {
                let absent = key_test(keys, Test::NotExists);
                Condition::new(Test::Or(absent.into_iter().chain([Test::And(rest)]).collect()))
            });
            single(
                table_name.into(),
                Action::Delete { key },
                condition,
                returning.then_some(ReturnValues::AllOld),
            )
        }
    })
}

/// A test whether the item exists.
fn key_test(keys: &KeySchema, test: fn(Operand) -> Test) -> Option<Test> {
    keys.partition
        .first()
        .map(|key| test(Operand::Path(Path::top(key.name.clone()))))
}

/// Checks the keys of an item to insert.
fn check_keys(keys: &KeySchema, item: &Item) -> Result<(), StatementFault> {
    for attribute in keys.attributes() {
        let value = item
            .get(&attribute.name)
            .ok_or_else(|| StatementFault::KeyMissing(attribute.name.clone()))?;
        check_type(attribute, value)?;
    }
    Ok(())
}

fn returned(returning: Returning) -> ReturnValues {
    match (returning.whole, returning.image) {
        (true, Image::Old) => ReturnValues::AllOld,
        (true, Image::New) => ReturnValues::AllNew,
        (false, Image::Old) => ReturnValues::UpdatedOld,
        (false, Image::New) => ReturnValues::UpdatedNew,
    }
}
