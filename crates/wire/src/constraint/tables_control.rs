//! Members that control plane requests share.

use super::structure::{Kind, Member, NAME, Presence, Rule};

/// A table name. Its absence and its length are reported immediately, without a list of failed constraints: "The
/// parameter 'TableName' is required but was not present in the request".
pub(crate) const TABLE_NAME: Member = Member {
    name: "TableName",
    kind: Kind::TableReference,
    presence: Presence::Parameter,
    alone: true,
    rules: &[Rule::NameLength, Rule::Pattern],
};
/// A table's name or ARN. Failures are reported in the list of failed constraints: "1 validation error detected: …".
pub(crate) const LISTED_TABLE_NAME: Member = Member::required("TableName", Kind::TableReference).with(NAME);
/// The same as an optional member.
pub(crate) const SOME_TABLE_NAME: Member = Member {
    presence: Presence::Optional,
    ..LISTED_TABLE_NAME
};
pub(crate) const INDEX_NAME: Member =
    Member::optional("IndexName", Kind::Text).with(&[Rule::NameLength, Rule::Pattern]);
pub(crate) const LISTED_TABLE_ARN: Member =
    Member::optional("TableArn", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_024)]);
pub(crate) const NEXT_TOKEN: Member = Member::optional("NextToken", Kind::Text);
pub(crate) const EXPECTED_REVISION: Member =
    Member::optional("ExpectedRevisionId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]);
/// A backup's ARN. Other code checks it. The service never reports its length (documented: api-model) as a failed
/// constraint (observed: backups-seen).
pub(crate) const BACKUP_ARN: Member = Member::required("BackupArn", Kind::Text);

/// The ARNs of exports, imports and bulk operations.
pub(crate) const EXPORT_ARN: Member = Member::required("ExportArn", Kind::Text).with(TRANSFER_ARN);
pub(crate) const IMPORT_ARN: Member = Member::required("ImportArn", Kind::Text).with(TRANSFER_ARN);
pub(crate) const BULK_OPERATION_ARN: Member = Member::required("BulkOperationArn", Kind::Text).with(TRANSFER_ARN);
const TRANSFER_ARN: &[Rule] = &[Rule::MinLength(37), Rule::MaxLength(1_024)];
