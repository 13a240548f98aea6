//! The rules for legacy conditions and updates, beyond their shape.
//!
//! The order of the checks is the service's (observed: legacy-messages). Must not know tables, nor which member of a
//! request contains a condition.

use std::cmp::Ordering;

use hashrange_values::{AttributeType, AttributeValue, Text};

use crate::error::LegacyError;
use crate::shape::{
    AttributeAction, AttributeValueUpdate, ComparisonOperator, Condition, ConditionalOperator, Conditions,
    ExpectedAttributeValue,
};

use AttributeType::{B, Bs, L, N, Ns, S, Ss};

/// Checks each condition of `KeyConditions`, `QueryFilter` or `ScanFilter` by itself.
///
/// # Errors
/// The first invalid condition, with the service's text.
pub fn check_conditions(conditions: &Conditions) -> Result<(), LegacyError> {
    conditions.values().try_for_each(Condition::check)
}

/// `ConditionalOperator` joins conditions, so there must be at least two.
pub(crate) fn check_operator(operator: Option<ConditionalOperator>, conditions: usize) -> Result<(), LegacyError> {
    match (operator, conditions) {
        (None, _) => Ok(()),
        (Some(_), 0) => Err(LegacyError::OperatorAlone),
        (Some(_), 1) => Err(LegacyError::OperatorOfOne),
        (Some(_), _) => Ok(()),
    }
}

impl Condition {
    /// Checks the condition by itself.
    pub(crate) fn check(&self) -> Result<(), LegacyError> {
        check_arguments(
            self.comparison_operator,
            self.attribute_value_list.as_deref().unwrap_or_default(),
        )
    }
}

/// The members that a condition of `Expected` has. The service checks them before the values.
#[derive(Clone, Copy)]
pub(crate) struct Given {
    pub(crate) value: bool,
    pub(crate) list: bool,
    pub(crate) exists: Option<bool>,
    pub(crate) operator: Option<ComparisonOperator>,
}

impl Given {
    /// Checks that the members do not contradict each other.
    pub(crate) fn check(self, name: &Text) -> Result<(), LegacyError> {
        if self.value && self.list {
            return Err(LegacyError::ValueWithList(name.clone()));
        }
        let Some(operator) = self.operator else {
            return self.check_existence(name);
        };
        if self.exists.is_some() {
            return Err(LegacyError::ExistsWithOperator(name.clone()));
        }
        let compares = !matches!(operator, ComparisonOperator::Null | ComparisonOperator::NotNull);
        if compares && !self.value && !self.list {
            return Err(LegacyError::OperatorWithoutValue {
                operator,
                name: name.clone(),
            });
        }
        Ok(())
    }

    /// The rules of the oldest form: a value that must be equal, or an attribute that must not exist.
    fn check_existence(self, name: &Text) -> Result<(), LegacyError> {
        if self.list {
            return Err(LegacyError::ListWithoutOperator(name.clone()));
        }
        match (self.exists, self.value) {
            (None | Some(true), false) => Err(LegacyError::ExistsWithoutValue {
                said: self.exists.is_some(),
                name: name.clone(),
            }),
            (Some(false), true) => Err(LegacyError::ValueWithoutExistence(name.clone())),
            _ => Ok(()),
        }
    }
}

impl ExpectedAttributeValue {
    /// Checks that the operator accepts the values.
    pub(crate) fn check_arguments(&self) -> Result<(), LegacyError> {
        self.comparison_operator
            .map_or(Ok(()), |operator| check_arguments(operator, self.arguments()))
    }

    /// The values to compare with, in either form.
    #[must_use]
    pub fn arguments(&self) -> &[AttributeValue] {
        match (&self.attribute_value_list, &self.value) {
            (Some(list), _) => list,
            (None, Some(value)) => std::slice::from_ref(value),
            (None, None) => &[],
        }
    }
}

fn check_arguments(operator: ComparisonOperator, arguments: &[AttributeValue]) -> Result<(), LegacyError> {
    let fits = match operator {
        ComparisonOperator::Null | ComparisonOperator::NotNull => arguments.is_empty(),
        ComparisonOperator::In => !arguments.is_empty(),
        ComparisonOperator::Between => arguments.len() == 2,
        _ => arguments.len() == 1,
    };
    if !fits {
        return Err(LegacyError::ArgumentCount(operator));
    }
    let kinds = || arguments.iter().map(AttributeValue::attribute_type);
    if kinds().zip(kinds().skip(1)).any(|(kind, next)| kind != next) {
        return Err(LegacyError::ArgumentTypes);
    }
    if let Some(kind) = kinds().find(|kind| !takes(operator, *kind)) {
        return Err(LegacyError::ArgumentType {
            operator,
            kind: kind.descriptor(),
        });
    }
    match arguments {
        [lower, upper] if operator == ComparisonOperator::Between && order(lower, upper).is_gt() => {
            Err(LegacyError::BetweenOrder)
        }
        _ => Ok(()),
    }
}

/// Whether an operator accepts a type. Equality accepts every type (observed: legacy-equality; the documentation names
/// six). The other operators accept types that have an order, or that can be a part of another value.
fn takes(operator: ComparisonOperator, kind: AttributeType) -> bool {
    match operator {
        ComparisonOperator::Eq | ComparisonOperator::Ne => true,
        ComparisonOperator::BeginsWith => matches!(kind, S | B),
        _ => matches!(kind, S | N | B),
    }
}

fn order(a: &AttributeValue, b: &AttributeValue) -> Ordering {
    match (a, b) {
        (AttributeValue::S(a), AttributeValue::S(b)) => a.cmp(b),
        (AttributeValue::N(a), AttributeValue::N(b)) => a.cmp(b),
        (AttributeValue::B(a), AttributeValue::B(b)) => a.cmp(b),
        _ => Ordering::Equal,
    }
}

impl AttributeValueUpdate {
    /// Checks the change by itself.
    pub(crate) fn check(&self) -> Result<(), LegacyError> {
        let kind = self.value.as_ref().map(AttributeValue::attribute_type);
        let Some(kind) = kind else {
            return if self.action == Some(AttributeAction::Delete) {
                Ok(())
            } else {
                Err(LegacyError::UpdateWithoutValue)
            };
        };
        let fits = match self.action {
            None | Some(AttributeAction::Put) => return Ok(()),
            Some(AttributeAction::Add) => matches!(kind, N | Ss | Ns | Bs | L),
            Some(AttributeAction::Delete) => matches!(kind, Ss | Ns | Bs),
        };
        match self.action {
            Some(action) if !fits => Err(LegacyError::ActionType {
                action,
                kind: kind.descriptor(),
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use hashrange_values::{List, Number};

    use super::*;

    fn number(value: i64) -> AttributeValue {
        AttributeValue::N(Number::from(value))
    }

    fn refused(operator: ComparisonOperator, arguments: &[AttributeValue]) -> Option<String> {
        check_arguments(operator, arguments)
            .err()
            .map(|error| error.to_string())
    }

    #[test]
    fn every_operator_takes_its_number_of_arguments() {
        for operator in ComparisonOperator::ALL {
            let taken: Vec<usize> = (0..4)
                .filter(|count| refused(*operator, &vec![AttributeValue::string("a"); *count]).is_none())
                .collect();
            let expected = match operator {
                ComparisonOperator::Null | ComparisonOperator::NotNull => vec![0],
                ComparisonOperator::In => vec![1, 2, 3],
                ComparisonOperator::Between => vec![2],
                _ => vec![1],
            };
            assert_eq!(taken, expected, "{operator}");
        }
    }

    #[test]
    fn types_are_judged_after_counts_and_before_order() {
        use ComparisonOperator::{BeginsWith, Between, Contains, Eq, In};
        let text = |operator: &str, kind: &str| {
            Some(format!(
                "One or more parameter values were invalid: ComparisonOperator {operator} is not valid for {kind} AttributeValue type"
            ))
        };
        assert_eq!(refused(Eq, &[AttributeValue::Null]), None);
        assert_eq!(refused(BeginsWith, &[number(1)]), text("BEGINS_WITH", "N"));
        assert_eq!(
            refused(Contains, &[AttributeValue::L(List::new())]),
            text("CONTAINS", "L")
        );
        let same =
            "One or more parameter values were invalid: AttributeValues inside AttributeValueList must be of same type";
        assert_eq!(
            refused(In, &[number(1), AttributeValue::string("a")]).as_deref(),
            Some(same)
        );
        assert!(
            refused(Between, &[number(2), number(1)]).is_some_and(|text| text.starts_with("The BETWEEN condition"))
        );
        assert_eq!(refused(Between, &[number(1), number(1)]), None);
    }
}
