//! The times of a table that an export covers, and the refusals of invalid times (texts and order
//! observed: exports-seen).
//!
//! A model: any time up to now can be exported. The service is some minutes behind. Must not know how anything is
//! exported.

use hashrange_engine::PastItems;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::{ExportTableToPointInTimeRequest, ExportViewType, IncrementalExportSpecification, TransferError};

use super::export::Content;

/// The minimum period of changes (documented: exports-requests). A model: it applies with the physics of AWS only,
/// because users of other physics do not wait that long.
/// long.
const SHORTEST: Duration = Duration::from_minutes(15);
/// The maximum period of changes (documented: exports-requests).
const LONGEST: Duration = Duration::from_hours(24);

/// The state of a table for an export.
pub(super) struct ExportedTable {
    pub(super) name: Text,
    pub(super) id: String,
    pub(super) created: Timestamp,
    pub(super) now: Timestamp,
    /// `None` while point-in-time recovery is off.
    pub(super) past: Option<PastItems>,
    /// Whether waits are as long as on the service.
    pub(super) is_as_slow: bool,
}

/// The requested content.
///
/// # Errors
/// When the table's past does not cover it.
pub(super) fn content_of(
    table: &ExportedTable,
    request: &ExportTableToPointInTimeRequest,
) -> Result<Content, TransferError> {
    match request.incremental {
        Some(specification) => incremental(table, specification),
        None => full(table, request.export_time),
    }
}

fn full(table: &ExportedTable, asked: Option<f64>) -> Result<Content, TransferError> {
    let past = past(table)?;
    let time = asked.map_or(table.now, time);
    if time > table.now || time < past.covered_from() {
        return Err(TransferError::ExportTime);
    }
    if time < past.kept_from() {
        return Err(TransferError::NotKept);
    }
    Ok(Content::Full(time))
}

fn incremental(table: &ExportedTable, asked: IncrementalExportSpecification) -> Result<Content, TransferError> {
    let from = asked.export_from_time.map(time).unwrap_or_default();
    let to = asked.export_to_time.map_or(table.now, time);
    // A described time has whole seconds, and the earliest restorable time can be the table's creation.
    if from < table.created.floor_to(Duration::from_seconds(1)) {
        return Err(TransferError::BeforeTable(in_seconds(from)));
    }
    if to > table.now {
        return Err(TransferError::InFuture(in_seconds(to)));
    }
    let shortest = if table.is_as_slow {
        SHORTEST
    } else {
        Duration::from_micros(1)
    };
    let length = to
        .checked_since(from)
        .filter(|length| *length >= shortest)
        .ok_or(TransferError::TooShort)?;
    if length > LONGEST {
        return Err(TransferError::TooLong);
    }
    if from < past(table)?.kept_from() {
        return Err(TransferError::NotKept);
    }
    Ok(Content::Incremental(
        from,
        to,
        asked.export_view_type.unwrap_or(ExportViewType::NewAndOldImages),
    ))
}

fn past(table: &ExportedTable) -> Result<&PastItems, TransferError> {
    table
        .past
        .as_ref()
        .ok_or_else(|| TransferError::RecoveryOff(table.name.clone()))
}

/// Reads a time from a request, to the millisecond like the service.
pub(super) fn time(seconds: f64) -> Timestamp {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates, as it should"
    )]
    let millis = (seconds * 1_000.0).round() as u64;
    Timestamp::from_millis(millis)
}

/// Formats a time as in error messages.
fn in_seconds(time: Timestamp) -> String {
    time.floor_to(Duration::from_seconds(1))
        .to_string()
        .replace(".000Z", "Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(is_as_slow: bool) -> ExportedTable {
        let second = Timestamp::from_seconds;
        ExportedTable {
            name: "Music".into(),
            id: String::new(),
            created: second(1_000),
            now: second(90_000),
            past: None,
            is_as_slow,
        }
    }

    fn said(table: &ExportedTable, from: f64, to: Option<f64>) -> String {
        let incremental = IncrementalExportSpecification {
            export_from_time: Some(from),
            export_to_time: to,
            export_view_type: None,
        };
        let request = ExportTableToPointInTimeRequest {
            incremental: Some(incremental),
            ..Default::default()
        };
        content_of(table, &request).map_or_else(|error| error.to_string(), |content| format!("{content:?}"))
    }

    #[test]
    fn periods_are_judged_in_the_order_of_the_service() {
        let table = table(true);
        let before =
            "Incremental export period from time cannot be less than the table creation time : 1970-01-01T00:16:39Z";
        assert_eq!(said(&table, 999.5, Some(1_000_000.0)), before);
        let future = "Incremental export period to time cannot be greater than the current time : 1970-01-02T01:00:01Z";
        assert_eq!(said(&table, 1_000.0, Some(90_001.0)), future);
        assert!(said(&table, 1_000.0, Some(1_899.0)).ends_with("less than 15 minutes"));
        assert!(said(&table, 5_000.0, Some(4_000.0)).ends_with("less than 15 minutes"));
        assert!(said(&table, 1_000.0, None).ends_with("more than 24 hours"));
        assert!(
            said(&table, 1_000.0, Some(1_900.0)).starts_with("Point in time recovery is not enabled for table 'Music'")
        );
    }

    #[test]
    fn a_period_can_begin_in_the_second_of_the_table() {
        let table = ExportedTable {
            created: Timestamp::from_millis(1_000_927),
            ..table(true)
        };
        assert!(said(&table, 1_000.0, Some(1_900.0)).starts_with("Point in time recovery is not enabled"));
        assert!(said(&table, 999.0, Some(1_900.0)).starts_with("Incremental export period from time"));
    }

    #[test]
    fn without_the_physics_of_aws_nobody_waits_for_a_quarter_of_an_hour() {
        let table = table(false);
        assert!(said(&table, 1_000.0, Some(1_001.0)).starts_with("Point in time recovery is not enabled"));
        assert!(said(&table, 1_001.0, Some(1_001.0)).ends_with("less than 15 minutes"));
    }
}
