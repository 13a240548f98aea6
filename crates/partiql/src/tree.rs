//! The tree of a statement as the grammar sees it: expressions inside expressions, statements among them.
//!
//! Owns the nodes and the bound on their depth, so that every walk over a tree is bounded too. Must not know meaning.

use hashrange_values::Text;

use crate::Span;
use crate::statement::Returning;

/// Levels a statement may be nested: parentheses, `NOT`s, lists, maps and operators inside each other. The service's own
/// limit is not known; literals are refused from 32 levels on (observed), in words of their own.
pub const MAX_DEPTH: usize = 100;

/// An expression, with the token the service names as its place.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
    /// Levels of expressions inside.
    depth: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Text(Text),
    /// The digits with the sign they come to.
    Number(Text),
    Truth(bool),
    Null,
    Missing,
    Ion(Text),
    /// A question mark; the place among the parameters, from 0.
    Parameter(usize),
    Path(PathExpr),
    /// Steps after something that is no name.
    StrayPath,
    List(Vec<Expr>),
    Bag(Vec<Expr>),
    Struct(Vec<(Expr, Expr)>),
    /// A function by its name in lower case.
    Call(Text, Vec<Expr>),
    /// `count(*)`.
    CallWithStar(Text),
    Not(Box<Expr>),
    /// A sign before something that is no number.
    Signed(Symbolic, Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Binary(Symbolic, Box<Expr>, Box<Expr>),
    In(Box<Expr>, Box<Expr>),
    Between(Box<[Expr; 3]>),
    /// `IS` with the name of a type in upper case.
    Is(Box<Expr>, Text),
    Select(Box<SelectExpr>),
    Insert(Box<InsertExpr>),
    Update(Box<UpdateExpr>),
    Delete(Box<DeleteExpr>),
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbolic {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    Concatenate,
    Like,
}

impl Symbolic {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::Concatenate => "||",
            Self::Like => "LIKE",
        }
    }

    /// Its name in the language's reference implementation.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Equal => "Eq",
            Self::NotEqual => "Ne",
            Self::Less => "Lt",
            Self::LessOrEqual => "Lte",
            Self::Greater => "Gt",
            Self::GreaterOrEqual => "Gte",
            Self::Plus => "Plus",
            Self::Minus => "Minus",
            Self::Times => "Times",
            Self::Divide => "Divide",
            Self::Remainder => "Modulo",
            Self::Concatenate => "Concat",
            Self::Like => "Like",
        }
    }
}

/// A name, then steps.
#[derive(Clone, Debug)]
pub(crate) struct PathExpr {
    pub(crate) root: Text,
    pub(crate) steps: Vec<StepExpr>,
}

#[derive(Clone, Debug)]
pub(crate) enum StepExpr {
    Name(Text),
    /// Whatever stands between brackets.
    Index(Box<Expr>),
    /// `.*`
    Unpivot,
    /// `[*]`
    Wildcard,
}

#[derive(Clone, Debug)]
pub(crate) struct SelectExpr {
    pub(crate) columns: Columns,
    pub(crate) source: SourceExpr,
    pub(crate) filter: Option<Expr>,
    pub(crate) order: Vec<(Expr, bool)>,
    /// The first clause the service does not have, and its place.
    pub(crate) unsupported: Option<(&'static str, Span)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Columns {
    All,
    Value,
    List(Vec<ColumnExpr>),
}

#[derive(Clone, Debug)]
pub(crate) struct ColumnExpr {
    pub(crate) expr: Expr,
    pub(crate) aliased: bool,
}

/// What follows `FROM`.
#[derive(Clone, Debug)]
pub(crate) struct SourceExpr {
    pub(crate) expr: Expr,
    pub(crate) aliased: bool,
    pub(crate) joined: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct InsertExpr {
    pub(crate) target: Expr,
    /// `VALUE` was written: one item, not a collection of them.
    pub(crate) single: bool,
    pub(crate) item: Expr,
    pub(crate) at: bool,
    pub(crate) returning: Vec<ReturningExpr>,
}

#[derive(Clone, Debug)]
pub(crate) struct UpdateExpr {
    pub(crate) source: SourceExpr,
    pub(crate) changes: Vec<ChangeExpr>,
    pub(crate) filter: Option<Expr>,
    pub(crate) returning: Vec<ReturningExpr>,
}

#[derive(Clone, Debug)]
pub(crate) enum ChangeExpr {
    Set(Expr, Expr),
    Remove(Expr),
    /// `INSERT INTO` inside an update.
    Insert(Span),
}

#[derive(Clone, Debug)]
pub(crate) struct DeleteExpr {
    pub(crate) source: SourceExpr,
    pub(crate) filter: Option<Expr>,
    pub(crate) returning: Vec<ReturningExpr>,
}

/// One thing a write should return: which image, and whether `*` followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReturningExpr {
    pub(crate) returning: Returning,
    pub(crate) star: bool,
    pub(crate) span: Span,
}

impl Expr {
    /// A node; `None` when that makes the tree too deep.
    pub(crate) fn new(kind: ExprKind, span: Span) -> Option<Self> {
        let depth = kind.depth();
        (depth <= MAX_DEPTH).then_some(Self { kind, span, depth })
    }

    /// Appends an operand to a chain of `AND`s or `OR`s; false when that makes the tree too deep.
    pub(crate) fn push(&mut self, operand: Self) -> bool {
        self.depth = self.depth.max(operand.depth + 1);
        if let ExprKind::And(operands) | ExprKind::Or(operands) = &mut self.kind {
            operands.push(operand);
        }
        self.depth <= MAX_DEPTH
    }
}

/// One more than the deepest of these.
fn above<'e>(inner: impl IntoIterator<Item = &'e Expr>) -> usize {
    inner.into_iter().map(|expr| expr.depth + 1).max().unwrap_or(0)
}

impl ExprKind {
    fn depth(&self) -> usize {
        match self {
            Self::Text(_)
            | Self::Number(_)
            | Self::Truth(_)
            | Self::Null
            | Self::Missing
            | Self::Ion(_)
            | Self::Parameter(_)
            | Self::StrayPath
            | Self::CallWithStar(_) => 0,
            Self::Path(path) => path.steps.iter().map(StepExpr::depth).max().unwrap_or(0),
            Self::List(inner) | Self::Bag(inner) | Self::Call(_, inner) | Self::And(inner) | Self::Or(inner) => {
                above(inner)
            }
            Self::Struct(members) => above(members.iter().flat_map(|(name, value)| [name, value])),
            Self::Not(inner) | Self::Signed(_, inner) | Self::Is(inner, _) => above([&**inner]),
            Self::Binary(_, left, right) | Self::In(left, right) => above([&**left, &**right]),
            Self::Between(operands) => above(operands.iter()),
            Self::Select(select) => select.depth(),
            Self::Insert(insert) => above([&insert.target, &insert.item]),
            Self::Update(update) => {
                let changes = update.changes.iter().flat_map(ChangeExpr::parts);
                above(changes.chain(&update.filter).chain([&update.source.expr]))
            }
            Self::Delete(delete) => above(delete.filter.iter().chain([&delete.source.expr])),
        }
    }
}

impl StepExpr {
    fn depth(&self) -> usize {
        match self {
            Self::Index(expr) => expr.depth + 1,
            Self::Name(_) | Self::Unpivot | Self::Wildcard => 0,
        }
    }
}

impl SelectExpr {
    fn depth(&self) -> usize {
        let columns = match &self.columns {
            Columns::List(columns) => columns.as_slice(),
            Columns::All | Columns::Value => &[],
        };
        let columns = columns.iter().map(|column| &column.expr);
        let order = self.order.iter().map(|(expr, _)| expr);
        above(columns.chain(order).chain(&self.filter).chain([&self.source.expr]))
    }
}

impl ChangeExpr {
    fn parts(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match self {
            Self::Set(target, value) => (Some(target), Some(value)),
            Self::Remove(target) => (Some(target), None),
            Self::Insert(_) => (None, None),
        };
        first.into_iter().chain(second)
    }
}
