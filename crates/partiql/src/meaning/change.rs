//! `INSERT`, `UPDATE` and `DELETE`: the item, the changes, and the `RETURNING` clause.
//!
//! Must not know which attributes are keys, and must not know the stored item.

use hashrange_values::{AttributeType, AttributeValue, Path, Text};

use super::{Read, Reader, operator};
use crate::tree::{ChangeExpr, DeleteExpr, Expr, ExprKind, InsertExpr, ReturningExpr, Symbolic, UpdateExpr};
use crate::words::{LIST_APPEND, SET_ADD, SET_DELETE};
use crate::{Change, Delete, Image, Insert, Problem, Returning, Sign, Span, Update, Value};

impl Reader<'_> {
    pub(super) fn insert(&self, insert: InsertExpr) -> Read<Insert> {
        let span = insert.target.span;
        let table = match insert.target.kind {
            ExprKind::Path(path) if path.steps.is_empty() => path.root,
            _ => return self.fail(span, Problem::InsertSource),
        };
        if table.is_empty() {
            return self.fail(span, Problem::EmptyName);
        }
        if !insert.single {
            return self.fail(insert.item.span, Problem::InsertMany);
        }
        if insert.at {
            return self.fail(insert.item.span, Problem::InsertAt);
        }
        if let Some(returning) = insert.returning.first() {
            return self.fail(returning.span, Problem::InsertReturning);
        }
        match insert.item.kind {
            ExprKind::Struct(members) => Ok(Insert {
                table,
                item: self.attributes(members)?,
            }),
            _ => self.fail(insert.item.span, Problem::InsertFormat),
        }
    }

    pub(super) fn update(&self, update: UpdateExpr) -> Read<Update> {
        let table = self.table(update.source)?;
        let changes = update
            .changes
            .into_iter()
            .map(|change| self.change(change))
            .collect::<Read<_>>()?;
        let filter = update.filter.map(|filter| self.predicate(filter)).transpose()?;
        let returning = self.returning(&update.returning)?.map(|(returning, _)| returning);
        Ok(Update {
            table,
            changes,
            filter,
            returning,
        })
    }

    pub(super) fn delete(&self, delete: DeleteExpr) -> Read<Delete> {
        let table = self.table(delete.source)?;
        let filter = delete.filter.map(|filter| self.predicate(filter)).transpose()?;
        let returning = match self.returning(&delete.returning)? {
            None => false,
            Some((
                Returning {
                    whole: true,
                    image: Image::Old,
                },
                _,
            )) => true,
            Some((returning, span)) => return self.fail(span, Problem::DeleteReturning(returning.words())),
        };
        Ok(Delete {
            table,
            filter,
            returning,
        })
    }

    fn returning(&self, elements: &[ReturningExpr]) -> Read<Option<(Returning, Span)>> {
        match elements {
            [] => Ok(None),
            [element] if element.star => Ok(Some((element.returning, element.span))),
            [element] => self.fail(element.span, Problem::ReturningElement),
            [_, second, ..] => self.fail(second.span, Problem::ReturningMany),
        }
    }

    fn change(&self, change: ChangeExpr) -> Read<(Path, Change)> {
        match change {
            ChangeExpr::Insert(span) => self.fail(span, Problem::UpdateAction),
            ChangeExpr::Remove(target) => Ok((self.target(target)?, Change::Remove)),
            ChangeExpr::Set(target, value) => {
                let target = self.target(target)?;
                let change = self.assigned(&target, value)?;
                Ok((target, change))
            }
        }
    }

    fn target(&self, target: Expr) -> Read<Path> {
        match target.kind {
            ExprKind::Path(path) => self.path(path, target.span),
            _ => self.fail(target.span, Problem::PathComponent),
        }
    }

    fn assigned(&self, target: &Path, value: Expr) -> Read<Change> {
        let span = value.span;
        match value.kind {
            ExprKind::Call(name, arguments) if name == SET_ADD => {
                self.set_operand("SET_ADD", target, arguments, span).map(Change::SetAdd)
            }
            ExprKind::Call(name, arguments) if name == SET_DELETE => self
                .set_operand("SET_DELETE", target, arguments, span)
                .map(Change::SetDelete),
            _ => self.stored(value).map(Change::Set),
        }
    }

    /// The set in `SET a = set_add(a, set)`. The error for a value that is not a set has the position of the first
    /// argument (observed: statement-set-functions).
    fn set_operand(&self, name: &'static str, target: &Path, arguments: Vec<Expr>, span: Span) -> Read<AttributeValue> {
        let Ok([first, second]) = <[Expr; 2]>::try_from(arguments) else {
            return self.fail(span, Problem::SetArguments(name));
        };
        let place = first.span;
        match first.kind {
            ExprKind::Path(path) if self.path(path.clone(), place)? == *target => {}
            _ => return self.fail(span, Problem::SetFirst(name)),
        }
        let is_value = !matches!(
            second.kind,
            ExprKind::Path(_) | ExprKind::Call(..) | ExprKind::Binary(..)
        );
        let set = if is_value { Some(self.value(second)?) } else { None };
        set.filter(|set| {
            matches!(
                set.attribute_type(),
                AttributeType::Ss | AttributeType::Ns | AttributeType::Bs
            )
        })
        .map_or_else(|| self.fail(place, Problem::SetSecond(name)), Ok)
    }

    /// Reads an assigned value. Recurses as deep as the tree, which has a limit.
    fn stored(&self, value: Expr) -> Read<Value> {
        let span = value.span;
        match value.kind {
            ExprKind::Path(path) => self.path(path, span).map(Value::Path),
            ExprKind::StrayPath => self.fail(span, Problem::PathComponent),
            ExprKind::Binary(symbolic @ (Symbolic::Plus | Symbolic::Minus), left, right) => {
                let sign = if symbolic == Symbolic::Plus {
                    Sign::Plus
                } else {
                    Sign::Minus
                };
                Ok(Value::Sum(
                    sign,
                    Box::new(self.stored(*left)?),
                    Box::new(self.stored(*right)?),
                ))
            }
            ExprKind::Call(name, arguments) if name == LIST_APPEND => arguments
                .into_iter()
                .map(|argument| self.stored(argument))
                .collect::<Read<_>>()
                .map(Value::ListAppend),
            ExprKind::Call(name, _) | ExprKind::CallWithStar(name) => self.fail(span, Problem::Function(name)),
            ExprKind::Is(..) => self.fail(span, Problem::IsInUpdate),
            ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
            | ExprKind::Signed(..)
            | ExprKind::Binary(..)
            | ExprKind::In(..)
            | ExprKind::Between(_) => self.fail(span, Problem::UpdateOperator(Text::const_new(operator(&value.kind)))),
            _ => self.value(value).map(Value::Literal),
        }
    }
}

impl Returning {
    fn words(self) -> &'static str {
        match (self.whole, self.image) {
            (true, Image::Old) => "ALL OLD",
            (true, Image::New) => "ALL NEW",
            (false, Image::Old) => "MODIFIED OLD",
            (false, Image::New) => "MODIFIED NEW",
        }
    }
}
