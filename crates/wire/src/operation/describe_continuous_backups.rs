//! DescribeContinuousBackups: reports whether point-in-time recovery is on.

use super::answer::Answer;
use super::body::{Asked, members};
use super::told::{self, told};
use crate::AnswerError;
use crate::constraint::LISTED_TABLE_NAME;
use crate::json::Writer;
use crate::shape::{ContinuousBackupsResponse, PointInTimeRecovery};

members! {
    /// DescribeContinuousBackups.
    DescribeContinuousBackupsRequest = DESCRIBE_CONTINUOUS_BACKUPS {
        /// The table's name.
        "TableName" table_name: String,
    }
}

static DESCRIBE_CONTINUOUS_BACKUPS: Asked = Asked::of("DescribeContinuousBackupsInput").members(&[LISTED_TABLE_NAME]);

/// UpdateContinuousBackups has the same response.
impl Answer for ContinuousBackupsResponse {
    fn write(&self, out: &mut Writer) {
        told::write(out, &[DESCRIPTION], &Described::of(self));
    }
}

impl ContinuousBackupsResponse {
    /// Reads the response from a body.
    ///
    /// # Errors
    /// When the body is not such a response.
    pub fn decode(body: &[u8]) -> Result<Self, AnswerError> {
        let mut described = Described::default();
        told::read_answer(&mut described, body, &[DESCRIPTION], &[])?;
        let Described { status, recovery } = described;
        Ok(Self {
            enabled: status == ON,
            point_in_time_recovery: (recovery.status == ON).then(|| PointInTimeRecovery {
                recovery_period_in_days: recovery.days.unwrap_or_default(),
                earliest_restorable_date_time: recovery.earliest.unwrap_or_default(),
                latest_restorable_date_time: recovery.latest.unwrap_or_default(),
            }),
        })
    }
}

const DESCRIPTION: &str = "ContinuousBackupsDescription";
const ON: &str = "ENABLED";
const OFF: &str = "DISABLED";

/// The response as it is written.
#[derive(Default)]
struct Described {
    status: String,
    recovery: RecoveryDescribed,
}

/// Point-in-time recovery as it is written.
#[derive(Default)]
struct RecoveryDescribed {
    status: String,
    days: Option<u32>,
    earliest: Option<f64>,
    latest: Option<f64>,
}

told! {
    Described {
        "ContinuousBackupsStatus" status,
        "PointInTimeRecoveryDescription" recovery,
    }
}

told! {
    part RecoveryDescribed {
        "PointInTimeRecoveryStatus" status,
        "RecoveryPeriodInDays" days,
        "EarliestRestorableDateTime" earliest,
        "LatestRestorableDateTime" latest,
    }
}

impl Described {
    fn of(response: &ContinuousBackupsResponse) -> Self {
        let word = |on: bool| if on { ON } else { OFF }.to_owned();
        let recovery = response.point_in_time_recovery;
        Self {
            status: word(response.enabled),
            recovery: RecoveryDescribed {
                status: word(recovery.is_some()),
                days: recovery.map(|recovery| recovery.recovery_period_in_days),
                earliest: recovery.map(|recovery| recovery.earliest_restorable_date_time),
                latest: recovery.map(|recovery| recovery.latest_restorable_date_time),
            },
        }
    }
}
