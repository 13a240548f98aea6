//! Operators, functions and parentheses, which all nest.
//!
//! Owns a parser that stores its levels in a list and not on the call stack. Therefore four thousand opening
//! parentheses cost memory and cause no crash. Only the content up to the closing parenthesis shows whether parentheses
//! contain a condition or an operand. Until then both are possible. Must not know which functions exist where, or which
//! operands are valid.

use hashrange_values::Comparator;

use super::Parser;
use crate::function::Function;
use crate::lexer::TokenKind;
use crate::tree::{Call, CallPlace, Nature, NodeId, NodeKind, Part, Sign};
use crate::{ExpressionError, ExpressionKind, Problem, Span};

/// The allowed content at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowed {
    /// A condition. Inside parentheses also a single operand, if an operator follows them.
    Condition,
    /// The value of a `SET` action: an operand, or a sum or difference of two. One pair of parentheses may surround the
    /// whole value.
    SetValue,
    /// The content of those parentheses.
    GroupedSetValue,
    /// An operand only.
    Operand,
}

/// The opening of a level. It decides what the closing produces.
enum Opener {
    Text,
    Group { open: Span },
    Call { name: Span },
    List { subject: NodeId },
}

/// An operator that waits for its right operand.
enum Pending {
    Nothing,
    Comparison { left: NodeId, operator: Comparator },
    Lower { subject: NodeId },
    Upper { subject: NodeId, lower: NodeId },
    Sum { left: NodeId, sign: Sign },
}

/// One level of nesting.
struct Level {
    opener: Opener,
    allowed: Allowed,
    /// Whether the level is inside a function call.
    inside_call: bool,
    pending: Pending,
    /// The `NOT`s before the current condition.
    nots: Vec<Span>,
    /// The conditions joined by `AND` so far.
    factors: Vec<NodeId>,
    /// The conditions joined by `OR` so far.
    alternatives: Vec<NodeId>,
    /// The operands of a call or an `IN` list so far.
    operands: Vec<NodeId>,
}

impl Level {
    fn new(opener: Opener, allowed: Allowed, inside_call: bool) -> Self {
        Self {
            opener,
            allowed,
            inside_call,
            pending: Pending::Nothing,
            nots: Vec::new(),
            factors: Vec::new(),
            alternatives: Vec::new(),
            operands: Vec::new(),
        }
    }

    /// True if the level contains only one operand so far.
    fn is_bare(&self) -> bool {
        self.nots.is_empty() && self.factors.is_empty() && self.alternatives.is_empty()
    }
}

struct Levels {
    current: Level,
    around: Vec<Level>,
}

impl Levels {
    fn open(&mut self, opener: Opener, allowed: Allowed, inside_call: bool) {
        self.around.push(std::mem::replace(
            &mut self.current,
            Level::new(opener, allowed, inside_call),
        ));
    }

    /// Closes the innermost level and returns it.
    fn close(&mut self) -> Option<Level> {
        let around = self.around.pop()?;
        Some(std::mem::replace(&mut self.current, around))
    }
}

/// The next step of the parser.
enum Next {
    /// Read an operand or a condition.
    Operand,
    /// Continue after this node.
    After(NodeId),
    /// End with this node as the result.
    Done(NodeId),
}

impl Parser<'_> {
    /// Reads one condition, up to the end of the text.
    pub(crate) fn condition(&mut self) -> Result<NodeId, ExpressionError> {
        let root = self.operators(Allowed::Condition)?;
        self.end()?;
        Ok(root)
    }

    /// Reads one condition, value or operand.
    pub(super) fn operators(&mut self, allowed: Allowed) -> Result<NodeId, ExpressionError> {
        let mut levels = Levels {
            current: Level::new(Opener::Text, allowed, false),
            around: Vec::new(),
        };
        let mut next = Next::Operand;
        loop {
            next = match next {
                Next::Operand => self.operand(&mut levels)?,
                Next::After(node) => self.after(&mut levels, node)?,
                Next::Done(node) => return Ok(node),
            };
        }
    }

    /// Reads an operand, or opens its first level.
    fn operand(&mut self, levels: &mut Levels) -> Result<Next, ExpressionError> {
        let token = self.peek();
        let level = &mut levels.current;
        let undecided = matches!(level.pending, Pending::Nothing);
        match token.kind {
            TokenKind::Not if undecided && level.allowed == Allowed::Condition => {
                level.nots.push(self.operator()?);
                Ok(Next::Operand)
            }
            TokenKind::Open => {
                self.advance();
                let allowed = match level.allowed {
                    Allowed::Condition if undecided => Allowed::Condition,
                    Allowed::SetValue if undecided => Allowed::GroupedSetValue,
                    _ => Allowed::Operand,
                };
                let inside_call = level.inside_call;
                levels.open(Opener::Group { open: token.span }, allowed, inside_call);
                Ok(Next::Operand)
            }
            TokenKind::Word if self.token(self.at + 1).kind == TokenKind::Open => {
                self.advance();
                self.advance();
                levels.open(Opener::Call { name: token.span }, Allowed::Operand, true);
                Ok(Next::Operand)
            }
            TokenKind::Value => {
                self.advance();
                Ok(Next::After(self.tree.push(NodeKind::Value, token.span)))
            }
            _ => Ok(Next::After(self.path()?)),
        }
    }

    /// Continues after an operand or a group.
    fn after(&mut self, levels: &mut Levels, node: NodeId) -> Result<Next, ExpressionError> {
        let node = self.grouped_path(node)?;
        match std::mem::replace(&mut levels.current.pending, Pending::Nothing) {
            Pending::Nothing => match levels.current.allowed {
                Allowed::Condition => self.after_undecided(levels, node),
                Allowed::SetValue | Allowed::GroupedSetValue => self.after_set_operand(levels, node),
                Allowed::Operand => self.close(levels, node),
            },
            Pending::Comparison { left, operator } => {
                let span = self.tree.span(left).to(self.tree.span(node));
                let node = self.tree.push(
                    NodeKind::Compare {
                        operator,
                        left,
                        right: node,
                    },
                    span,
                );
                self.after_condition(levels, node)
            }
            Pending::Lower { subject } => {
                // This `AND` belongs to `BETWEEN` and does not count as an operator.
                self.expect(TokenKind::And)?;
                levels.current.pending = Pending::Upper { subject, lower: node };
                Ok(Next::Operand)
            }
            Pending::Upper { subject, lower } => {
                let span = self.tree.span(subject).to(self.tree.span(node));
                let node = self.tree.push(
                    NodeKind::Between {
                        subject,
                        lower,
                        upper: node,
                    },
                    span,
                );
                self.after_condition(levels, node)
            }
            Pending::Sum { left, sign } => {
                let span = self.tree.span(left).to(self.tree.span(node));
                let node = self.tree.push(
                    NodeKind::Arithmetic {
                        sign,
                        left,
                        right: node,
                    },
                    span,
                );
                self.close(levels, node)
            }
        }
    }

    /// `(a.b).c` is a path in a condition, though not in an update (observed: expression-parentheses).
    fn grouped_path(&mut self, node: NodeId) -> Result<NodeId, ExpressionError> {
        let goes_on = matches!(self.peek().kind, TokenKind::Dot | TokenKind::OpenBracket);
        let in_update = self.kind == ExpressionKind::Update;
        if !goes_on || in_update || !matches!(self.tree.kind(node), NodeKind::Group(_)) {
            return Ok(node);
        }
        let NodeKind::Path(parts) = self.tree.kind(self.tree.ungrouped(node)) else {
            return Ok(node);
        };
        let mut parts: Vec<Part> = parts.clone();
        let end = self.steps(&mut parts)?;
        let span = self.tree.span(node).to(end);
        Ok(self.tree.push(NodeKind::Path(parts), span))
    }

    /// Continues after an operand, a condition or a function call that no operator precedes.
    fn after_undecided(&mut self, levels: &mut Levels, node: NodeId) -> Result<Next, ExpressionError> {
        let token = self.peek();
        let nature = self.tree.nature(node);
        if nature != Nature::Condition {
            if let Some(operator) = comparator(token.kind) {
                self.operator()?;
                levels.current.pending = Pending::Comparison { left: node, operator };
                return Ok(Next::Operand);
            }
            if token.kind == TokenKind::Between {
                self.operator()?;
                levels.current.pending = Pending::Lower { subject: node };
                return Ok(Next::Operand);
            }
            if token.kind == TokenKind::In {
                self.operator()?;
                self.expect(TokenKind::Open)?;
                let inside_call = levels.current.inside_call;
                levels.open(Opener::List { subject: node }, Allowed::Operand, inside_call);
                return Ok(Next::Operand);
            }
            // An operator may follow parentheses around a single operand.
            let in_group = matches!(levels.current.opener, Opener::Group { .. });
            if token.kind == TokenKind::Close && in_group && levels.current.is_bare() {
                return self.close(levels, node);
            }
            if nature == Nature::Operand {
                return Err(self.syntax_error());
            }
            self.tree.stands_alone(node);
        }
        self.after_condition(levels, node)
    }

    fn after_set_operand(&mut self, levels: &mut Levels, node: NodeId) -> Result<Next, ExpressionError> {
        let sign = match self.peek().kind {
            TokenKind::Plus => Sign::Plus,
            TokenKind::Minus => Sign::Minus,
            _ => return self.close(levels, node),
        };
        // `(a + b) + c` is refused like `a + b + c`, because a sum has only two operands
        // (observed: expression-parentheses).
        if matches!(self.tree.kind(self.tree.ungrouped(node)), NodeKind::Arithmetic { .. }) {
            return Err(self.syntax_error());
        }
        self.operator()?;
        levels.current.pending = Pending::Sum { left: node, sign };
        Ok(Next::Operand)
    }

    /// Continues after a complete condition. `NOT` binds tightest, then `AND`, then `OR`.
    fn after_condition(&mut self, levels: &mut Levels, node: NodeId) -> Result<Next, ExpressionError> {
        let mut node = node;
        while let Some(not) = levels.current.nots.pop() {
            node = self.tree.push(NodeKind::Not(node), not.to(self.tree.span(node)));
        }
        levels.current.factors.push(node);
        match self.peek().kind {
            TokenKind::And => {
                self.operator()?;
                Ok(Next::Operand)
            }
            TokenKind::Or => {
                self.operator()?;
                let factors = std::mem::take(&mut levels.current.factors);
                let alternative = self.join(factors, NodeKind::And);
                levels.current.alternatives.push(alternative);
                Ok(Next::Operand)
            }
            _ => {
                let factors = std::mem::take(&mut levels.current.factors);
                let last = self.join(factors, NodeKind::And);
                let mut alternatives = std::mem::take(&mut levels.current.alternatives);
                alternatives.push(last);
                let whole = self.join(alternatives, NodeKind::Or);
                self.close(levels, whole)
            }
        }
    }

    /// Joins conditions of the same connective in one node. A single condition stays unchanged.
    fn join(&mut self, nodes: Vec<NodeId>, make: fn(Vec<NodeId>) -> NodeKind) -> NodeId {
        match (nodes.as_slice(), nodes.first(), nodes.last()) {
            ([only], ..) => *only,
            (_, Some(first), Some(last)) => {
                let span = self.tree.span(*first).to(self.tree.span(*last));
                self.tree.push(make(nodes), span)
            }
            // Callers always pass at least one node.
            _ => self.tree.push(make(nodes), Span { start: 0, end: 0 }),
        }
    }

    /// Closes the level, or the operand of a list, that `node` completes.
    fn close(&mut self, levels: &mut Levels, node: NodeId) -> Result<Next, ExpressionError> {
        match levels.current.opener {
            Opener::Text => return Ok(Next::Done(node)),
            Opener::Group { open } => {
                let close = self.expect(TokenKind::Close)?.span;
                // Redundant parentheses are refused immediately, before any later syntax error
                // (observed: expression-parentheses).
                if matches!(self.tree.kind(node), NodeKind::Group(_)) {
                    return Err(self.error(open.to(close), Problem::RedundantParentheses));
                }
                levels.close();
                return Ok(Next::After(self.tree.push(NodeKind::Group(node), open.to(close))));
            }
            Opener::Call { .. } | Opener::List { .. } => {}
        }
        levels.current.operands.push(node);
        if self.accept(TokenKind::Comma) {
            return Ok(Next::Operand);
        }
        let close = self.expect(TokenKind::Close)?.span;
        let Some(level) = levels.close() else {
            return Ok(Next::Done(node));
        };
        let node = match level.opener {
            Opener::Call { name } => {
                let place = if levels.current.inside_call {
                    CallPlace::Argument
                } else {
                    CallPlace::Operand
                };
                let function = Function::from_name(name.of(self.text));
                let call = Call {
                    name,
                    function,
                    arguments: level.operands,
                    place,
                };
                self.tree.push(NodeKind::Call(call), name.to(close))
            }
            Opener::List { subject } => {
                let span = self.tree.span(subject).to(close);
                self.tree.push(
                    NodeKind::In {
                        subject,
                        list: level.operands,
                    },
                    span,
                )
            }
            Opener::Text | Opener::Group { .. } => node,
        };
        Ok(Next::After(node))
    }
}

fn comparator(kind: TokenKind) -> Option<Comparator> {
    Some(match kind {
        TokenKind::Equal => Comparator::Equal,
        TokenKind::NotEqual => Comparator::NotEqual,
        TokenKind::Less => Comparator::Less,
        TokenKind::LessOrEqual => Comparator::LessOrEqual,
        TokenKind::Greater => Comparator::Greater,
        TokenKind::GreaterOrEqual => Comparator::GreaterOrEqual,
        _ => return None,
    })
}
