//! A scalar value as one line of typed text, and back: text unchanged, numbers without loss, binary as base64. Owns the
//! error texts for invalid values. Must not know keys or forms.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::{AttributeType, AttributeValue, Bytes, Number, NumberError};
use hashrange_words::t;

/// Reads a number exactly.
///
/// # Errors
/// A sentence for the reader.
pub fn read_number(text: &str) -> Result<Number, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(t!("Enter a number.").into());
    }
    trimmed.parse().map_err(|error| {
        match error {
            NumberError::NotNumeric => t!("Not a number: use digits, one point, and an exponent like 1.5e3."),
            NumberError::Overflow => t!("Too large: the largest number is 9.99…E+125."),
            NumberError::Underflow => t!("Too close to zero: the smallest magnitude is 1E-130."),
            NumberError::TooPrecise => t!("Too precise: a number has at most 38 significant digits."),
        }
        .to_owned()
    })
}

/// Reads bytes from base64.
///
/// # Errors
/// A sentence for the reader.
pub fn read_binary(text: &str) -> Result<Bytes, String> {
    let compact: String = text.split_whitespace().collect();
    STANDARD
        .decode(compact)
        .map(Vec::into_boxed_slice)
        .map_err(|_| t!("Not base64: use A–Z, a–z, 0–9, + and /, padded with = to a multiple of four.").into())
}

/// Writes bytes as base64.
#[must_use]
pub fn write_binary(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Reads a scalar of the given type from one line. `BOOL` accepts `true` and `false`. `NULL` accepts any text.
///
/// # Errors
/// A sentence for the reader. Always an error for a type that is not a scalar.
pub fn read_scalar(kind: AttributeType, text: &str) -> Result<AttributeValue, String> {
    match kind {
        AttributeType::S => Ok(AttributeValue::string(text)),
        AttributeType::N => read_number(text).map(AttributeValue::N),
        AttributeType::B => read_binary(text).map(AttributeValue::B),
        AttributeType::Bool => match text.trim() {
            "true" => Ok(AttributeValue::Bool(true)),
            "false" => Ok(AttributeValue::Bool(false)),
            _ => Err(t!("Choose true or false.").into()),
        },
        AttributeType::Null => Ok(AttributeValue::Null),
        _ => Err(t!("{descriptor} is not a scalar type.", descriptor = kind.descriptor())),
    }
}

/// Writes a scalar so that [`read_scalar`] reads an equal one. `None` for sets, lists and maps.
#[must_use]
pub fn write_scalar(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text.to_string()),
        AttributeValue::N(number) => Some(number.to_string()),
        AttributeValue::B(bytes) => Some(write_binary(bytes)),
        AttributeValue::Bool(truth) => Some(truth.to_string()),
        AttributeValue::Null => Some(String::new()),
        _ => None,
    }
}

/// Reads a value of any type from one line: a scalar as plain text, anything else as DynamoDB JSON, `{"SS":["a"]}`.
///
/// # Errors
/// A sentence for the reader.
pub fn read_operand(kind: AttributeType, text: &str) -> Result<AttributeValue, String> {
    if is_scalar(kind) {
        return read_scalar(kind, text);
    }
    let value = hashrange_wire::attribute_value_from_json(text).map_err(|error| {
        t!(
            "Write it as DynamoDB JSON, {example}: {reason}.",
            example = example(kind),
            reason = error.reason
        )
    })?;
    if value.attribute_type() == kind {
        Ok(value)
    } else {
        Err(t!(
            "This is {descriptor}, not {wanted}.",
            descriptor = value.attribute_type().descriptor(),
            wanted = kind.descriptor()
        ))
    }
}

/// Writes a value so that [`read_operand`] reads an equal one.
#[must_use]
pub fn write_operand(value: &AttributeValue) -> String {
    write_scalar(value).unwrap_or_else(|| hashrange_wire::attribute_value_to_json(value))
}

/// True for the types whose values are typed as plain text.
#[must_use]
pub fn is_scalar(kind: AttributeType) -> bool {
    use AttributeType::{B, Bool, N, Null, S};
    matches!(kind, S | N | B | Bool | Null)
}

/// An example operand of a type.
#[must_use]
pub fn example(kind: AttributeType) -> &'static str {
    match kind {
        AttributeType::Ss => r#"{"SS":["a"]}"#,
        AttributeType::Ns => r#"{"NS":["1"]}"#,
        AttributeType::Bs => r#"{"BS":["AAEC"]}"#,
        AttributeType::L => r#"{"L":[{"S":"a"}]}"#,
        AttributeType::M => r#"{"M":{"k":{"S":"a"}}}"#,
        AttributeType::B => "base64",
        _ => "value",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_all_38_digits() {
        let text = "12345678901234567890123456789012345678";
        assert_eq!(read_number(text).unwrap().to_string(), text);
        assert!(
            read_number("123456789012345678901234567890123456789")
                .unwrap_err()
                .contains("38")
        );
        assert!(read_number("1e126").unwrap_err().contains("large"));
        assert!(read_number("twelve").unwrap_err().contains("Not a number"));
        assert!(read_number(" ").unwrap_err().contains("Enter"));
    }

    #[test]
    fn operands_of_every_type_round_trip() {
        for kind in AttributeType::ALL.into_iter().filter(|kind| !is_scalar(*kind)) {
            let value = read_operand(kind, example(kind)).unwrap();
            assert_eq!(write_operand(&value), example(kind));
        }
        assert!(
            read_operand(AttributeType::Ss, "a")
                .unwrap_err()
                .contains("DynamoDB JSON")
        );
        assert!(
            read_operand(AttributeType::Ss, "{\"S\":\"a\"}")
                .unwrap_err()
                .contains("not SS")
        );
    }

    #[test]
    fn scalars_round_trip() {
        for (kind, text) in [
            (AttributeType::S, "a \"b\""),
            (AttributeType::N, "-3.14"),
            (AttributeType::B, "AAEC"),
            (AttributeType::Bool, "true"),
            (AttributeType::Null, ""),
        ] {
            assert_eq!(write_scalar(&read_scalar(kind, text).unwrap()).as_deref(), Some(text));
        }
        assert!(read_scalar(AttributeType::L, "").is_err());
        assert!(read_binary("AAE").is_err());
    }
}
