//! Members that requests about S3 exports and imports share.

use super::structure::{Kind, Member, Rule};

/// A bucket. The pattern is AWS's (documented: transfer-api). S3 refuses names that are too long.
pub(crate) const BUCKET: Member = Member::required("S3Bucket", Kind::Text).with(&[
    Rule::Form(is_bucket, "^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$"),
    Rule::MaxLength(255),
]);
pub(crate) const BUCKET_OWNER: Member =
    Member::optional("S3BucketOwner", Kind::Text).with(&[Rule::Form(is_account, "[0-9]{12}")]);
pub(crate) const CLIENT_TOKEN: Member =
    Member::optional("ClientToken", Kind::Text).with(&[Rule::Form(is_token, "^[^\\$]+$")]);

fn is_bucket(name: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = name.as_bytes();
    bytes.len() > 1 && ends(bytes.first()) && ends(bytes.last()) && name.bytes().all(inner)
}

fn is_account(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && !text.contains('$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_begin_and_end_with_letters_or_digits() {
        for name in ["ab", "my-bucket.2", "A_b9"] {
            assert!(is_bucket(name), "{name}");
        }
        for name in [
            "",
            "a",
            "-ab",
            "ab.",
            "..",
            "a/b",
            "a\\b",
            "a b",
            "arn:aws:s3:::x",
            "é1",
        ] {
            assert!(!is_bucket(name), "{name}");
        }
    }

    #[test]
    fn owners_are_accounts_and_tokens_have_no_dollar() {
        assert!(is_account("012345678901") && !is_account("01234567890") && !is_account("not-an-accoun"));
        assert!(is_token("a b") && !is_token("") && !is_token("a$"));
    }
}
