//! The shapes of requests about resources that cannot exist here: global tables of version 2017, exports, imports, bulk
//! operations.

use super::structure::{Kind, Member, NAME, Shape, Structure};
use super::tables_control::{BULK_OPERATION_ARN, EXPORT_ARN, IMPORT_ARN};

/// The kind of resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    /// A new global table of version 2017, which the service no longer creates.
    NewGlobalTable,
    GlobalTable,
    Export,
    Import,
    BulkOperation,
}

/// The member that names the resource.
const GLOBAL_TABLE: Member = Member::required("GlobalTableName", Kind::Text).with(NAME);

const fn shape(class: &'static str, members: &'static [Member]) -> Shape {
    Shape {
        structure: Structure { class, members },
        one_choice: false,
    }
}

/// Operation, shape, and the kind of the missing resource.
static OPERATIONS: [(&str, Shape, Absent); 9] = [
    (
        "CreateGlobalTable",
        shape("CreateGlobalTableInput", &[GLOBAL_TABLE]),
        Absent::NewGlobalTable,
    ),
    (
        "UpdateGlobalTable",
        shape("UpdateGlobalTableInput", &[GLOBAL_TABLE]),
        Absent::GlobalTable,
    ),
    (
        "DescribeGlobalTable",
        shape("DescribeGlobalTableInput", &[GLOBAL_TABLE]),
        Absent::GlobalTable,
    ),
    (
        "UpdateGlobalTableSettings",
        shape("UpdateGlobalTableSettingsInput", &[GLOBAL_TABLE]),
        Absent::GlobalTable,
    ),
    (
        "DescribeGlobalTableSettings",
        shape("DescribeGlobalTableSettingsInput", &[GLOBAL_TABLE]),
        Absent::GlobalTable,
    ),
    (
        "DescribeExport",
        shape("DescribeExportInput", &[EXPORT_ARN]),
        Absent::Export,
    ),
    (
        "DescribeImport",
        shape("DescribeImportInput", &[IMPORT_ARN]),
        Absent::Import,
    ),
    (
        "DescribeBulkOperation",
        shape("DescribeBulkOperationInput", &[BULK_OPERATION_ARN]),
        Absent::BulkOperation,
    ),
    (
        "CancelBulkOperation",
        shape("CancelBulkOperationInput", &[BULK_OPERATION_ARN]),
        Absent::BulkOperation,
    ),
];

/// The shape of an operation's request and the missing resource; `None` for operations on resources that can exist.
pub(crate) fn absent(operation: &str) -> Option<(&'static Shape, Absent)> {
    OPERATIONS
        .iter()
        .find(|(name, ..)| *name == operation)
        .map(|(_, shape, absent)| (shape, *absent))
}
