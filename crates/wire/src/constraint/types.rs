//! The SerializationExceptions for JSON of the wrong kind. Texts are observed: serialization-words; the tests contain
//! the full grid.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::Number;

use super::structure::{ATTRIBUTE_VALUE_CLASS, Kind, Structure};
use crate::json::{Node, Token, boolean};

const PACKAGE: &str = "com.amazonaws.dynamodb.v20120810";
const UNEXPECTED_STRUCTURE: &str = "Start of structure or map found where not expected";
const UNEXPECTED_FIELD: &str = "Unexpected field type";
const UNEXPECTED_INSIDE: &str = "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')";

/// JSON of the wrong kind, with the service's error text.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch<'t> {
    pub(crate) node: Node<'t>,
    pub(crate) text: String,
}

type TypeCheck<'t> = Result<(), Mismatch<'t>>;

/// The position of a value. It decides the wording of some mismatches.
#[derive(Clone, Copy)]
enum Place {
    /// Member of a structure.
    Field,
    /// Element of a list or value of a map.
    Value,
}

/// Checks a complete request body.
pub(crate) fn check_types<'t>(structure: &Structure, root: Node<'t>) -> TypeCheck<'t> {
    check_members(structure, root)
}

/// Checks the attribute values of an item.
pub(crate) fn check_item_types(root: Node<'_>) -> TypeCheck<'_> {
    root.members().try_for_each(|(_, value)| check_value_types(value))
}

/// Checks one attribute value.
pub(crate) fn check_value_types(node: Node<'_>) -> TypeCheck<'_> {
    check(&Kind::AttributeValue, node, Place::Value)
}

fn refuse(node: Node<'_>, text: impl Into<String>) -> TypeCheck<'_> {
    Err(Mismatch {
        node,
        text: text.into(),
    })
}

fn check_members<'t>(structure: &Structure, node: Node<'t>) -> TypeCheck<'t> {
    // The check includes every occurrence, even those that a later duplicate replaces.
    node.members()
        .try_for_each(|(name, value)| check_member_types(structure, name, value))
}

/// Checks a member of a structure, if the structure has a member with this name.
pub(crate) fn check_member_types<'t>(structure: &Structure, name: &str, value: Node<'t>) -> TypeCheck<'t> {
    let member = structure.members.iter().find(|member| member.name == name);
    member.map_or(Ok(()), |member| check(&member.kind, value, Place::Field))
}

fn check<'t>(kind: &Kind, node: Node<'t>, place: Place) -> TypeCheck<'t> {
    if node.is_null() {
        return Ok(());
    }
    match kind {
        Kind::Text | Kind::TableReference => check_text(node),
        Kind::Integer => check_number(node, "Integer"),
        Kind::Long => check_number(node, "Long"),
        Kind::Decimal => check_decimal(node),
        Kind::Boolean => check_boolean(node),
        Kind::Blob => check_blob(node),
        Kind::List(of) => check_list(of, node, place),
        Kind::Map { class, of } => check_map(class, of, node, place),
        Kind::AttributeValue => check_attribute_value(node, place),
        Kind::Structure(structure) => {
            check_object(node, place, || format!("class {PACKAGE}.{}", structure.class))?;
            check_members(structure, node)
        }
    }
}

/// The service's name of a scalar with none of the expected kinds.
fn scalar_name(token: Token<'_>) -> Option<&'static str> {
    Some(match token {
        Token::True => "TRUE_VALUE",
        Token::False => "FALSE_VALUE",
        Token::Number(digits) if digits.contains(['.', 'e', 'E']) => "DECIMAL_VALUE",
        Token::Number(_) => "NUMBER_VALUE",
        Token::Text(_) => "STRING_VALUE",
        _ => return None,
    })
}

fn conversion<'t>(node: Node<'t>, to: &str) -> TypeCheck<'t> {
    match scalar_name(node.token()) {
        Some(name) => refuse(node, format!("{name} cannot be converted to {to}")),
        None if node.is_list() => refuse(node, format!("Unrecognized collection type class java.lang.{to}")),
        None => refuse(node, UNEXPECTED_STRUCTURE),
    }
}

fn check_text(node: Node<'_>) -> TypeCheck<'_> {
    if node.text().is_some() {
        Ok(())
    } else {
        conversion(node, "String")
    }
}

fn check_decimal(node: Node<'_>) -> TypeCheck<'_> {
    if matches!(node.token(), Token::Number(_)) {
        Ok(())
    } else {
        conversion(node, "Double")
    }
}

fn check_number<'t>(node: Node<'t>, to: &str) -> TypeCheck<'t> {
    let fits = match node.token() {
        Token::Number(_) => {
            let whole = whole_number(node);
            whole.is_some_and(|whole| to == "Long" || i32::try_from(whole).is_ok())
        }
        _ => false,
    };
    // The wording for a number out of range is inferred: serialization-range. It is the wording for the wrong kind.
    if fits { Ok(()) } else { conversion(node, to) }
}

/// The integer value of a JSON number. Fractions are cut off as the service does (observed: serialization-words).
pub(crate) fn whole_number(node: Node<'_>) -> Option<i64> {
    let Token::Number(digits) = node.token() else {
        return None;
    };
    if let Ok(whole) = digits.parse::<i64>() {
        return Some(whole);
    }
    if !digits.contains(['e', 'E']) {
        return digits.split('.').next()?.parse().ok();
    }
    digits.parse::<Number>().ok()?.whole_part()
}

fn check_boolean(node: Node<'_>) -> TypeCheck<'_> {
    if boolean(node).is_some() {
        Ok(())
    } else if node.text().is_some() {
        refuse(node, "Unexpected token received from parser")
    } else {
        conversion(node, "Boolean")
    }
}

fn check_blob(node: Node<'_>) -> TypeCheck<'_> {
    if node.is_list() {
        return refuse(node, "Unrecognized collection type class java.nio.ByteBuffer");
    }
    if node.is_object() {
        return refuse(node, UNEXPECTED_STRUCTURE);
    }
    let Some(text) = node.text() else {
        return refuse(node, "only base-64-encoded strings are convertible to bytes");
    };
    if !text.len().is_multiple_of(4) {
        let text = format!(
            "Base64 encoded length is expected a multiple of 4 bytes but found: {}",
            text.len()
        );
        return refuse(node, text);
    }
    // "dectected" is the service's spelling.
    if STANDARD.decode(text).is_err() {
        return refuse(node, "Invalid last non-pad Base64 character dectected");
    }
    Ok(())
}

fn check_list<'t>(of: &Kind, node: Node<'t>, place: Place) -> TypeCheck<'t> {
    if node.is_object() {
        return refuse(node, UNEXPECTED_STRUCTURE);
    }
    if !node.is_list() {
        return refuse(node, scalar_text(place));
    }
    node.elements().try_for_each(|element| check(of, element, Place::Value))
}

fn check_map<'t>(class: &str, of: &Kind, node: Node<'t>, place: Place) -> TypeCheck<'t> {
    if !node.is_object() && !node.is_list() {
        return refuse(node, scalar_text(place));
    }
    check_object(node, Place::Field, || {
        format!("java.util.Map<java.lang.String, {class}>")
    })?;
    node.members().try_for_each(|(_, value)| check(of, value, Place::Value))
}

/// The service's text for a scalar in place of a list or map.
fn scalar_text(place: Place) -> &'static str {
    match place {
        Place::Field => UNEXPECTED_FIELD,
        // The service's own parser cannot read a list or map inside another one, and the text shows it
        // (observed: serialization-words).
        Place::Value => UNEXPECTED_INSIDE,
    }
}

fn check_object<'t>(node: Node<'t>, place: Place, class: impl FnOnce() -> String) -> TypeCheck<'t> {
    if node.is_list() {
        return refuse(node, format!("Unrecognized collection type {}", class()));
    }
    match place {
        _ if node.is_object() => Ok(()),
        Place::Field => refuse(node, UNEXPECTED_FIELD),
        Place::Value => refuse(node, "Unexpected value type in payload"),
    }
}

fn check_attribute_value(node: Node<'_>, place: Place) -> TypeCheck<'_> {
    check_object(node, place, || format!("class {ATTRIBUTE_VALUE_CLASS}"))?;
    for (descriptor, content) in node.members().filter(|(_, content)| !content.is_null()) {
        match descriptor {
            "S" | "N" => check_text(content)?,
            "B" => check_blob(content)?,
            "BOOL" | "NULL" => check_boolean(content)?,
            "SS" | "NS" => check_list(&Kind::Text, content, Place::Field)?,
            "BS" => check_list(&Kind::Blob, content, Place::Field)?,
            "L" => check_list(&Kind::AttributeValue, content, Place::Field)?,
            "M" => check_map(ATTRIBUTE_VALUE_CLASS, &Kind::AttributeValue, content, Place::Field)?,
            _ => {}
        }
    }
    Ok(())
}
