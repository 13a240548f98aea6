//! The key condition of a query: one term for each key attribute.
//!
//! Owns the rules about its shape, which hold whatever the keys are. Must not know key schemas: whether the attributes
//! are keys, which of them needs equality, and what types they have is for the caller to check.

use hashrange_values::{AttributeValue, Path, Text};

use crate::check::Meanings;
use crate::condition::read;
use crate::function::Function;
use crate::parser::Parser;
use crate::tree::{Comparator, NodeId, NodeKind};
use crate::{ExpressionError, ExpressionKind, Problem, Scope, Span};

/// The terms of a key condition, joined by `AND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyCondition {
    /// In the order written; no two are about one attribute.
    pub terms: Vec<KeyTerm>,
}

/// What one attribute has to satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyTerm {
    /// The attribute, always a top-level one.
    pub attribute: Text,
    /// What its value has to satisfy.
    pub test: KeyTest,
    /// Where the term is written.
    pub span: Span,
}

/// What a key value has to satisfy, the attribute on the left: `:v < a` is read as `a > :v`.
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
    /// `BETWEEN`, both bounds included, of one type and in order.
    Between(AttributeValue, AttributeValue),
    /// `begins_with`, on a string or binary.
    BeginsWith(AttributeValue),
    /// Something no key can answer. No expression reads as this; legacy conditions do, and are refused only when the
    /// table is known (observed).
    NotIndexable,
}

impl KeyTest {
    /// The values compared with: one, or two bounds, or none.
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

    /// The operator or function as written.
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
/// First what any condition is refused for. Then the shape of key conditions: these errors are
/// [deferred](ExpressionError::is_deferred), the service raises them after it has read all expressions of the request.
pub fn parse_key_condition(text: &str, scope: &mut Scope<'_>) -> Result<KeyCondition, ExpressionError> {
    let (parser, meanings, root) = read(ExpressionKind::KeyCondition, text, scope)?;
    let shape = Shape { parser: &parser, meanings: &meanings };
    let mut terms: Vec<KeyTerm> = Vec::new();
    // Nodes still to visit, the next one last: a walk in the order written.
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
    /// Refuses operators and functions no key condition can have.
    fn allowed(&self, id: NodeId) -> Result<(), ExpressionError> {
        let tree = &self.parser.tree;
        let problem = match tree.kind(id) {
            NodeKind::Or(_) => Problem::KeyOperator { operator: "OR" },
            NodeKind::Not(_) => Problem::KeyOperator { operator: "NOT" },
            NodeKind::In { .. } => Problem::KeyOperator { operator: "IN" },
            NodeKind::Compare { operator: Comparator::NotEqual, .. } => Problem::KeyOperator { operator: "<>" },
            NodeKind::Call(call) => match call.function {
                Some(Function::BeginsWith) | None => return Ok(()),
                Some(function) => Problem::KeyOperator { operator: function.name() },
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
        let first_is_path = operands.first().is_some_and(|first| self.meanings.path(tree, *first).is_some());
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
        let Some(attribute) = attribute else { return fail(Problem::KeyMissing) };
        let mut values = values.into_iter();
        let test = match (tree.kind(id), values.next(), values.next()) {
            (NodeKind::Compare { operator, .. }, Some(value), _) => comparison(*operator, first_is_path, value),
            (NodeKind::Between { .. }, Some(lower), Some(upper)) => Some(KeyTest::Between(lower, upper)),
            (NodeKind::Call(_), Some(value), _) => Some(KeyTest::BeginsWith(value)),
            _ => None,
        };
        match test {
            Some(test) => Ok(KeyTerm { attribute: attribute.attribute.clone(), test, span }),
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
