//! The condition of a search in a vector index: required values of attributes, joined by `AND`.
//!
//! Only equality is known to work on the service. The service's latest guide mentions other operators, without
//! error texts. Must not know search schemas. The caller checks whether the attributes are in one, and their types.

use hashrange_values::{AttributeValue, Comparator, Path, Text};

use crate::check::Meanings;
use crate::condition::read;
use crate::parser::Parser;
use crate::tree::{NodeId, NodeKind};
use crate::{ExpressionError, ExpressionKind, Problem, Scope};

/// The terms of a search condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchCondition {
    /// The terms in the written order. Each attribute occurs once.
    pub terms: Vec<SearchTerm>,
}

/// An attribute and its required value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTerm {
    /// The attribute, always a top-level one.
    pub attribute: Text,
    /// The value.
    pub value: AttributeValue,
}

/// Reads a search condition expression.
///
/// # Errors
/// First the errors of any condition. Then operators other than equality, nested attributes, and two terms on one
/// attribute.
pub fn parse_search_condition(text: &str, scope: &mut Scope<'_>) -> Result<SearchCondition, ExpressionError> {
    let (parser, meanings, root) = read(ExpressionKind::SearchCondition, text, scope)?;
    let reader = Reader {
        parser: &parser,
        meanings: &meanings,
    };
    let mut condition = SearchCondition::default();
    // The nodes that are not visited yet, with the next one last. The walk follows the written order.
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        let id = parser.tree.ungrouped(id);
        if let NodeKind::And(nodes) = parser.tree.kind(id) {
            waiting.extend(nodes.iter().rev());
            continue;
        }
        let (path, value) = reader.equality(id)?;
        let fail = |problem: Problem| Err(parser.error(parser.tree.span(id), problem));
        if !path.is_top() {
            return fail(Problem::SearchNestedAttribute);
        }
        if condition
            .terms
            .iter()
            .any(|earlier| earlier.attribute == path.attribute)
        {
            return fail(Problem::SearchRepeated);
        }
        condition.terms.push(SearchTerm {
            attribute: path.attribute.clone(),
            value: value.clone(),
        });
    }
    Ok(condition)
}

struct Reader<'c, 'a, 't> {
    parser: &'c Parser<'t>,
    meanings: &'c Meanings<'a>,
}

impl Reader<'_, '_, '_> {
    /// The attribute and the value of a term, in either order.
    fn equality(&self, id: NodeId) -> Result<(&Path, &AttributeValue), ExpressionError> {
        let tree = &self.parser.tree;
        let fail = |problem: Problem| self.parser.error(tree.span(id), problem);
        let NodeKind::Compare { operator, left, right } = tree.kind(id) else {
            return Err(fail(Problem::SearchOperator));
        };
        if *operator != Comparator::Equal {
            return Err(fail(Problem::SearchComparator));
        }
        let sides =
            |path: NodeId, value: NodeId| Some((self.meanings.path(tree, path)?, self.meanings.value(tree, value)?));
        // The error for two attributes or two values is inferred: search-same-kind.
        sides(*left, *right)
            .or_else(|| sides(*right, *left))
            .ok_or_else(|| fail(Problem::SearchOperator))
    }
}

#[cfg(test)]
mod tests {
    use hashrange_values::Map;

    use super::*;

    fn read_as(text: &str) -> Result<Vec<(String, AttributeValue)>, String> {
        let values: Map = [
            (":t", AttributeValue::string("t1")),
            (":c", AttributeValue::string("c1")),
        ]
        .into_iter()
        .collect();
        let mut scope = Scope::new(None, Some(&values));
        let read = parse_search_condition(text, &mut scope).map_err(|error| error.to_string())?;
        Ok(read
            .terms
            .into_iter()
            .map(|term| (term.attribute.to_string(), term.value))
            .collect())
    }

    #[test]
    fn equalities_joined_by_and() {
        let value = |text: &str| AttributeValue::string(text);
        assert_eq!(read_as("tenant = :t"), Ok(vec![("tenant".to_owned(), value("t1"))]));
        let both = Ok(vec![
            ("tenant".to_owned(), value("t1")),
            ("category".to_owned(), value("c1")),
        ]);
        assert_eq!(read_as("tenant = :t AND :c = category"), both);
        assert_eq!(read_as("(tenant = :t) AND (category = :c)"), both);
    }

    #[test]
    fn nothing_but_equalities() {
        let comparator = "Invalid SearchConditionExpression: Invalid comparator used in SearchConditionExpression";
        for text in ["tenant < :t", "tenant = :t AND category >= :c", "tenant <> :t"] {
            assert_eq!(read_as(text), Err(comparator.to_owned()), "{text}");
        }
        let operator = "Invalid SearchConditionExpression: Invalid operator used in SearchConditionExpression";
        for text in [
            "tenant = :t OR category = :c",
            "NOT tenant = :t",
            "tenant BETWEEN :c AND :t",
            "begins_with(tenant, :t)",
        ] {
            assert_eq!(read_as(text), Err(operator.to_owned()), "{text}");
        }
        let nested =
            "Invalid SearchConditionExpression: SearchConditionExpression cannot have conditions on nested attributes";
        assert_eq!(read_as("tenant.a = :t"), Err(nested.to_owned()));
        let repeated = "Invalid SearchConditionExpression: SearchConditionExpression must only contain one condition per attribute";
        assert_eq!(read_as("tenant = :t AND tenant = :c"), Err(repeated.to_owned()));
    }
}
