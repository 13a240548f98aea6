//! Converts the tree of a text to a typed statement, and finds the errors that do not depend on tables.
//!
//! Owns the order of these errors, of which little is known: source, then columns, changes or item, then the condition,
//! then the `RETURNING` clause. `meaning/literal.rs` reads literals, `meaning/predicate.rs` conditions,
//! `meaning/select.rs` and `meaning/change.rs` statements. Must not know grammar.

mod change;
mod literal;
mod predicate;
mod select;

use hashrange_values::{AttributeValue, Path, Step, Text};

use crate::tree::{Expr, ExprKind, PathExpr, SourceExpr, StepExpr, Symbolic};
use crate::words::EXISTS;
use crate::{Problem, Source, Span, Statement, StatementError};

type Read<T> = Result<T, StatementError>;

/// Converts a tree to its statement.
pub(crate) fn statement(text: &str, parameters: &[AttributeValue], tree: Expr) -> Read<Statement> {
    let reader = Reader { text, parameters };
    let span = tree.span;
    match tree.kind {
        ExprKind::Select(select) => reader.select(*select).map(Statement::Select),
        ExprKind::Insert(insert) => reader.insert(*insert).map(Statement::Insert),
        ExprKind::Update(update) => reader.update(*update).map(Statement::Update),
        ExprKind::Delete(delete) => reader.delete(*delete).map(Statement::Delete),
        ExprKind::Call(name, mut arguments) if name == EXISTS && arguments.len() == 1 => {
            match arguments.pop().map(|argument| argument.kind) {
                Some(ExprKind::Select(select)) => reader.select(*select).map(Statement::Exists),
                _ => reader.fail(span, Problem::Function(name)),
            }
        }
        kind => reader.fail(span, Problem::NoStatement(class(&kind))),
    }
}

/// The inputs for reading the parts of a statement.
#[derive(Clone, Copy)]
struct Reader<'s> {
    text: &'s str,
    parameters: &'s [AttributeValue],
}

impl Reader<'_> {
    fn fail<T>(&self, span: Span, problem: Problem) -> Read<T> {
        Err(StatementError::new(self.text, span, problem))
    }

    fn parameter(&self, place: usize, span: Span) -> Read<AttributeValue> {
        match self.parameters.get(place) {
            Some(value) => Ok(value.clone()),
            None => self.fail(span, Problem::ParameterCount),
        }
    }

    fn path(&self, path: PathExpr, span: Span) -> Read<Path> {
        let steps = path.steps.into_iter().map(|step| match step {
            StepExpr::Name(name) => Ok(Step::Key(name)),
            StepExpr::Index(index) => self.index(&index),
            StepExpr::Unpivot => self.fail(span, Problem::UnpivotPath),
            StepExpr::Wildcard => self.fail(span, Problem::WildcardPath),
        });
        Ok(Path {
            attribute: path.root,
            steps: steps.collect::<Read<_>>()?,
        })
    }

    /// Reads a list index. `-0` is valid (observed: statement-paths).
    fn index(&self, index: &Expr) -> Read<Step> {
        let ExprKind::Number(digits) = &index.kind else {
            return self.fail(index.span, Problem::PathComponent);
        };
        match digits.parse::<i32>().ok().and_then(|index| usize::try_from(index).ok()) {
            Some(index) => Ok(Step::Index(index)),
            None => self.fail(index.span, Problem::ListIndex(digits.clone())),
        }
    }

    /// Reads the names after `FROM` or `UPDATE`.
    fn source(&self, source: SourceExpr) -> Read<Source> {
        let span = source.expr.span;
        if source.joined {
            return self.fail(span, Problem::ManySources);
        }
        let ExprKind::Path(path) = source.expr.kind else {
            return self.fail(span, Problem::FromSource);
        };
        let mut names = vec![path.root];
        for step in path.steps {
            match step {
                StepExpr::Name(name) => names.push(name),
                StepExpr::Index(_) | StepExpr::Wildcard => return self.fail(span, Problem::ListInSource),
                StepExpr::Unpivot => return self.fail(span, Problem::FromSource),
            }
        }
        if names.len() > 2 {
            return self.fail(span, Problem::LongSource);
        }
        if names.iter().any(|name| name.is_empty()) {
            return self.fail(span, Problem::EmptyName);
        }
        if source.aliased {
            return self.fail(span, Problem::Alias);
        }
        let mut names = names.into_iter();
        Ok(Source {
            table: names.next().unwrap_or_default(),
            index: names.next(),
        })
    }

    /// Reads the table of an `UPDATE` or `DELETE`.
    fn table(&self, source: SourceExpr) -> Read<Text> {
        let span = source.expr.span;
        match self.source(source)? {
            Source { table, index: None } => Ok(table),
            Source { .. } => self.fail(span, Problem::IndexWritten),
        }
    }
}

/// The service's name for an expression that is not a value.
fn description(expr: &Expr) -> Text {
    match &expr.kind {
        ExprKind::Parameter(_) => Text::const_new("Parameter"),
        ExprKind::Path(path) => path.root.clone(),
        ExprKind::Call(name, _) | ExprKind::CallWithStar(name) => name.clone(),
        kind => Text::from(operator(kind)),
    }
}

/// The kind's name in the language's reference implementation.
fn class(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Text(_) | ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Null | ExprKind::Ion(_) => "Lit",
        ExprKind::Missing => "Missing",
        ExprKind::Parameter(_) => "Parameter",
        ExprKind::Path(path) if path.steps.is_empty() => "Id",
        ExprKind::Path(_) | ExprKind::StrayPath => "Path",
        ExprKind::List(_) => "List",
        ExprKind::Bag(_) => "Bag",
        ExprKind::Struct(_) => "Struct",
        ExprKind::Call(..) => "Call",
        ExprKind::CallWithStar(_) => "CallAgg",
        ExprKind::Not(_) => "Not",
        ExprKind::Signed(Symbolic::Minus, _) => "Neg",
        ExprKind::Signed(..) => "Pos",
        ExprKind::And(_) => "And",
        ExprKind::Or(_) => "Or",
        ExprKind::Binary(symbolic, ..) => symbolic.class(),
        ExprKind::In(..) => "InCollection",
        ExprKind::Between(_) => "Between",
        ExprKind::Is(..) => "IsType",
        ExprKind::Select(_) => "Select",
        ExprKind::Insert(_) => "Insert",
        ExprKind::Update(_) => "Update",
        ExprKind::Delete(_) => "Delete",
    }
}

/// The operator or keyword of an expression.
fn operator(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Not(_) => "NOT",
        ExprKind::Signed(symbolic, _) | ExprKind::Binary(symbolic, ..) => symbolic.text(),
        ExprKind::And(_) => "AND",
        ExprKind::Or(_) => "OR",
        ExprKind::In(..) => "IN",
        ExprKind::Between(_) => "BETWEEN",
        ExprKind::Is(..) => "IS",
        ExprKind::Missing => "MISSING",
        ExprKind::Select(_) => "SELECT",
        ExprKind::Insert(_) => "INSERT",
        ExprKind::Update(_) => "UPDATE",
        ExprKind::Delete(_) => "DELETE",
        _ => "UNKNOWN",
    }
}
