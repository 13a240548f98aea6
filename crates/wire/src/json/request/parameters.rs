//! Parameters with and without expressions: which may stand beside which, and what placeholders look like.

use hashrange_values::{Map, Text};

use super::members::{refusal, value_refusal, wrong_kind};
use crate::json::tape::Node;
use crate::json::value::read_value;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::ExpressionAttributeNames;

/// Longest placeholder in bytes; longer ones are the expression language's to refuse.
const MAX_PLACEHOLDER_BYTES: usize = 255;

/// The expression parameters of a request as they stand in the body.
pub(super) struct Parameters<'t> {
    pub(super) reader: Reader,
    pub(super) names: Option<Node<'t>>,
    pub(super) values: Option<Node<'t>>,
    /// Every expression that can use values, by name, and whether it is there.
    pub(super) expressions: &'t [(&'static str, bool)],
    /// Whether there is a projection, which uses names only.
    pub(super) projection: bool,
    /// Every legacy parameter, by name in the order the service lists them, and whether it is there.
    pub(super) legacy: &'t [(&'static str, bool)],
}

impl Parameters<'_> {
    /// Legacy parameters beside expressions, and placeholders without an expression that could use them.
    pub(super) fn check_use(&self) -> Result<(), Rejection> {
        self.check_mixture()?;
        let usable = self.expressions.iter().any(|(_, present)| *present);
        if self.names.is_some() && !usable && !self.projection {
            return Err(self.refusal("ExpressionAttributeNames can only be specified when using expressions"));
        }
        if self.values.is_some() && !usable {
            let misused = "ExpressionAttributeValues can only be specified when using expressions";
            // The writes that use the prefix do not say which expressions are missing (observed on PutItem).
            return Err(self.refusal(if self.reader.has_envelope() {
                misused.to_owned()
            } else {
                let missing: Vec<&str> = self.expressions.iter().map(|(name, _)| *name).collect();
                let verb = if missing.len() == 1 { "is" } else { "are" };
                format!("{misused}: {} {verb} null", missing.join(" and "))
            }));
        }
        Ok(())
    }

    fn check_mixture(&self) -> Result<(), Rejection> {
        if !self.legacy.iter().any(|(_, present)| *present) {
            return Ok(());
        }
        let given = |parameters: &[(&'static str, bool)]| {
            parameters.iter().filter(|(_, present)| *present).map(|(name, _)| *name).collect::<Vec<_>>()
        };
        let mut expressions = given(&[("ProjectionExpression", self.projection)]);
        expressions.extend(given(self.expressions));
        let legacy = given(self.legacy);
        if expressions.is_empty() {
            return Ok(());
        }
        let text = format!(
            "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {{{}}} Expression parameters: {{{}}}",
            legacy.join(", "),
            expressions.join(", ")
        );
        Err(self.refusal(text))
    }

    fn refusal(&self, text: impl Into<String>) -> Rejection {
        refusal(self.reader.enveloped(text.into()))
    }

    /// The name placeholders.
    pub(super) fn read_names(&self) -> Result<Option<ExpressionAttributeNames>, Rejection> {
        let Some(node) = self.names else { return Ok(None) };
        let mut names = ExpressionAttributeNames::new();
        for (placeholder, name) in node.members() {
            self.check_placeholder("ExpressionAttributeNames", placeholder, '#')?;
            if name.is_null() {
                // Wording inferred from the one for values.
                return Err(self.refusal(format!(
                    "ExpressionAttributeNames contains invalid value: The value must not be null for key {placeholder}"
                )));
            }
            names.insert(Text::from(placeholder), Text::from(name.text().ok_or_else(|| wrong_kind(name))?));
        }
        self.check_not_empty("ExpressionAttributeNames", node, names.is_empty())?;
        Ok(Some(names))
    }

    /// The value placeholders.
    pub(super) fn read_values(&self) -> Result<Option<Map>, Rejection> {
        let Some(node) = self.values else { return Ok(None) };
        self.check_not_empty("ExpressionAttributeValues", node, node.members().next().is_none())?;
        for (placeholder, _) in node.members() {
            self.check_placeholder("ExpressionAttributeValues", placeholder, ':')?;
        }
        let mut entries = Vec::new();
        for (placeholder, content) in node.members() {
            entries.push((placeholder, self.read_value(placeholder, content)?));
        }
        // Sorted first: inserting many placeholders out of order one by one would be quadratic.
        hashrange_values::sort_by(&mut entries, |(a, _), (b, _)| a.cmp(b));
        Ok(Some(entries.into_iter().collect()))
    }

    fn read_value(&self, placeholder: &str, node: Node<'_>) -> Result<hashrange_values::AttributeValue, Rejection> {
        read_value(node, 0).map_err(|located| {
            let located = located.found_by(self.reader);
            if located.fault.is_bare(self.reader) {
                return value_refusal(self.reader, located);
            }
            let fault = located.fault.text(self.reader);
            let text = format!("ExpressionAttributeValues contains invalid value: {fault} for key {placeholder}");
            if located.fault.is_enveloped() { self.refusal(text) } else { refusal(text) }
        })
    }

    fn check_not_empty(&self, parameter: &str, node: Node<'_>, empty: bool) -> Result<(), Rejection> {
        if !node.is_object() {
            return Err(wrong_kind(node));
        }
        if empty { Err(self.refusal(format!("{parameter} must not be empty"))) } else { Ok(()) }
    }

    fn check_placeholder(&self, parameter: &str, placeholder: &str, sign: char) -> Result<(), Rejection> {
        // Length comes before syntax (observed).
        let is_word =
            |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if placeholder.len() > MAX_PLACEHOLDER_BYTES || placeholder.strip_prefix(sign).is_some_and(is_word) {
            return Ok(());
        }
        Err(self.refusal(format!("{parameter} contains invalid key: Syntax error; key: \"{placeholder}\"")))
    }
}
