//! The tree of a statement. Expressions contain expressions, and a statement is also an expression.
//!
//! Owns the nodes and the limit on their depth, which limits every walk over a tree. Must not know meaning.

use hashrange_values::Text;

use crate::Span;
use crate::statement::Returning;

/// The maximum nesting of a statement: parentheses, `NOT`s, lists, maps and operators inside each other. The service's
/// own limit is unknown. It refuses literals from 32 levels on, with a separate text (observed: statement-nesting).
pub const MAX_DEPTH: usize = 100;

/// An expression, with the token that the service reports as its position.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
    /// The number of expression levels inside.
    depth: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Text(Text),
    /// The digits with their resulting sign.
    Number(Text),
    Truth(bool),
    Null,
    Missing,
    Ion(Text),
    /// A question mark, with its index among the parameters, from 0.
    Parameter(usize),
    Path(PathExpr),
    /// Steps after an expression that is not a name.
    StrayPath,
    List(Vec<Expr>),
    Bag(Vec<Expr>),
    Struct(Vec<(Expr, Expr)>),
    /// A function call with the function's name in lower case.
    Call(Text, Vec<Expr>),
    /// `count(*)`.
    CallWithStar(Text),
    Not(Box<Expr>),
    /// A sign before an expression that is not a number.
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

    /// The operator's name in the language's reference implementation.
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

/// A name and the steps after it.
#[derive(Clone, Debug)]
pub(crate) struct PathExpr {
    pub(crate) root: Text,
    pub(crate) steps: Vec<StepExpr>,
}

#[derive(Clone, Debug)]
pub(crate) enum StepExpr {
    Name(Text),
    /// An expression in brackets.
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
    /// The first clause that the service does not support, and its position.
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

/// The part after `FROM`.
#[derive(Clone, Debug)]
pub(crate) struct SourceExpr {
    pub(crate) expr: Expr,
    pub(crate) aliased: bool,
    pub(crate) joined: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct InsertExpr {
    pub(crate) target: Expr,
    /// True for `VALUE`, which precedes one item and not a collection of items.
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

/// One element of a `RETURNING` clause: the image, and whether `*` followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReturningExpr {
    pub(crate) returning: Returning,
    pub(crate) star: bool,
    pub(crate) span: Span,
}

impl Expr {
    /// Creates a node; `None` if the tree becomes too deep.
    pub(crate) fn new(kind: ExprKind, span: Span) -> Option<Self> {
        let depth = kind.depth();
        (depth <= MAX_DEPTH).then_some(Self { kind, span, depth })
    }

    /// Appends an operand to a chain of `AND`s or `OR`s. Returns false if the tree becomes too deep.
    pub(crate) fn push(&mut self, operand: Self) -> bool {
        self.depth = self.depth.max(operand.depth + 1);
        if let ExprKind::And(operands) | ExprKind::Or(operands) = &mut self.kind {
            operands.push(operand);
        }
        self.depth <= MAX_DEPTH
    }
}

/// One more than the depth of the deepest of these expressions.
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
