//! The key condition of a query, with one term for each key attribute.
//!
//! Owns the rules about its shape, which do not depend on the keys. Must not know key schemas. The caller checks that
//! the attributes are keys, which of them require equality, and their types.

use hashrange_values::{AttributeValue, Comparator, Path, Text};

use crate::check::Meanings;
use crate::condition::read;
use crate::function::Function;
use crate::parser::Parser;
use crate::tree::{NodeId, NodeKind};
use crate::{ExpressionError, ExpressionKind, Problem, Scope, Span};

/// The terms of a key condition, joined by `AND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyCondition {
    /// The terms in the written order. Each attribute occurs once.
    pub terms: Vec<KeyTerm>,
}

/// The test of one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyTerm {
    /// The attribute, always a top-level one.
    pub attribute: Text,
    /// The test of its value.
    pub test: KeyTest,
    /// The position of the term in the text.
    pub span: Span,
}

/// The test of a key value. The attribute is on the left: `:v < a` becomes `a > :v`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyTest {
    /// `=`
    Equal(AttributeValue),
    /// `<`
    Less(AttributeValue),
    /// `<=`
    LessOrEqual(AttributeValue),
    /// `>`
    Greater(AttributeValue),
    /// `>=`
    GreaterOrEqual(AttributeValue),
    /// `BETWEEN`, with inclusive bounds of one type in ascending order.
    Between(AttributeValue, AttributeValue),
    /// `begins_with`, on a string or binary.
    BeginsWith(AttributeValue),
    /// A test that a key does not support. No expression text produces it. Legacy conditions do, and the service
    /// refuses them only after it has found the table (observed: legacy-conditions-late).
    NotIndexable,
}

impl KeyTest {
    /// The compared values: one, two bounds, or none.
    pub fn values(&self) -> impl Iterator<Item = &AttributeValue> {
        let (first, second) = match self {
            Self::Equal(value)
            | Self::Less(value)
            | Self::LessOrEqual(value)
            | Self::Greater(value)
            | Self::GreaterOrEqual(value)
            | Self::BeginsWith(value) => (Some(value), None),
            Self::Between(lower, upper) => (Some(lower), Some(upper)),
            Self::NotIndexable => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The operator or function as in the text.
    #[must_use]
    pub fn symbol(&self) -> &'static str {
        match self {
            Self::Equal(_) => "=",
            Self::Less(_) => "<",
            Self::LessOrEqual(_) => "<=",
            Self::Greater(_) => ">",
            Self::GreaterOrEqual(_) => ">=",
            Self::Between(..) => "BETWEEN",
            Self::BeginsWith(_) => "begins_with",
            Self::NotIndexable => "",
        }
    }
}

/// Reads a key condition expression.
///
/// # Errors
/// First the errors of any condition, then the errors in the shape of key conditions. The latter are
/// [deferred](ExpressionError::is_deferred): the service reports them after it has read all expressions of the request.
pub fn parse_key_condition(text: &str, scope: &mut Scope<'_>) -> Result<KeyCondition, ExpressionError> {
    let (parser, meanings, root) = read(ExpressionKind::KeyCondition, text, scope)?;
    let shape = Shape {
        parser: &parser,
        meanings: &meanings,
    };
    let mut terms: Vec<KeyTerm> = Vec::new();
    // The nodes that are not visited yet, with the next one last. The walk follows the written order.
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        let id = parser.tree.ungrouped(id);
        shape.allowed(id)?;
        if let NodeKind::And(nodes) = parser.tree.kind(id) {
            waiting.extend(nodes.iter().rev());
            continue;
        }
        let term = shape.term(id)?;
        if terms.iter().any(|earlier| earlier.attribute == term.attribute) {
            return Err(parser.error(term.span, Problem::KeyRepeated));
        }
        terms.push(term);
    }
    Ok(KeyCondition { terms })
}

struct Shape<'c, 'a, 't> {
    parser: &'c Parser<'t>,
    meanings: &'c Meanings<'a>,
}

impl Shape<'_, '_, '_> {
    /// Refuses operators and functions that a key condition does not support.
    fn allowed(&self, id: NodeId) -> Result<(), ExpressionError> {
        let tree = &self.parser.tree;
        let problem = match tree.kind(id) {
            NodeKind::Or(_) => Problem::KeyOperator { operator: "OR" },
            NodeKind::Not(_) => Problem::KeyOperator { operator: "NOT" },
            NodeKind::In { .. } => Problem::KeyOperator { operator: "IN" },
            NodeKind::Compare {
                operator: Comparator::NotEqual,
                ..
            } => Problem::KeyOperator { operator: "<>" },
            NodeKind::Call(call) => match call.function {
                Some(Function::BeginsWith) | None => return Ok(()),
                Some(function) => Problem::KeyOperator {
                    operator: function.name(),
                },
            },
            _ => return Ok(()),
        };
        Err(self.parser.error(tree.span(id), problem))
    }

    fn term(&self, id: NodeId) -> Result<KeyTerm, ExpressionError> {
        let tree = &self.parser.tree;
        let span = tree.span(id);
        let fail = |problem: Problem| Err(self.parser.error(span, problem));
        let (operands, leading): (Vec<NodeId>, Option<&'static str>) = match tree.kind(id) {
            NodeKind::Compare { left, right, .. } => (vec![*left, *right], None),
            NodeKind::Between { subject, lower, upper } => (vec![*subject, *lower, *upper], Some("BETWEEN")),
            NodeKind::Call(call) => (call.arguments.clone(), Some(Function::BeginsWith.name())),
            _ => (Vec::new(), None),
        };
        let first_is_path = operands
            .first()
            .is_some_and(|first| self.meanings.path(tree, *first).is_some());
        if let Some(operator) = leading.filter(|_| !first_is_path) {
            return fail(Problem::KeyNotFirst { operator });
        }
        let mut attribute: Option<&Path> = None;
        let mut values = Vec::new();
        for operand in operands {
            if let Some(path) = self.meanings.path(tree, operand) {
                if attribute.is_some() {
                    return fail(Problem::KeyMultipleAttributes);
                }
                if !path.is_top() {
                    return fail(Problem::KeyNestedAttribute);
                }
                attribute = Some(path);
            } else if let Some(value) = self.meanings.value(tree, operand) {
                values.push(value.clone());
            } else {
                return fail(Problem::KeyNestedOperation);
            }
        }
        let Some(attribute) = attribute else {
            return fail(Problem::KeyMissing);
        };
        let mut values = values.into_iter();
        let test = match (tree.kind(id), values.next(), values.next()) {
            (NodeKind::Compare { operator, .. }, Some(value), _) => comparison(*operator, first_is_path, value),
            (NodeKind::Between { .. }, Some(lower), Some(upper)) => Some(KeyTest::Between(lower, upper)),
            (NodeKind::Call(_), Some(value), _) => Some(KeyTest::BeginsWith(value)),
            _ => None,
        };
        match test {
            Some(test) => Ok(KeyTerm {
                attribute: attribute.attribute.clone(),
                test,
                span,
            }),
            None => fail(Problem::KeyMissing),
        }
    }
}

fn comparison(operator: Comparator, attribute_first: bool, value: AttributeValue) -> Option<KeyTest> {
    Some(match (operator, attribute_first) {
        (Comparator::Equal, _) => KeyTest::Equal(value),
        (Comparator::Less, true) | (Comparator::Greater, false) => KeyTest::Less(value),
        (Comparator::LessOrEqual, true) | (Comparator::GreaterOrEqual, false) => KeyTest::LessOrEqual(value),
        (Comparator::Greater, true) | (Comparator::Less, false) => KeyTest::Greater(value),
        (Comparator::GreaterOrEqual, true) | (Comparator::LessOrEqual, false) => KeyTest::GreaterOrEqual(value),
        (Comparator::NotEqual, _) => return None,
    })
}
