//! A prepared statement: parsed, with all checks that need no table.
//!
//! Only invalid columns are refused later, because an index that statements cannot read is refused before
//! (observed: statement-check-order). Must not know keys.

use hashrange_expression::{Problem, Test, Update};
use hashrange_partiql as partiql;
use hashrange_partiql::{Column, Order, Returning, Source, Statement, StatementError};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{ServiceError, StatementFault, ValidationError};

use crate::rules::statement::{condition, update};
use crate::state::catalogue::Catalogue;

/// The member of a request that contains a statement.
const PARAMETER: &str = "Statement";

/// A statement, prepared.
pub(crate) enum Prepared {
    /// `SELECT`
    Select(Select),
    /// `EXISTS`
    Exists(Select),
    /// The statements that write.
    Write(WriteStatement),
}

/// A `SELECT`.
pub(crate) struct Select {
    pub(crate) table_name: String,
    pub(crate) index_name: Option<String>,
    pub(crate) columns: Option<Vec<Column>>,
    pub(crate) filter: Option<Test>,
    pub(crate) order: Vec<Order>,
}

/// A statement that writes.
pub(crate) enum WriteStatement {
    /// `INSERT`
    Insert { table_name: String, item: Item },
    /// `UPDATE`
    Update {
        table_name: String,
        update: Update,
        filter: Option<Test>,
        returning: Option<Returning>,
    },
    /// `DELETE`
    Delete {
        table_name: String,
        filter: Option<Test>,
        returning: bool,
    },
}

impl Prepared {
    /// The name of the statement's table.
    pub(crate) fn table_name(&self) -> &str {
        match self {
            Self::Select(select) | Self::Exists(select) => &select.table_name,
            Self::Write(change) => change.table_name(),
        }
    }
}

impl WriteStatement {
    pub(crate) fn table_name(&self) -> &str {
        match self {
            Self::Insert { table_name, .. } | Self::Update { table_name, .. } | Self::Delete { table_name, .. } => {
                table_name
            }
        }
    }

    /// Whether the statement returns an image of the item.
    pub(crate) fn returns(&self) -> bool {
        match self {
            Self::Insert { .. } => false,
            Self::Update { returning, .. } => returning.is_some(),
            Self::Delete { returning, .. } => *returning,
        }
    }
}

/// Parses a statement.
pub(crate) fn prepare(
    catalogue: &Catalogue,
    statement: &str,
    parameters: Option<&[AttributeValue]>,
) -> Result<Prepared, ServiceError> {
    let read = partiql::parse(statement, parameters.unwrap_or_default());
    let statement = read.map_err(|error| unreadable(catalogue, &error))?;
    lower(statement).map_err(|problem| malformed(problem.to_string(), None))
}

fn lower(statement: Statement) -> Result<Prepared, Problem> {
    let test = |filter: Option<partiql::Predicate>| filter.map(condition::test).transpose();
    Ok(match statement {
        Statement::Select(select) => Prepared::Select(lower_select(select)?),
        Statement::Exists(select) => Prepared::Exists(lower_select(select)?),
        Statement::Insert(partiql::Insert { table, item }) => Prepared::Write(WriteStatement::Insert {
            table_name: table.into_string(),
            item,
        }),
        Statement::Update(partiql::Update {
            table,
            changes,
            filter,
            returning,
        }) => {
            let update = update::update(changes)?;
            Prepared::Write(WriteStatement::Update {
                table_name: table.into_string(),
                update,
                filter: test(filter)?,
                returning,
            })
        }
        Statement::Delete(partiql::Delete {
            table,
            filter,
            returning,
        }) => Prepared::Write(WriteStatement::Delete {
            table_name: table.into_string(),
            filter: test(filter)?,
            returning,
        }),
    })
}

fn lower_select(select: partiql::Select) -> Result<Select, Problem> {
    let partiql::Select {
        source: Source { table, index },
        columns,
        filter,
        order,
    } = select;
    Ok(Select {
        table_name: table.into_string(),
        index_name: index.map(|index| index.into_string()),
        columns,
        filter: filter.map(condition::test).transpose()?,
        order,
    })
}

fn unreadable(catalogue: &Catalogue, error: &StatementError) -> ServiceError {
    let many = error.source.as_deref().is_some_and(|Source { table, index }| {
        let table = catalogue.get(table);
        let index = table.zip(index.as_ref()).and_then(|(table, index)| table.index(index));
        index.is_some_and(|index| index.definition.keys.is_multi_attribute())
    });
    if many {
        return StatementFault::ManyKeyAttributes.into();
    }
    malformed(error.to_string(), Some((error.span.start, error.span.end)))
}

fn malformed(message: String, span: Option<(usize, usize)>) -> ServiceError {
    ValidationError::Expression {
        message,
        parameter: Some(PARAMETER),
        span,
    }
    .into()
}
