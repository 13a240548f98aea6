//! Parameters with and without expressions: the allowed combinations, and the syntax of placeholders.

use hashrange_values::{Map, Text};

use super::members::{refusal, value_refusal, wrong_kind};
use crate::json::fields::Fields;
use crate::json::tape::Node;
use crate::json::value::read_value;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::ExpressionAttributeNames;

/// Longest placeholder in bytes. The crate `expression` refuses longer ones.
const MAX_PLACEHOLDER_BYTES: usize = 255;

/// The expression that uses only names.
const PROJECTION: &str = "ProjectionExpression";

/// Refuses parameters with and without expressions in one request. Also refuses placeholders without an expression that
/// could use them. `expressions` can use values, except `PROJECTION`, which uses only names. `legacy` has the service's
/// order.
pub(crate) fn check_use(
    reader: Reader,
    fields: &Fields<'_>,
    expressions: &[&'static str],
    legacy: &[&'static str],
) -> Result<(), Rejection> {
    check_mixture(reader, fields, expressions, legacy)?;
    let has_names = fields.has("ExpressionAttributeNames");
    let mut of_values = expressions
        .iter()
        .copied()
        .filter(|name| *name != PROJECTION)
        .peekable();
    // If no expression can use values, ExpressionAttributeValues is not a member of the request.
    let has_values = of_values.peek().is_some() && fields.has("ExpressionAttributeValues");
    if !has_names && !has_values {
        return Ok(());
    }
    let enveloped = |text: String| Err(refusal(reader.enveloped(text)));
    if has_names && !expressions.iter().any(|name| fields.has(name)) {
        return enveloped("ExpressionAttributeNames can only be specified when using expressions".to_owned());
    }
    if has_values && !of_values.clone().any(|name| fields.has(name)) {
        let misused = "ExpressionAttributeValues can only be specified when using expressions";
        // The writes with the prefix do not name the missing expressions (observed: misused-parameters, on PutItem).
        return enveloped(if reader.has_envelope() {
            misused.to_owned()
        } else {
            let missing: Vec<&str> = of_values.collect();
            let verb = if missing.len() == 1 { "is" } else { "are" };
            format!("{misused}: {} {verb} null", missing.join(" and "))
        });
    }
    Ok(())
}

fn check_mixture(
    reader: Reader,
    fields: &Fields<'_>,
    expressions: &[&'static str],
    legacy: &[&'static str],
) -> Result<(), Rejection> {
    // `KeyConditions` may accompany a FilterExpression. It conflicts only with a KeyConditionExpression
    // (observed: legacy-mixing-seen).
    let counts = |name: &str| name != "KeyConditions" || fields.has("KeyConditionExpression");
    let is_given = |name: &&&str| fields.has(name) && counts(name);
    if !legacy.iter().any(|name| is_given(&name)) || !expressions.iter().any(|name| is_given(&name)) {
        return Ok(());
    }
    let given = |names: &[&'static str]| names.iter().filter(is_given).copied().collect::<Vec<_>>().join(", ");
    let text = format!(
        "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {{{}}} Expression parameters: {{{}}}",
        given(legacy),
        given(expressions)
    );
    Err(refusal(reader.enveloped(text)))
}

/// Reads the name placeholders.
pub(crate) fn read_names(reader: Reader, node: Node<'_>) -> Result<ExpressionAttributeNames, Rejection> {
    let mut names = Vec::new();
    for (placeholder, name) in node.members() {
        check_placeholder(reader, "ExpressionAttributeNames", placeholder, '#')?;
        if name.is_null() {
            // Wording inferred: unused-names-words, from the text for values.
            return Err(worded(
                reader,
                format!(
                    "ExpressionAttributeNames contains invalid value: The value must not be null for key {placeholder}"
                ),
            ));
        }
        let name = name.text().ok_or_else(|| wrong_kind(name))?;
        names.push((Text::from(placeholder), Text::from(name)));
    }
    check_not_empty(reader, "ExpressionAttributeNames", node, names.is_empty())?;
    Ok(names.into_iter().collect())
}

/// Reads the value placeholders.
pub(crate) fn read_values(reader: Reader, node: Node<'_>) -> Result<Map, Rejection> {
    check_not_empty(
        reader,
        "ExpressionAttributeValues",
        node,
        node.members().next().is_none(),
    )?;
    for (placeholder, _) in node.members() {
        check_placeholder(reader, "ExpressionAttributeValues", placeholder, ':')?;
    }
    let mut entries = Vec::new();
    for (placeholder, content) in node.members() {
        entries.push((placeholder, read_placeholder(reader, placeholder, content)?));
    }
    // The entries are sorted first, because inserting many unordered placeholders one by one takes quadratic time.
    hashrange_values::sort_by(&mut entries, |(a, _), (b, _)| a.cmp(b));
    Ok(entries.into_iter().collect())
}

fn read_placeholder(
    reader: Reader,
    placeholder: &str,
    node: Node<'_>,
) -> Result<hashrange_values::AttributeValue, Rejection> {
    read_value(node, 0).map_err(|located| {
        let located = located.found_by(reader);
        if located.fault.is_bare(reader) {
            return value_refusal(reader, located);
        }
        let fault = located.fault.text(reader);
        let text = format!("ExpressionAttributeValues contains invalid value: {fault} for key {placeholder}");
        if located.fault.is_enveloped() {
            worded(reader, text)
        } else {
            refusal(text)
        }
    })
}

fn check_not_empty(reader: Reader, parameter: &str, node: Node<'_>, empty: bool) -> Result<(), Rejection> {
    if !node.is_object() {
        return Err(wrong_kind(node));
    }
    if empty {
        Err(worded(reader, format!("{parameter} must not be empty")))
    } else {
        Ok(())
    }
}

fn check_placeholder(reader: Reader, parameter: &str, placeholder: &str, sign: char) -> Result<(), Rejection> {
    // The length is checked before the syntax (observed: placeholder-length).
    let is_word =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if placeholder.len() > MAX_PLACEHOLDER_BYTES || placeholder.strip_prefix(sign).is_some_and(is_word) {
        return Ok(());
    }
    Err(worded(
        reader,
        format!("{parameter} contains invalid key: Syntax error; key: \"{placeholder}\""),
    ))
}
fn worded(reader: Reader, text: impl Into<String>) -> Rejection {
    refusal(reader.enveloped(text.into()))
}
