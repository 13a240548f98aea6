//! Names in the forms of languages: `TableName`, `table_name`, `table-name`, `tableName`.
//!
//! Must not know shapes or languages.

/// The words of a name. A capital letter begins a word, unless it follows another capital letter and no small letter
/// follows it: `KMSMasterKeyId` has the words `KMS`, `Master`, `Key` and `Id`. An underscore divides words too.
fn words(name: &str) -> Vec<&str> {
    let bytes = name.as_bytes();
    let at = |place: usize| bytes.get(place).copied().unwrap_or(b'_');
    let mut words = Vec::new();
    let mut start = 0;
    for place in 1..=bytes.len() {
        let begins = at(place).is_ascii_uppercase()
            && (!at(place - 1).is_ascii_uppercase() || at(place + 1).is_ascii_lowercase());
        if begins || at(place) == b'_' {
            words.extend(name.get(start..place).filter(|word| !word.is_empty()));
            start = place + usize::from(at(place) == b'_');
        }
    }
    words
}

/// Adds the words in small letters, with a text between them.
pub(crate) fn join(out: &mut String, name: &str, between: &str) {
    for (place, word) in words(name).into_iter().enumerate() {
        out.push_str(if place > 0 { between } else { "" });
        lower(out, word);
    }
}

/// Adds the words with a capital letter each: `SseType`, `PayPerRequest`.
pub(crate) fn capitalise(out: &mut String, name: &str) {
    for word in words(name) {
        out.push_str(word.get(..1).unwrap_or_default());
        lower(out, word.get(1..).unwrap_or_default());
    }
}

/// Adds the name with its first word in small letters: `tableName`, `sseSpecification`.
pub(crate) fn uncapitalise(out: &mut String, name: &str) {
    let first = words(name).first().map_or(0, |word| word.len());
    lower(out, name.get(..first).unwrap_or_default());
    out.push_str(name.get(first..).unwrap_or_default());
}

fn lower(out: &mut String, word: &str) {
    for character in word.chars() {
        out.push(character.to_ascii_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::{capitalise, join, uncapitalise};

    #[test]
    fn names_have_the_forms_of_the_libraries() {
        let forms = |name| {
            let mut forms = [const { String::new() }; 3];
            let [joined, capitalised, uncapitalised] = &mut forms;
            join(joined, name, "_");
            capitalise(capitalised, name);
            uncapitalise(uncapitalised, name);
            forms
        };
        assert_eq!(forms("TableName"), ["table_name", "TableName", "tableName"]);
        assert_eq!(
            forms("SSESpecification"),
            ["sse_specification", "SseSpecification", "sseSpecification"]
        );
        assert_eq!(
            forms("KMSMasterKeyId"),
            ["kms_master_key_id", "KmsMasterKeyId", "kmsMasterKeyId"]
        );
        assert_eq!(
            forms("S3SseKmsKeyId"),
            ["s3_sse_kms_key_id", "S3SseKmsKeyId", "s3SseKmsKeyId"]
        );
        assert_eq!(forms("RoleARN"), ["role_arn", "RoleArn", "roleARN"]);
        assert_eq!(forms("TopK"), ["top_k", "TopK", "topK"]);
        assert_eq!(
            forms("PAY_PER_REQUEST"),
            ["pay_per_request", "PayPerRequest", "pay_PER_REQUEST"]
        );
    }
}
