//! The condition: a parsed condition or filter expression with its values, ready to evaluate on items.
//!
//! Owns the compiled tree. `evaluate/condition.rs` evaluates it. Must not know grammar.

use hashrange_values::{AttributeType, AttributeValue, Comparator, Path, Text};

use crate::check::{Meanings, check_structure};
use crate::function::Function;
use crate::parser::Parser;
use crate::tree::{Call, NodeId, NodeKind};
use crate::{ExpressionError, ExpressionKind, Mention, Scope, Span};

/// A condition on the attributes of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// In a box, so that a request without a condition stays small.
    pub(crate) test: Box<Test>,
    mentions: Vec<Mention>,
}

/// A test that is true or false for an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// All tests are true.
    And(Vec<Test>),
    /// At least one test is true.
    Or(Vec<Test>),
    /// The test is false.
    Not(Box<Test>),
    /// A comparison of two values.
    Compare {
        /// The comparator.
        operator: Comparator,
        /// The left value.
        left: Operand,
        /// The right value.
        right: Operand,
    },
    /// A value between two inclusive bounds.
    Between {
        /// The value.
        subject: Operand,
        /// The lower bound.
        lower: Operand,
        /// The upper bound.
        upper: Operand,
    },
    /// A value that equals one in a list.
    In {
        /// The value.
        subject: Operand,
        /// The list.
        list: Vec<Operand>,
    },
    /// The attribute exists.
    Exists(Operand),
    /// The attribute does not exist.
    NotExists(Operand),
    /// The attribute exists, with this type.
    HasType {
        /// The attribute.
        subject: Operand,
        /// The type.
        expected: AttributeType,
    },
    /// A string or binary that starts with another.
    BeginsWith {
        /// The string or binary.
        subject: Operand,
        /// The prefix.
        prefix: Operand,
    },
    /// A string that contains a substring, or a set or list that contains an element.
    Contains {
        /// The string, set or list.
        subject: Operand,
        /// The substring or element.
        element: Operand,
    },
}

/// An operand. It may have no value for an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The value at a document path.
    Path(Path),
    /// A value of the request.
    Value(AttributeValue),
    /// The size of another operand.
    Size(Box<Operand>),
    /// The result of a test as a boolean. Only statements have this operand, expressions do not.
    Holds(Box<Test>),
}

/// Reads a condition or filter expression.
///
/// # Errors
/// The first problem that the service reports: size, syntax, names and functions, placeholders and types.
pub fn parse_condition(kind: ExpressionKind, text: &str, scope: &mut Scope<'_>) -> Result<Condition, ExpressionError> {
    let (parser, meanings, root) = read(kind, text, scope)?;
    let mut compiler = ConditionCompiler {
        parser: &parser,
        meanings: &meanings,
        mentions: Vec::new(),
    };
    match compiler.test(root) {
        Some(test) => Ok(Condition {
            test: Box::new(test),
            mentions: compiler.mentions,
        }),
        // A checked expression always compiles.
        None => Err(parser.syntax_error()),
    }
}

/// Reads and checks any expression with the grammar of conditions.
pub(crate) fn read<'a, 't>(
    kind: ExpressionKind,
    text: &'t str,
    scope: &mut Scope<'a>,
) -> Result<(Parser<'t>, Meanings<'a>, NodeId), ExpressionError> {
    let mut parser = Parser::new(kind, text)?;
    let root = parser.condition()?;
    let nodes = 0..parser.tree.len();
    check_structure(&parser, nodes.clone())?;
    let mut meanings = Meanings::new(&parser.tree);
    meanings.check_operands(&parser, scope, nodes)?;
    Ok((parser, meanings, root))
}

impl Condition {
    /// Creates a condition without an expression. Its mentions have no position in a text.
    #[must_use]
    pub fn new(test: Test) -> Self {
        let mut mentions = Vec::new();
        test.mention(&mut mentions);
        Self {
            test: Box::new(test),
            mentions,
        }
    }

    /// The compiled test.
    #[must_use]
    pub fn test(&self) -> &Test {
        &self.test
    }

    /// Every document path of the condition, in the written order, with its position in the text.
    #[must_use]
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// The tests that the condition joins, and whether one of them is enough (`OR`) or all must hold.
    #[must_use]
    pub fn parts(&self) -> (bool, &[Test]) {
        match &*self.test {
            Test::Or(tests) => (true, tests),
            Test::And(tests) => (false, tests),
            other => (false, std::slice::from_ref(other)),
        }
    }

    /// The number of comparisons that the condition makes with an item at most. Each looks at the bytes of the item at
    /// most once, and at those of an operand.
    #[must_use]
    pub fn comparisons(&self) -> usize {
        self.test.comparisons()
    }

    /// The top-level attributes of the condition, in the written order. An attribute can occur more than once.
    pub fn attributes(&self) -> impl Iterator<Item = &Text> {
        self.mentions.iter().map(|mention| &mention.path.attribute)
    }
}

impl Test {
    fn comparisons(&self) -> usize {
        match self {
            Self::And(tests) | Self::Or(tests) => tests.iter().map(Self::comparisons).sum(),
            Self::Not(test) => test.comparisons(),
            Self::Exists(operand) | Self::NotExists(operand) | Self::HasType { subject: operand, .. } => {
                operand.comparisons()
            }
            Self::Compare { left: a, right: b, .. }
            | Self::BeginsWith { subject: a, prefix: b }
            | Self::Contains { subject: a, element: b } => 1 + a.comparisons() + b.comparisons(),
            Self::Between { subject, lower, upper } => {
                2 + 2 * subject.comparisons() + lower.comparisons() + upper.comparisons()
            }
            Self::In { subject, list } => {
                let each = list.iter().map(|element| 1 + element.comparisons());
                subject.comparisons() + each.sum::<usize>()
            }
        }
    }

    fn mention(&self, out: &mut Vec<Mention>) {
        match self {
            Self::And(tests) | Self::Or(tests) => tests.iter().for_each(|test| test.mention(out)),
            Self::Not(test) => test.mention(out),
            Self::Exists(operand) | Self::NotExists(operand) | Self::HasType { subject: operand, .. } => {
                operand.mention(out);
            }
            Self::Compare { left: a, right: b, .. }
            | Self::BeginsWith { subject: a, prefix: b }
            | Self::Contains { subject: a, element: b } => {
                a.mention(out);
                b.mention(out);
            }
            Self::Between { subject, lower, upper } => {
                [subject, lower, upper]
                    .into_iter()
                    .for_each(|operand| operand.mention(out));
            }
            Self::In { subject, list } => {
                subject.mention(out);
                list.iter().for_each(|operand| operand.mention(out));
            }
        }
    }
}

impl Operand {
    fn comparisons(&self) -> usize {
        match self {
            Self::Path(_) | Self::Value(_) => 0,
            Self::Size(operand) => 1 + operand.comparisons(),
            Self::Holds(test) => test.comparisons(),
        }
    }

    fn mention(&self, out: &mut Vec<Mention>) {
        match self {
            Self::Path(path) => out.push(Mention {
                path: path.clone(),
                span: Span { start: 0, end: 0 },
            }),
            Self::Value(_) => {}
            Self::Size(operand) => operand.mention(out),
            Self::Holds(test) => test.mention(out),
        }
    }
}

struct ConditionCompiler<'c, 'a, 't> {
    parser: &'c Parser<'t>,
    meanings: &'c Meanings<'a>,
    mentions: Vec<Mention>,
}

impl ConditionCompiler<'_, '_, '_> {
    /// Recurses as deep as operators nest, at most 300 levels.
    fn test(&mut self, id: NodeId) -> Option<Test> {
        let id = self.parser.tree.ungrouped(id);
        Some(match self.parser.tree.kind(id) {
            NodeKind::And(nodes) => Test::And(nodes.iter().map(|node| self.test(*node)).collect::<Option<_>>()?),
            NodeKind::Or(nodes) => Test::Or(nodes.iter().map(|node| self.test(*node)).collect::<Option<_>>()?),
            NodeKind::Not(node) => Test::Not(Box::new(self.test(*node)?)),
            NodeKind::Compare { operator, left, right } => Test::Compare {
                operator: *operator,
                left: self.operand(*left)?,
                right: self.operand(*right)?,
            },
            NodeKind::Between { subject, lower, upper } => Test::Between {
                subject: self.operand(*subject)?,
                lower: self.operand(*lower)?,
                upper: self.operand(*upper)?,
            },
            NodeKind::In { subject, list } => Test::In {
                subject: self.operand(*subject)?,
                list: list.iter().map(|node| self.operand(*node)).collect::<Option<_>>()?,
            },
            NodeKind::Call(call) => self.call(call)?,
            NodeKind::Path(_) | NodeKind::Value | NodeKind::Group(_) | NodeKind::Arithmetic { .. } => return None,
        })
    }

    fn call(&mut self, call: &Call) -> Option<Test> {
        let mut arguments = call.arguments.iter();
        let first = *arguments.next()?;
        let subject = self.operand(first)?;
        Some(match call.function? {
            Function::AttributeExists => Test::Exists(subject),
            Function::AttributeNotExists => Test::NotExists(subject),
            Function::AttributeType => match self.meanings.value(&self.parser.tree, *arguments.next()?)? {
                AttributeValue::S(name) => Test::HasType {
                    subject,
                    expected: AttributeType::from_descriptor(name)?,
                },
                _ => return None,
            },
            Function::BeginsWith => Test::BeginsWith {
                subject,
                prefix: self.operand(*arguments.next()?)?,
            },
            Function::Contains => Test::Contains {
                subject,
                element: self.operand(*arguments.next()?)?,
            },
            Function::Size | Function::IfNotExists | Function::ListAppend => return None,
        })
    }

    fn operand(&mut self, id: NodeId) -> Option<Operand> {
        let tree = &self.parser.tree;
        let id = tree.ungrouped(id);
        if let NodeKind::Call(call) = tree.kind(id) {
            let inner = *call.arguments.first()?;
            return (call.function? == Function::Size)
                .then(|| self.operand(inner))
                .flatten()
                .map(|inner| Operand::Size(Box::new(inner)));
        }
        if let Some(value) = self.meanings.value(tree, id) {
            return Some(Operand::Value(value.clone()));
        }
        let path = self.meanings.path(tree, id)?.clone();
        self.mentions.push(Mention {
            path: path.clone(),
            span: tree.span(id),
        });
        Some(Operand::Path(path))
    }
}
