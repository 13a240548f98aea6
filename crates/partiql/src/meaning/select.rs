//! `SELECT`: the selected parts of items, their names and their order.
//!
//! Must not know which attributes are keys.

use hashrange_values::{Path, Step, Text};

use super::{Read, Reader};
use crate::tree::{ColumnExpr, Columns, ExprKind, SelectExpr, StepExpr};
use crate::{Column, Order, Problem, Select, StatementError};

impl Reader<'_> {
    pub(super) fn select(&self, select: SelectExpr) -> Read<Select> {
        let place = select.source.expr.span;
        if let Some((clause, span)) = select.unsupported {
            return self.fail(span, Problem::Clause(clause));
        }
        let source = self.source(select.source)?;
        let columns = match select.columns {
            Columns::All => None,
            Columns::Value => return self.fail(place, Problem::SelectValue),
            Columns::List(columns) => {
                let columns = self.columns(columns);
                Some(columns.map_err(|error| StatementError {
                    source: Some(Box::new(source.clone())),
                    ..error
                })?)
            }
        };
        let filter = select.filter.map(|filter| self.predicate(filter)).transpose()?;
        let order = select.order.into_iter();
        let order = order.map(|(expr, descending)| {
            Ok(Order {
                attribute: self.ordering(expr)?,
                descending,
            })
        });
        Ok(Select {
            source,
            columns,
            filter,
            order: order.collect::<Read<_>>()?,
        })
    }

    fn columns(&self, columns: Vec<ColumnExpr>) -> Read<Vec<Column>> {
        let mut read: Vec<Column> = Vec::with_capacity(columns.len());
        for ColumnExpr { expr, aliased } in columns {
            let span = expr.span;
            let path = match expr.kind {
                ExprKind::Path(path) if !path.steps.iter().any(|step| matches!(step, StepExpr::Unpivot)) => {
                    self.path(path, span)?
                }
                _ => return self.fail(span, Problem::PathComponent),
            };
            if aliased {
                return self.fail(span, Problem::Alias);
            }
            let name = name_of(&path);
            if read.iter().any(|column| column.name == name) {
                return self.fail(span, Problem::DuplicateColumn(name));
            }
            read.push(Column { path, name });
        }
        Ok(read)
    }
}

/// The last name of a path with the indexes after it.
fn name_of(path: &Path) -> Text {
    let last = path.steps.iter().rposition(|step| matches!(step, Step::Key(_)));
    let (attribute, indexes) = match last.and_then(|at| Some((path.steps.get(at)?, path.steps.get(at + 1..)?))) {
        Some((Step::Key(name), indexes)) => (name, indexes),
        _ => (&path.attribute, path.steps.as_slice()),
    };
    Text::from(
        Path {
            attribute: attribute.clone(),
            steps: indexes.to_vec(),
        }
        .to_string(),
    )
}
