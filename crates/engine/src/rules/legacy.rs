//! Converts the legacy parameters that predate expressions to conditions, updates and projections.
//!
//! `wire` has checked their values against their operators. Must not know tables.

use hashrange_expression::{
    ActionKind, Condition, KeyCondition, KeyTerm, KeyTest, Operand, Projection, SetValue, Span, Test, Update,
};
use hashrange_values::{AttributeValue, Comparator, List, Path, Text};
use hashrange_wire::{
    AttributeAction, AttributeUpdates, AttributeValueUpdate, ComparisonOperator, ConditionalOperator, Conditions,
    Expected, ExpectedAttributeValue,
};

/// The condition of a write; `None` for an empty map.
pub(crate) fn expected(expected: Option<Expected>, operator: Option<ConditionalOperator>) -> Option<Condition> {
    joined(
        expected?
            .into_iter()
            .map(|(name, condition)| expectation(name, &condition)),
        operator,
    )
}

/// The filter of returned items; `None` for an empty map.
pub(crate) fn filter(conditions: Option<&Conditions>, operator: Option<ConditionalOperator>) -> Option<Condition> {
    let test = |(name, condition): (&Text, &hashrange_wire::Condition)| {
        let arguments = condition.attribute_value_list.as_deref().unwrap_or_default();
        comparison(name.clone(), condition.comparison_operator, arguments)
    };
    joined(conditions?.iter().map(test), operator)
}

/// The key condition of a Query.
pub(crate) fn key_condition(conditions: &Conditions) -> KeyCondition {
    let term = |(name, condition): (&Text, &hashrange_wire::Condition)| KeyTerm {
        attribute: name.clone(),
        test: key_test(
            condition.comparison_operator,
            condition.attribute_value_list.as_deref().unwrap_or_default(),
        ),
        span: Span { start: 0, end: 0 },
    };
    KeyCondition {
        terms: conditions.iter().map(term).collect(),
    }
}

/// The update of an item. Without any attribute, it only makes sure that the item exists
/// (observed: legacy-updates-seen).
pub(crate) fn update(updates: Option<AttributeUpdates>) -> Option<Update> {
    let updates = updates.filter(|updates| !updates.is_empty())?;
    Some(Update::of_attributes(updates.into_iter().map(|(name, update)| {
        let kind = action(&name, update);
        (name, kind)
    })))
}

/// Which attributes to return.
pub(crate) fn projection(names: Option<&[Text]>) -> Option<Projection> {
    Some(Projection::new(
        names?.iter().map(|name| Path::top(name.clone())).collect(),
    ))
}

fn joined(tests: impl Iterator<Item = Test>, operator: Option<ConditionalOperator>) -> Option<Condition> {
    let tests: Vec<Test> = tests.collect();
    if tests.is_empty() {
        return None;
    }
    Some(Condition::new(match operator {
        Some(ConditionalOperator::Or) => Test::Or(tests),
        Some(ConditionalOperator::And) | None => Test::And(tests),
    }))
}

fn expectation(name: Text, condition: &ExpectedAttributeValue) -> Test {
    match (condition.comparison_operator, condition.exists) {
        (Some(operator), _) => comparison(name, operator, condition.arguments()),
        (None, Some(false)) => comparison(name, ComparisonOperator::Null, &[]),
        (None, _) => comparison(name, ComparisonOperator::Eq, condition.arguments()),
    }
}

fn comparison(name: Text, operator: ComparisonOperator, arguments: &[AttributeValue]) -> Test {
    let subject = Operand::Path(Path::top(name));
    let mut values = arguments.iter().cloned().map(Operand::Value);
    let compare = |operator, left, right: Option<Operand>| match right {
        Some(right) => Test::Compare { operator, left, right },
        // The parser checked the number of values of each operator.
        None => Test::Or(Vec::new()),
    };
    match operator {
        ComparisonOperator::NotNull => Test::Exists(subject),
        ComparisonOperator::Null => Test::NotExists(subject),
        ComparisonOperator::Eq => compare(Comparator::Equal, subject, values.next()),
        ComparisonOperator::Ne => compare(Comparator::NotEqual, subject, values.next()),
        ComparisonOperator::Lt => compare(Comparator::Less, subject, values.next()),
        ComparisonOperator::Le => compare(Comparator::LessOrEqual, subject, values.next()),
        ComparisonOperator::Gt => compare(Comparator::Greater, subject, values.next()),
        ComparisonOperator::Ge => compare(Comparator::GreaterOrEqual, subject, values.next()),
        ComparisonOperator::In => Test::In {
            subject,
            list: values.collect(),
        },
        _ => match (operator, values.next(), values.next()) {
            (ComparisonOperator::Between, Some(lower), Some(upper)) => Test::Between { subject, lower, upper },
            (ComparisonOperator::BeginsWith, Some(prefix), _) => Test::BeginsWith { subject, prefix },
            (ComparisonOperator::Contains, Some(element), _) => Test::Contains { subject, element },
            // For a missing attribute, both CONTAINS and NOT_CONTAINS are false (observed: legacy-not-contains).
            (ComparisonOperator::NotContains, Some(element), _) => {
                let contains = Test::Contains {
                    subject: subject.clone(),
                    element,
                };
                Test::And(vec![Test::Exists(subject), Test::Not(Box::new(contains))])
            }
            _ => Test::Or(Vec::new()),
        },
    }
}

fn key_test(operator: ComparisonOperator, arguments: &[AttributeValue]) -> KeyTest {
    match (operator, arguments) {
        (ComparisonOperator::Eq, [value]) => KeyTest::Equal(value.clone()),
        (ComparisonOperator::Lt, [value]) => KeyTest::Less(value.clone()),
        (ComparisonOperator::Le, [value]) => KeyTest::LessOrEqual(value.clone()),
        (ComparisonOperator::Gt, [value]) => KeyTest::Greater(value.clone()),
        (ComparisonOperator::Ge, [value]) => KeyTest::GreaterOrEqual(value.clone()),
        (ComparisonOperator::BeginsWith, [value]) => KeyTest::BeginsWith(value.clone()),
        (ComparisonOperator::Between, [lower, upper]) => KeyTest::Between(lower.clone(), upper.clone()),
        _ => KeyTest::NotIndexable,
    }
}

fn action(name: &Text, update: AttributeValueUpdate) -> ActionKind {
    match (update.action, update.value) {
        (Some(AttributeAction::Delete) | None, None) => ActionKind::Remove,
        (Some(AttributeAction::Delete), Some(value)) => ActionKind::Delete(value),
        (Some(AttributeAction::Add), Some(AttributeValue::L(elements))) => appended(name, elements),
        (Some(AttributeAction::Add), Some(value)) => ActionKind::Add(value),
        (_, Some(value)) => ActionKind::Set(SetValue::Value(value)),
        (Some(AttributeAction::Add | AttributeAction::Put), None) => ActionKind::Remove,
    }
}

/// ADD of a list appends to the existing list (observed: legacy-updates-seen).
fn appended(name: &Text, elements: List<AttributeValue>) -> ActionKind {
    let none = Box::new(SetValue::Value(AttributeValue::L(List::new())));
    ActionKind::Set(SetValue::ListAppend {
        first: Box::new(SetValue::IfNotExists {
            path: Path::top(name.clone()),
            otherwise: none,
        }),
        second: Box::new(SetValue::Value(AttributeValue::L(elements))),
    })
}
