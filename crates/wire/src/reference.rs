//! How a caller names a table: by its name, or by its Amazon Resource Name.

/// The table's name in a reference: `Music` for `Music` and for `arn:aws:dynamodb:us-east-1:123456789012:table/Music`.
///
/// Anything that is no table ARN is taken for a name as it stands. Account and region of an ARN are not looked at:
/// there is one account and one region here.
#[must_use]
pub fn table_name_of(reference: &str) -> &str {
    arn_table(reference).unwrap_or(reference)
}

fn arn_table(reference: &str) -> Option<&str> {
    let mut parts = reference.strip_prefix("arn:")?.splitn(5, ':');
    let _partition = parts.next()?;
    if parts.next()? != "dynamodb" {
        return None;
    }
    let resource = parts.nth(2)?;
    let name = resource.strip_prefix("table/")?;
    // An index's ARN continues after the table's name; it does not name the table.
    (!name.contains('/')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_named_by_name_or_arn() {
        assert_eq!(table_name_of("Music"), "Music");
        assert_eq!(table_name_of("arn:aws:dynamodb:us-east-1:123456789012:table/Music"), "Music");
        assert_eq!(table_name_of("arn:aws:s3:::table/Music"), "arn:aws:s3:::table/Music");
        let index = "arn:aws:dynamodb:us-east-1:123456789012:table/Music/index/Genre";
        assert_eq!(table_name_of(index), index);
    }
}
