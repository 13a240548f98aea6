//! Backups, as far as a table without any has an answer: point-in-time recovery is a setting, lists are empty.

/// DescribeContinuousBackups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeContinuousBackupsRequest {
    /// The table's name.
    pub table_name: String,
}

/// UpdateContinuousBackups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateContinuousBackupsRequest {
    /// The table's name.
    pub table_name: String,
    /// On or off.
    pub point_in_time_recovery_enabled: bool,
    /// Days back, 35 when left out.
    pub recovery_period_in_days: Option<u32>,
}

/// Answer to DescribeContinuousBackups and UpdateContinuousBackups.
#[derive(Clone, Debug, PartialEq)]
pub struct ContinuousBackupsResponse {
    /// Point-in-time recovery; `None` while off.
    pub point_in_time_recovery: Option<PointInTimeRecovery>,
}

/// Point-in-time recovery while it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointInTimeRecovery {
    /// Days back.
    pub recovery_period_in_days: u32,
    /// Epoch seconds of the earliest moment.
    pub earliest_restorable_date_time: f64,
    /// Epoch seconds of the latest moment.
    pub latest_restorable_date_time: f64,
}

/// ListBackups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListBackupsRequest {
    /// One table only.
    pub table_name: Option<String>,
}

/// Answer to ListBackups: there are none, since none can be made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListBackupsResponse;
