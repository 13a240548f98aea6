//! The condition: a read condition or filter expression, values put in, ready to be asked about items.
//!
//! Owns the compiled tree. How it is evaluated is in `evaluate/condition.rs`. Must not know grammar.

use hashrange_values::{AttributeType, AttributeValue, Path, Text};

use crate::check::{Meanings, check_structure};
use crate::function::Function;
use crate::parser::Parser;
use crate::tree::{Call, Comparator, NodeId, NodeKind};
use crate::{ExpressionError, ExpressionKind, Mention, Scope, Span};

/// A condition on the attributes of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub(crate) test: Test,
    mentions: Vec<Mention>,
}

/// Something that holds for an item or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// All of them.
    And(Vec<Test>),
    /// At least one of them.
    Or(Vec<Test>),
    /// The opposite.
    Not(Box<Test>),
    /// Two values in this relation.
    Compare {
        /// The relation.
        operator: Comparator,
        /// The left value.
        left: Operand,
        /// The right value.
        right: Operand,
    },
    /// A value between two bounds, both included.
    Between {
        /// The value.
        subject: Operand,
        /// The lower bound.
        lower: Operand,
        /// The upper bound.
        upper: Operand,
    },
    /// A value equal to one of a list.
    In {
        /// The value.
        subject: Operand,
        /// The list.
        list: Vec<Operand>,
    },
    /// The attribute is there.
    Exists(Operand),
    /// The attribute is not there.
    NotExists(Operand),
    /// The attribute is there, with this type.
    HasType {
        /// The attribute.
        subject: Operand,
        /// The type.
        expected: AttributeType,
    },
    /// A string or binary that starts with another.
    BeginsWith {
        /// The longer one.
        subject: Operand,
        /// The shorter one.
        prefix: Operand,
    },
    /// A string with a part, or a set or list with an element.
    Contains {
        /// The whole.
        subject: Operand,
        /// The part.
        element: Operand,
    },
}

/// Something that has a value for an item, or has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// What stands at a document path.
    Path(Path),
    /// A value of the request.
    Value(AttributeValue),
    /// The size of another.
    Size(Box<Operand>),
    /// True or false, as a test holds or not. No expression text has that; statements do.
    Holds(Box<Test>),
}

/// Reads a condition or filter expression.
///
/// # Errors
/// The first problem the service would name: size, syntax, names and functions, placeholders and types.
pub fn parse_condition(kind: ExpressionKind, text: &str, scope: &mut Scope<'_>) -> Result<Condition, ExpressionError> {
    let (parser, meanings, root) = read(kind, text, scope)?;
    let mut compiler = Compiler { parser: &parser, meanings: &meanings, mentions: Vec::new() };
    match compiler.test(root) {
        Some(test) => Ok(Condition { test, mentions: compiler.mentions }),
        // The checks leave nothing that does not compile.
        None => Err(parser.syntax_error()),
    }
}

/// Reads and checks anything that has the grammar of conditions.
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
    /// A condition that was not written as an expression. Its mentions have no place in a text.
    #[must_use]
    pub fn new(test: Test) -> Self {
        let mut mentions = Vec::new();
        test.mention(&mut mentions);
        Self { test, mentions }
    }

    /// What has to hold.
    #[must_use]
    pub fn test(&self) -> &Test {
        &self.test
    }

    /// Every document path the condition mentions, in the order written, with its place in the text.
    #[must_use]
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// The top-level attributes the condition looks at, in the order written; one can occur more than once.
    pub fn attributes(&self) -> impl Iterator<Item = &Text> {
        self.mentions.iter().map(|mention| &mention.path.attribute)
    }
}

impl Test {
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
                [subject, lower, upper].into_iter().for_each(|operand| operand.mention(out));
            }
            Self::In { subject, list } => {
                subject.mention(out);
                list.iter().for_each(|operand| operand.mention(out));
            }
        }
    }
}

impl Operand {
    fn mention(&self, out: &mut Vec<Mention>) {
        match self {
            Self::Path(path) => out.push(Mention { path: path.clone(), span: Span { start: 0, end: 0 } }),
            Self::Value(_) => {}
            Self::Size(operand) => operand.mention(out),
            Self::Holds(test) => test.mention(out),
        }
    }
}

struct Compiler<'c, 'a, 't> {
    parser: &'c Parser<'t>,
    meanings: &'c Meanings<'a>,
    mentions: Vec<Mention>,
}

impl Compiler<'_, '_, '_> {
    /// As deep as operators are nested, of which there are at most 300.
    fn test(&mut self, id: NodeId) -> Option<Test> {
        let id = self.parser.tree.ungrouped(id);
        Some(match self.parser.tree.kind(id) {
            NodeKind::And(nodes) => Test::And(nodes.iter().map(|node| self.test(*node)).collect::<Option<_>>()?),
            NodeKind::Or(nodes) => Test::Or(nodes.iter().map(|node| self.test(*node)).collect::<Option<_>>()?),
            NodeKind::Not(node) => Test::Not(Box::new(self.test(*node)?)),
            NodeKind::Compare { operator, left, right } => {
                Test::Compare { operator: *operator, left: self.operand(*left)?, right: self.operand(*right)? }
            }
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
                AttributeValue::S(name) => Test::HasType { subject, expected: AttributeType::from_descriptor(name)? },
                _ => return None,
            },
            Function::BeginsWith => Test::BeginsWith { subject, prefix: self.operand(*arguments.next()?)? },
            Function::Contains => Test::Contains { subject, element: self.operand(*arguments.next()?)? },
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
        self.mentions.push(Mention { path: path.clone(), span: tree.span(id) });
        Some(Operand::Path(path))
    }
}
