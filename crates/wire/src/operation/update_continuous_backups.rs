//! UpdateContinuousBackups: switches point-in-time recovery on or off.

use super::body::{Asked, members};
use super::step::Step;
use crate::constraint::{Kind, LISTED_TABLE_NAME, Member, Rule, Structure};
use crate::error::SettingError;
use crate::json::Node;
use crate::json::request::members::{needed, refusal, truth};
use crate::reader::Reader;
use crate::rejection::Rejection;

members! {
    /// UpdateContinuousBackups.
    UpdateContinuousBackupsRequest = UPDATE_CONTINUOUS_BACKUPS {
        /// The table's name.
        "TableName" table_name: String,
        /// The setting.
        "PointInTimeRecoverySpecification" point_in_time_recovery_specification: PointInTimeRecoverySpecification,
    }
}

members! {
    /// Whether a table can be restored to a past time, and how far back.
    PointInTimeRecoverySpecification in RECOVERY {
        /// On or off.
        "PointInTimeRecoveryEnabled" point_in_time_recovery_enabled: bool,
        /// The length of the recovery period in days. 35 if left out.
        "RecoveryPeriodInDays" recovery_period_in_days: Option<u32>,
    }
}

static RECOVERY: Structure = Structure {
    class: "PointInTimeRecoverySpecification",
    members: &[
        Member::required("PointInTimeRecoveryEnabled", Kind::Boolean),
        Member::optional("RecoveryPeriodInDays", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(35)]),
    ],
};

static UPDATE_CONTINUOUS_BACKUPS: Asked = Asked::of("UpdateContinuousBackupsInput")
    .members(&[
        LISTED_TABLE_NAME,
        Member::required("PointInTimeRecoverySpecification", Kind::Structure(&RECOVERY)),
    ])
    .then(&[Step::Judge(check_period)]);

fn check_period(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let setting = needed(root, "PointInTimeRecoverySpecification")?;
    let enabled = truth(needed(setting, "PointInTimeRecoveryEnabled")?)?;
    if enabled || setting.member("RecoveryPeriodInDays").is_none() {
        return Ok(());
    }
    Err(refusal(SettingError::RecoveryPeriod.to_string()))
}
