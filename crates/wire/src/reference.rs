//! How a caller names a table: by its name, or by its Amazon Resource Name.

use crate::error::{AccessDenied, PolicyError, ServiceError, ValidationError};

/// The table's name in a reference: `Music` for `Music` and for `arn:aws:dynamodb:us-east-1:123456789012:table/Music`.
///
/// Any text that is not a table ARN counts as a name. [`AccountScope`] checks the account and Region of an ARN.
#[must_use]
pub fn table_name_of(reference: &str) -> &str {
    arn_table(reference).unwrap_or(reference)
}

/// Whether this is a valid table name: 3 to 255 of the allowed characters (documented: limits-names).
#[must_use]
pub fn is_table_name(name: &str) -> bool {
    (3..=255).contains(&name.len()) && name.bytes().all(is_of_names)
}

/// Whether names of tables and indexes can contain this character.
pub(crate) fn is_of_names(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// The Region and account of this service. ARNs must contain them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountScope {
    /// The Region.
    pub region: String,
    /// The account.
    pub account: String,
}

hashrange_checkpoint::fields!(AccountScope { region, account });

/// The part of an ARN that differs from this service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foreign {
    Partition,
    Region,
    Account,
}

impl AccountScope {
    /// Refuses a table's ARN with another partition, Region or account, and accepts any other text. Operations on
    /// tables do so (observed: resource-names-elsewhere), and operations on items too
    /// (inferred: resource-names-of-items).
    ///
    /// # Errors
    /// The service's refusal.
    pub fn check_table(&self, reference: &str) -> Result<(), ServiceError> {
        // Most requests contain the name of a table, not its ARN.
        if !reference.starts_with("arn:") || arn_table(reference).is_none() {
            return Ok(());
        }
        let elsewhere = |part| {
            Err(ValidationError::Elsewhere {
                part,
                arn: reference.to_owned(),
            }
            .into())
        };
        match self.foreign(reference) {
            None => Ok(()),
            Some(Foreign::Partition) => elsewhere("partition"),
            Some(Foreign::Region) => elsewhere("region"),
            Some(Foreign::Account) => Err(AccessDenied::Elsewhere.into()),
        }
    }

    /// Refuses the ARN of a tagged resource like [`Self::check_table`], but checks the account first
    /// (observed: tags-seen).
    ///
    /// # Errors
    /// The service's refusal.
    pub fn check_tagged(&self, arn: &str) -> Result<(), ServiceError> {
        match self.foreign(arn) {
            None => Ok(()),
            _ if account_of(arn) != Some(&self.account) => Err(AccessDenied::Elsewhere.into()),
            Some(_) => Err(ValidationError::TaggedElsewhere(arn.to_owned()).into()),
        }
    }

    /// Refuses the ARN of a resource with a policy, with the texts of policies (observed: policies-seen).
    ///
    /// # Errors
    /// The service's refusal.
    pub fn check_policy(&self, arn: &str) -> Result<(), ServiceError> {
        match self.foreign(arn) {
            None => Ok(()),
            Some(Foreign::Account) => Err(PolicyError::OtherAccount.into()),
            Some(_) => Err(PolicyError::OtherRegion(arn.to_owned()).into()),
        }
    }

    /// Refuses the ARN of an export or an import with another partition, Region, account or service
    /// (observed: exports-seen).
    ///
    /// # Errors
    /// The service's refusal.
    pub(crate) fn check_transfer(&self, arn: &str) -> Result<(), ServiceError> {
        let is_ours = || service_of(arn) == Some("dynamodb") && self.foreign(arn).is_none();
        if resource_of(arn).is_none() || is_ours() {
            Ok(())
        } else {
            Err(AccessDenied::Elsewhere.into())
        }
    }

    /// The first part of an ARN that differs from this service.
    fn foreign(&self, arn: &str) -> Option<Foreign> {
        let mut parts = arn.splitn(6, ':').skip(1);
        let (partition, _service) = (parts.next()?, parts.next()?);
        let (region, account) = (parts.next()?, parts.next()?);
        if partition != "aws" {
            Some(Foreign::Partition)
        } else if region != self.region {
            Some(Foreign::Region)
        } else {
            (account != self.account).then_some(Foreign::Account)
        }
    }
}

/// The resource part of an ARN, such as `table/Music/index/Genre`; `None` for any other text.
pub(crate) fn resource_of(arn: &str) -> Option<&str> {
    arn.strip_prefix("arn:")?.splitn(5, ':').nth(4)
}

/// The service of an ARN.
fn service_of(arn: &str) -> Option<&str> {
    arn.split(':').nth(2)
}

/// The account of an ARN.
fn account_of(arn: &str) -> Option<&str> {
    arn.split(':').nth(4)
}

fn arn_table(reference: &str) -> Option<&str> {
    let resource = resource_of(reference).filter(|_| service_of(reference) == Some("dynamodb"))?;
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
        assert_eq!(
            table_name_of("arn:aws:dynamodb:us-east-1:123456789012:table/Music"),
            "Music"
        );
        assert_eq!(table_name_of("arn:aws:s3:::table/Music"), "arn:aws:s3:::table/Music");
        let index = "arn:aws:dynamodb:us-east-1:123456789012:table/Music/index/Genre";
        assert_eq!(table_name_of(index), index);
    }

    #[test]
    fn tables_elsewhere_are_refused() {
        let scope = AccountScope {
            region: "us-east-1".to_owned(),
            account: "123456789012".to_owned(),
        };
        let said = |partition: &str, region: &str, account: &str| {
            let arn = format!("arn:{partition}:dynamodb:{region}:{account}:table/Music");
            scope
                .check_table(&arn)
                .map_err(|error| error.to_string().replace(&arn, "ARN"))
        };
        assert_eq!(said("aws", "us-east-1", "123456789012"), Ok(()));
        assert_eq!(
            said("aws", "us-east-1", "210987654321"),
            Err("Access is denied".to_owned())
        );
        let region = "1 validation error detected: Invalid AWS region in 'ARN'".to_owned();
        assert_eq!(said("aws", "eu-west-1", "210987654321"), Err(region));
        let partition = "1 validation error detected: Invalid AWS partition in 'ARN'".to_owned();
        assert_eq!(said("aws-cn", "us-east-1", "123456789012"), Err(partition));
        assert_eq!(scope.check_table("Music"), Ok(()));
        assert_eq!(scope.check_table("arn:aws:s3:::bucket"), Ok(()));
    }

    #[test]
    fn of_what_is_tagged_the_account_comes_first() {
        let scope = AccountScope {
            region: "us-east-1".to_owned(),
            account: "123456789012".to_owned(),
        };
        let said = |partition: &str, region: &str, account: &str| {
            scope.check_tagged(&format!("arn:{partition}:dynamodb:{region}:{account}:table/Music"))
        };
        assert_eq!(said("aws", "us-east-1", "123456789012"), Ok(()));
        for (partition, region) in [("aws", "us-east-1"), ("aws", "eu-west-1"), ("aws-cn", "us-east-1")] {
            assert_eq!(
                said(partition, region, "210987654321"),
                Err(AccessDenied::Elsewhere.into())
            );
        }
        assert!(matches!(
            said("aws", "eu-west-1", "123456789012"),
            Err(ServiceError::Validation(_))
        ));
    }
}
