//! Another table, restored from a backup or a past time. It must contain exactly the expected items, and so must its
//! indexes.

use std::collections::BTreeMap;

use hashrange_time::Timestamp;
use hashrange_wire::TableStatus;
use serde_json::{Value, json};

use super::items::{fitting, numbered};
use super::ledger::number;
use super::states::covers;
use super::table::{Life, TABLE};

/// The name of the restored table.
const THEN: &str = "Then";

/// Items by name, each as the number of the write that created it.
type Held = BTreeMap<String, String>;

impl Life {
    /// Creates a backup, starts a restore, or checks a restored table and deletes it.
    pub(super) fn recover(&mut self) -> Result<(), String> {
        if let Some(expected) = self.recovery.restoring.take() {
            if self
                .service
                .engine()
                .table(THEN)
                .is_some_and(|table| table.status() == TableStatus::Active)
            {
                self.check_restored(&expected)?;
                self.lived.restored += 1;
                return self.must("DeleteTable", &json!({ "TableName": THEN })).map(drop);
            }
            self.recovery.restoring = Some(expected);
            return Ok(());
        }
        if self.service.engine().table(THEN).is_some() {
            return Ok(());
        }
        match self.random.below(3) {
            0 => self.back_up(),
            1 => self.restore_backup(),
            _ => self.restore_moment(),
        }
    }

    fn must(&mut self, operation: &str, body: &Value) -> Result<Value, String> {
        let (status, answer) = self.ask(operation, body)?;
        self.take_in()?;
        if status == 200 {
            Ok(answer)
        } else {
            Err(format!("{operation} {body}: {answer}"))
        }
    }

    fn back_up(&mut self) -> Result<(), String> {
        let answer = self.must("CreateBackup", &json!({ "TableName": TABLE, "BackupName": "then" }))?;
        let items = self
            .ledger
            .present()
            .map(|(name, item)| (name.clone(), item.clone()))
            .collect();
        self.recovery.backup = Some((answer["BackupDetails"]["BackupArn"].clone(), items));
        Ok(())
    }

    fn restore_backup(&mut self) -> Result<(), String> {
        let Some((arn, items)) = self.recovery.backup.clone() else {
            return Ok(());
        };
        let (status, answer) = self.ask(
            "RestoreTableFromBackup",
            &json!({ "TargetTableName": THEN, "BackupArn": arn }),
        )?;
        self.take_in()?;
        match status {
            200 => self.recovery.restoring = Some(items),
            // The creation of a backup takes time.
            _ if answer["__type"].to_string().contains("BackupInUse") => {}
            _ => return Err(format!("RestoreTableFromBackup: {answer}")),
        }
        Ok(())
    }

    /// Any millisecond since recovery was enabled, including the current one.
    fn restore_moment(&mut self) -> Result<(), String> {
        let reported = self.must("DescribeContinuousBackups", &json!({ "TableName": TABLE }))?;
        let recovery = &reported["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"];
        let earliest = recovery["EarliestRestorableDateTime"]
            .as_f64()
            .ok_or("nothing can be restored")?;
        let (earliest, now) = ((earliest * 1_000.0).ceil() as u64, self.now().millis());
        let moment = Timestamp::from_millis(earliest + self.random.below(now.saturating_sub(earliest) + 1));
        let items = self.ledger.at(moment);
        let body = json!({ "SourceTableName": TABLE, "TargetTableName": THEN, "RestoreDateTime": moment.as_epoch_seconds_f64() });
        self.must("RestoreTableToPointInTime", &body)?;
        self.recovery.restoring = Some(items);
        Ok(())
    }

    fn check_restored(&self, expected: &BTreeMap<String, Value>) -> Result<(), String> {
        let table = self.service.engine().table(THEN).ok_or("the restored table is gone")?;
        let held: Held = numbered(table.items().map(|(item, _)| item));
        let items: Held = expected
            .iter()
            .map(|(name, item)| (name.clone(), number(item)))
            .collect();
        if held != items {
            return Err(format!("the restored table is {held:?}\nit must be {items:?}"));
        }
        covers(table.partitions(), table.item_count())?;
        for index in table.indexes() {
            let (held, fit) = (
                numbered(index.entries().map(|(entry, _)| entry)),
                fitting(index, expected.iter()),
            );
            if held != fit {
                return Err(format!(
                    "its {} is {held:?}\nit must be {fit:?}",
                    index.definition().name
                ));
            }
            covers(index.partitions(), index.item_count())?;
        }
        Ok(())
    }
}
