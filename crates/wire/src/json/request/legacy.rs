//! Legacy parameters (conditions, updates and attribute lists without an expression): reads them from their members and
//! writes them.

use hashrange_values::{AttributeValue, Text};

use super::members::{list, members, refusal, truth, value_refusal, word, wrong_kind};
use crate::error::{LegacyError, ServiceError};
use crate::json::fields::Fields;
use crate::json::tape::Node;
use crate::json::value::{check_attribute_name, read_value, write_value};
use crate::json::writer::Writer;
use crate::legacy::{Given, check_operator};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    AttributeAction, AttributeUpdates, AttributeValueUpdate, ByName, ComparisonOperator, Condition,
    ConditionalOperator, Conditions, Expected, ExpectedAttributeValue,
};

/// Refuses `ConditionalOperator` without conditions to join.
pub(crate) fn check_joint(fields: &Fields<'_>, conditions: &str) -> Result<(), Rejection> {
    let Some(operator) = fields.get("ConditionalOperator") else {
        return Ok(());
    };
    let operator = operator.text().and_then(ConditionalOperator::from_wire);
    let count = fields.get(conditions).map_or(0, |node| node.members().count());
    check_operator(operator, count).map_err(invalid)
}

/// Reads `AttributesToGet`. [`check_distinct`] refuses duplicates.
pub(crate) fn attributes_to_get(node: Node<'_>) -> Result<Vec<Text>, Rejection> {
    list(node, |name| {
        attribute_name(name.text().ok_or_else(|| wrong_kind(name))?)
    })
}

/// Reads an attribute name. Refuses an empty name and one of more than 65,535 bytes (observed: attribute-name-length;
/// the use of the text for items here is inferred: attribute-name-words).
fn attribute_name(name: &str) -> Result<Text, Rejection> {
    check_attribute_name(name).map_err(|fault| refusal(fault.to_string()))?;
    Ok(Text::from(name))
}

/// Refuses a repeated attribute in `AttributesToGet`.
pub(crate) fn check_distinct(fields: &Fields<'_>) -> Result<(), Rejection> {
    let Some(names) = fields.get("AttributesToGet") else {
        return Ok(());
    };
    // The list has at most 255 names.
    let is_repeat =
        |(at, name): &(usize, Node<'_>)| names.elements().take(*at).any(|earlier| earlier.text() == name.text());
    match names.elements().enumerate().find(is_repeat) {
        Some((_, name)) => Err(invalid(LegacyError::DuplicateAttribute(Text::from(
            name.text().unwrap_or_default(),
        )))),
        None => Ok(()),
    }
}

/// Reads `Expected`. Checks each attribute's members before its values, in the order of the body.
pub(crate) fn expected(reader: Reader, node: Node<'_>) -> Result<Expected, Rejection> {
    each(node, |name, node| {
        let operator = |node| word(node, ComparisonOperator::from_wire);
        let (value, list) = (node.member("Value"), node.member("AttributeValueList"));
        let mut condition = ExpectedAttributeValue {
            exists: node.member("Exists").map(truth).transpose()?,
            comparison_operator: node.member("ComparisonOperator").map(operator).transpose()?,
            ..ExpectedAttributeValue::default()
        };
        let given = Given {
            value: value.is_some(),
            list: list.is_some(),
            exists: condition.exists,
            operator: condition.comparison_operator,
        };
        let malformed = |error: LegacyError| refusal(reader.enveloped(error.to_string()));
        given.check(name).map_err(malformed)?;
        condition.value = value.map(|node| attribute_value(reader, node)).transpose()?;
        condition.attribute_value_list = list.map(|node| attribute_values(reader, node)).transpose()?;
        condition.check_arguments().map_err(malformed)?;
        Ok(condition)
    })
}

/// Reads `KeyConditions`. Their arguments are checked later, when the key condition is built.
pub(crate) fn key_conditions(reader: Reader, node: Node<'_>) -> Result<Conditions, Rejection> {
    each(node, |_, node| condition(reader, node))
}

/// Reads `QueryFilter` or `ScanFilter`.
pub(crate) fn filter(reader: Reader, node: Node<'_>) -> Result<Conditions, Rejection> {
    each(node, |_, node| {
        let condition = condition(reader, node)?;
        condition.check().map_err(invalid)?;
        Ok(condition)
    })
}

/// Reads `AttributeUpdates`.
pub(crate) fn updates(reader: Reader, node: Node<'_>) -> Result<AttributeUpdates, Rejection> {
    each(node, |_, node| {
        let mut update = AttributeValueUpdate::default();
        for (member, node) in Fields::of(node).iter() {
            match member {
                "Value" => update.value = Some(attribute_value(reader, node)?),
                "Action" => update.action = Some(word(node, AttributeAction::from_wire)?),
                _ => {}
            }
        }
        update.check().map_err(invalid)?;
        Ok(update)
    })
}

fn condition(reader: Reader, node: Node<'_>) -> Result<Condition, Rejection> {
    // The shape's rules have checked that the operator exists.
    let operator = node.member("ComparisonOperator").ok_or_else(|| wrong_kind(node))?;
    let list = node.member("AttributeValueList");
    Ok(Condition {
        attribute_value_list: list.map(|node| attribute_values(reader, node)).transpose()?,
        comparison_operator: word(operator, ComparisonOperator::from_wire)?,
    })
}

/// Reads a map by attribute name, in the order of the body. If a name repeats, its last entry counts.
fn each<'t, T>(node: Node<'t>, read: impl Fn(&Text, Node<'t>) -> Result<T, Rejection>) -> Result<ByName<T>, Rejection> {
    let mut entries = Vec::new();
    for (name, node) in members(node)? {
        let name = attribute_name(name)?;
        let value = read(&name, node)?;
        entries.push((name, value));
    }
    Ok(entries.into_iter().collect())
}

fn attribute_values(reader: Reader, node: Node<'_>) -> Result<Vec<AttributeValue>, Rejection> {
    list(node, |node| attribute_value(reader, node))
}

fn attribute_value(reader: Reader, node: Node<'_>) -> Result<AttributeValue, Rejection> {
    read_value(node, 0).map_err(|located| value_refusal(reader, located))
}

fn invalid(error: LegacyError) -> Rejection {
    ServiceError::from(error).into()
}

/// Writes `Expected`.
pub(crate) fn write_expected(out: &mut Writer, expected: &Expected) {
    write_each(out, "Expected", expected, |out, condition| {
        write_attribute_value(out, condition.value.as_ref());
        out.optional_boolean("Exists", condition.exists);
        out.optional_text(
            "ComparisonOperator",
            condition.comparison_operator.map(|word| word.as_str()),
        );
        write_attribute_values(out, condition.attribute_value_list.as_deref());
    });
}

/// Writes `KeyConditions`, `QueryFilter` or `ScanFilter`.
pub(crate) fn write_conditions(out: &mut Writer, name: &str, conditions: &Conditions) {
    write_each(out, name, conditions, |out, condition| {
        write_attribute_values(out, condition.attribute_value_list.as_deref());
        out.text_member("ComparisonOperator", condition.comparison_operator.as_str());
    });
}

/// Writes `AttributeUpdates`.
pub(crate) fn write_updates(out: &mut Writer, updates: &AttributeUpdates) {
    write_each(out, "AttributeUpdates", updates, |out, update| {
        write_attribute_value(out, update.value.as_ref());
        out.optional_text("Action", update.action.map(|word| word.as_str()));
    });
}

fn write_each<T>(out: &mut Writer, name: &str, entries: &ByName<T>, mut write: impl FnMut(&mut Writer, &T)) {
    out.key(name);
    out.object(|out| {
        for (name, entry) in entries {
            out.key(name);
            out.inline_object(|out| write(out, entry));
        }
    });
}

fn write_attribute_value(out: &mut Writer, value: Option<&AttributeValue>) {
    if let Some(value) = value {
        out.key("Value");
        write_value(out, value);
    }
}

fn write_attribute_values(out: &mut Writer, values: Option<&[AttributeValue]>) {
    let Some(values) = values else { return };
    out.key("AttributeValueList");
    out.list(|out| {
        for value in values {
            out.element();
            write_value(out, value);
        }
    });
}
