//! The shapes of requests about things that cannot exist here, as tables: global tables of 2017, exports, imports.

use super::structure::{Kind, Member, NAME, Rule, Shape, Structure};

/// The kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    /// A global table of 2017, to be made: that is over.
    NewGlobalTable,
    GlobalTable,
    Export,
    Import,
}

/// The member that names the thing.
const GLOBAL_TABLE: Member = Member::required("GlobalTableName", Kind::Text).with(NAME);
const EXPORT: Member = arn("ExportArn");
const IMPORT: Member = arn("ImportArn");

const fn arn(name: &'static str) -> Member {
    Member::required(name, Kind::Text).with(&[Rule::MinLength(37), Rule::MaxLength(1_024)])
}

const fn shape(class: &'static str, members: &'static [Member]) -> Shape {
    Shape { structure: Structure { class, members }, one_choice: false }
}

/// Operation, shape and what it is about.
static OPERATIONS: [(&str, Shape, Absent); 7] = [
    ("CreateGlobalTable", shape("CreateGlobalTableInput", &[GLOBAL_TABLE]), Absent::NewGlobalTable),
    ("UpdateGlobalTable", shape("UpdateGlobalTableInput", &[GLOBAL_TABLE]), Absent::GlobalTable),
    ("DescribeGlobalTable", shape("DescribeGlobalTableInput", &[GLOBAL_TABLE]), Absent::GlobalTable),
    ("UpdateGlobalTableSettings", shape("UpdateGlobalTableSettingsInput", &[GLOBAL_TABLE]), Absent::GlobalTable),
    ("DescribeGlobalTableSettings", shape("DescribeGlobalTableSettingsInput", &[GLOBAL_TABLE]), Absent::GlobalTable),
    ("DescribeExport", shape("DescribeExportInput", &[EXPORT]), Absent::Export),
    ("DescribeImport", shape("DescribeImportInput", &[IMPORT]), Absent::Import),
];

/// The shape of an operation's request and what it is about; `None` for operations that are about what can be.
pub(crate) fn absent(operation: &str) -> Option<(&'static Shape, Absent)> {
    OPERATIONS.iter().find(|(name, ..)| *name == operation).map(|(_, shape, absent)| (shape, *absent))
}
