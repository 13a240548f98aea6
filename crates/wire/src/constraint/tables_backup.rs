//! The shapes of requests about backups and restores, as tables. What is wrong with a backup's resource name is said
//! elsewhere: the documented length of it is never told (observed).

use super::structure::{Kind, Member, NAME, Presence, Rule, Shape, Structure};
use super::tables_control::{LISTED_TABLE_NAME, SOME_TABLE_NAME};
use super::tables_index::{
    GLOBAL_INDEX, LOCAL_INDEX, ON_DEMAND_THROUGHPUT_SHAPE, PROVISIONED_THROUGHPUT, VECTOR_INDEX,
};
use super::tables_table::ENCRYPTION_SHAPE;
use crate::shape::{BackupTypeFilter, BillingMode};

const BACKUP_ARN: Member = Member::required("BackupArn", Kind::Text);

const fn shape(class: &'static str, members: &'static [Member]) -> Shape {
    Shape { structure: Structure { class, members }, one_choice: false }
}

pub(crate) static CREATE_BACKUP: Shape =
    shape("CreateBackupInput", &[LISTED_TABLE_NAME, Member::required("BackupName", Kind::Text).with(NAME)]);
pub(crate) static DESCRIBE_BACKUP: Shape = shape("DescribeBackupInput", &[BACKUP_ARN]);
pub(crate) static DELETE_BACKUP: Shape = shape("DeleteBackupInput", &[BACKUP_ARN]);
pub(crate) static LIST_BACKUPS: Shape = shape(
    "ListBackupsInput",
    &[
        SOME_TABLE_NAME,
        Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
        Member::optional("TimeRangeLowerBound", Kind::Decimal),
        Member::optional("TimeRangeUpperBound", Kind::Decimal),
        Member::optional("ExclusiveStartBackupArn", Kind::Text),
        Member::optional("BackupType", Kind::Text).with(&[Rule::OneOf(BackupTypeFilter::WORDS)]),
    ],
);

const TARGET: Member = Member {
    name: "TargetTableName",
    kind: Kind::Text,
    presence: Presence::NotNull,
    alone: false,
    rules: &[Rule::NameLength, Rule::Pattern],
};
static GLOBAL_KIND: Kind = Kind::Structure(&GLOBAL_INDEX);
static LOCAL_KIND: Kind = Kind::Structure(&LOCAL_INDEX);
static VECTOR_KIND: Kind = Kind::Structure(&VECTOR_INDEX);

const BILLING: Member = Member::optional("BillingModeOverride", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]);
const GLOBALS: Member = Member::optional("GlobalSecondaryIndexOverride", Kind::List(&GLOBAL_KIND));
const LOCALS: Member = Member::optional("LocalSecondaryIndexOverride", Kind::List(&LOCAL_KIND));
const VECTORS: Member = Member::optional("VectorIndexOverride", Kind::List(&VECTOR_KIND));
const RATE: Member = Member::optional("ProvisionedThroughputOverride", Kind::Structure(&PROVISIONED_THROUGHPUT));
const LIMITS: Member = Member::optional("OnDemandThroughputOverride", Kind::Structure(&ON_DEMAND_THROUGHPUT_SHAPE));
const ENCRYPTION: Member = Member::optional("SSESpecificationOverride", Kind::Structure(&ENCRYPTION_SHAPE));

pub(crate) static RESTORE_FROM_BACKUP: Shape = shape(
    "RestoreTableFromBackupInput",
    &[TARGET, BACKUP_ARN, BILLING, GLOBALS, LOCALS, VECTORS, RATE, LIMITS, ENCRYPTION],
);
pub(crate) static RESTORE_TO_POINT_IN_TIME: Shape = shape(
    "RestoreTableToPointInTimeInput",
    &[
        Member::optional("SourceTableArn", Kind::Text),
        Member::optional("SourceTableName", Kind::Text).with(NAME),
        Member::required("TargetTableName", Kind::Text).with(NAME),
        Member::optional("UseLatestRestorableTime", Kind::Boolean),
        Member::optional("RestoreDateTime", Kind::Decimal),
        BILLING,
        GLOBALS,
        LOCALS,
        VECTORS,
        RATE,
        LIMITS,
        ENCRYPTION,
    ],
);
