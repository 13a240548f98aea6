//! Why a change of a table or of its backups would be refused now. For an interface that offers changes and reports
//! which are impossible.
//!
//! Uses the operations' own checks, so that the page and the service agree. Nothing is recorded, nothing changes.

use hashrange_wire::{Request, ServiceError};

use crate::service::engine::Engine;
use crate::service::operation::{backup, continuous_backups, delete_table, restore, update_table, update_time_to_live};

impl Engine {
    /// Why a change of a table, a backup or a restore would be refused now; `None` if it would succeed. Requests of
    /// other operations are not checked.
    #[must_use]
    pub fn refusal(&self, request: &Request) -> Option<ServiceError> {
        let ready = |name: &str| continuous_backups::ready(&self.catalogue, self.shared.now, name).map(drop);
        let validated = match request {
            Request::UpdateTable(request) => update_table::validate(self, request).map(drop),
            Request::DeleteTable(request) => delete_table::validate(self, request).map(drop),
            Request::UpdateTimeToLive(request) => update_time_to_live::validate(self, request).map(drop),
            Request::UpdateContinuousBackups(request) => ready(&request.table_name),
            Request::CreateBackup(request) => ready(&request.table_name),
            Request::DeleteBackup(request) => backup::validate_deletion(self, request).map(drop),
            Request::RestoreTableFromBackup(request) => restore::validate_from_backup(self, request),
            Request::RestoreTableToPointInTime(request) => restore::validate_to_point_in_time(self, request),
            _ => Ok(()),
        };
        validated.err()
    }
}

#[cfg(test)]
mod tests {
    use hashrange_time::Timestamp;
    use hashrange_wire::{Checked, Operation};

    use super::*;
    use crate::{EngineOptions, Physics};

    #[test]
    fn a_refusal_asked_beforehand_is_the_one_that_comes() {
        let physics = Physics::classroom();
        let mut engine = Engine::new(EngineOptions {
            physics,
            ..EngineOptions::default()
        });
        let table = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}"#;
        let mut refused = 0;
        for (seconds, operation, body) in [
            (0, Operation::CreateTable, table),
            (
                0,
                Operation::CreateBackup,
                r#"{"TableName":"Notes","BackupName":"first"}"#,
            ),
            (
                60,
                Operation::CreateBackup,
                r#"{"TableName":"Notes","BackupName":"first"}"#,
            ),
            (
                60,
                Operation::RestoreTableToPointInTime,
                r#"{"SourceTableName":"Notes","TargetTableName":"Other","UseLatestRestorableTime":true}"#,
            ),
            (
                60,
                Operation::UpdateContinuousBackups,
                r#"{"TableName":"Notes","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#,
            ),
            (
                61,
                Operation::RestoreTableToPointInTime,
                r#"{"SourceTableName":"Notes","TargetTableName":"Notes","UseLatestRestorableTime":true}"#,
            ),
            (
                61,
                Operation::DeleteBackup,
                r#"{"BackupArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Notes/backup/00000000000000-00000000"}"#,
            ),
            (61, Operation::DeleteTable, r#"{"TableName":"Notes"}"#),
            (
                61,
                Operation::UpdateTable,
                r#"{"TableName":"Notes","DeletionProtectionEnabled":true}"#,
            ),
        ] {
            let request = Checked::decode(operation, body.as_bytes()).expect("a request");
            engine.advance(Timestamp::from_seconds(seconds), crate::Budget::UNBOUNDED);
            let before = engine.state_hash();
            let reported = engine.refusal(&request);
            assert_eq!(engine.state_hash(), before, "{body}");
            refused += usize::from(reported.is_some());
            let came = engine.handle(Timestamp::from_seconds(seconds), request).err();
            assert_eq!(
                reported.map(|error| error.to_string()),
                came.map(|error| error.to_string()),
                "{body}"
            );
        }
        assert_eq!(refused, 5);
    }
}
