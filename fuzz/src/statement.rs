//! PartiQL statements, with parameters for their question marks.

use hashrange_partiql::parse;
use hashrange_values::AttributeValue;

/// The first byte is the number of parameters, and the rest is the text.
pub fn statement(data: &[u8]) {
    let Some((choice, text)) = crate::choice_of_text(data) else {
        return;
    };
    let parameters: Vec<AttributeValue> = (0..choice % 4)
        .map(|number| AttributeValue::string(&number.to_string()))
        .collect();
    if let Err(error) = parse(text, &parameters) {
        assert!(text.get(error.span.start..error.span.end).is_some(), "{:?}", error.span);
        assert!(!error.to_string().is_empty());
    }
}
