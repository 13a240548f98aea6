//! Members that requests of the control plane share.

use super::structure::{Kind, Member, NAME, Presence, Rule};

/// A table name whose absence and length are reported at once.
pub(crate) const TABLE_NAME: Member = Member {
    name: "TableName",
    kind: Kind::TableReference,
    presence: Presence::Parameter,
    alone: true,
    rules: &[Rule::NameLength, Rule::Pattern],
};
/// A table's name, in the list of failed constraints when it is missing.
pub(crate) const LISTED_TABLE_NAME: Member = Member::required("TableName", Kind::TableReference).with(NAME);
pub(crate) const SOME_TABLE_NAME: Member = Member { presence: Presence::Optional, ..LISTED_TABLE_NAME };
pub(crate) const INDEX_NAME: Member =
    Member::optional("IndexName", Kind::Text).with(&[Rule::NameLength, Rule::Pattern]);
pub(crate) const LISTED_TABLE_ARN: Member =
    Member::optional("TableArn", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_024)]);
pub(crate) const NEXT_TOKEN: Member = Member::optional("NextToken", Kind::Text);
pub(crate) const EXPECTED_REVISION: Member =
    Member::optional("ExpectedRevisionId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]);
/// What is wrong with it is said elsewhere: the documented length of it is never told (observed).
pub(crate) const BACKUP_ARN: Member = Member::required("BackupArn", Kind::Text);

/// The resource names of exports and imports.
pub(crate) const EXPORT_ARN: Member = Member::required("ExportArn", Kind::Text).with(TRANSFER_ARN);
pub(crate) const IMPORT_ARN: Member = Member::required("ImportArn", Kind::Text).with(TRANSFER_ARN);
const TRANSFER_ARN: &[Rule] = &[Rule::MinLength(37), Rule::MaxLength(1_024)];
