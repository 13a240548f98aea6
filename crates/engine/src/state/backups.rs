//! Backups: past states of tables, by table and number. A backup can outlive its table.
//!
//! Must not know requests, nor how a table is restored from one.

use std::sync::Arc;

use hashrange_index::IndexKind;
use hashrange_store::{Remains, Space};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use hashrange_wire::{
    BackupDescription, BackupDetails, BackupStatus, BackupSummary, BackupType, BillingMode, TableDescription,
};
use litemap::LiteMap;

use crate::state::definition::{NewIndex, TableDefinition};
use crate::state::index::Index;
use crate::state::table::Table;
use crate::state::throughput::Throughput;

/// The backups of an account.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backups {
    /// By table and number. A number begins with the time, so the backups of one table are in creation order.
    all: LiteMap<(Text, String), Backup>,
}

hashrange_checkpoint::fields!(Backups { all });

/// The table at the time of the backup.
#[derive(Clone, Debug)]
pub(crate) struct Backup {
    /// Its name. Backups can share a name.
    pub(crate) name: String,
    pub(crate) made_by: BackupType,
    pub(crate) created: Timestamp,
    /// When it is deleted automatically, if it is.
    pub(crate) expires: Option<Timestamp>,
    pub(crate) source: Source,
    /// The description of the table at the time of the backup.
    described: Arc<TableDescription>,
    /// The TTL attribute, if TTL was enabled.
    expires_by: Option<Text>,
}

hashrange_checkpoint::fields!(Backup {
    name,
    made_by,
    created,
    expires,
    source,
    described,
    expires_by
});

/// The source of a restored table: its definition and its items.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) definition: TableDefinition,
    /// The encryption key; `None` for the service's own key.
    pub(crate) encryption_key: Option<String>,
    pub(crate) items: Space<Arc<Item>>,
}

hashrange_checkpoint::fields!(Source {
    definition,
    encryption_key,
    items
});

impl Source {
    /// The source for a restore of this table.
    pub(crate) fn of(table: &Table) -> Self {
        let throughput = |throughput: &Throughput| Throughput::new(throughput.rate, Some(throughput.on_demand));
        let index = |index: &Index| NewIndex {
            definition: index.definition.clone(),
            throughput: throughput(&index.throughput),
        };
        let definition = TableDefinition {
            keys: table.keys.clone(),
            billing: table.billing.mode,
            throughput: throughput(&table.throughput),
            indexes: table.indexes.iter().map(index).collect(),
        };
        let encryption_key = table.settings.encryption.key.clone();
        Self {
            definition,
            encryption_key,
            items: table.items.clone(),
        }
    }

    /// The billing mode.
    pub(crate) fn billing(&self) -> BillingMode {
        self.definition.billing
    }

    /// Its indexes of one kind.
    pub(crate) fn indexes(&self, is_kind: fn(&IndexKind) -> bool) -> impl Iterator<Item = &NewIndex> {
        self.definition
            .indexes
            .iter()
            .filter(move |index| is_kind(&index.definition.kind))
    }
}

/// The properties of a new backup.
pub(crate) struct Making {
    pub(crate) name: String,
    pub(crate) made_by: BackupType,
    /// How many days the backup is stored; `None` means permanently.
    pub(crate) days: Option<u32>,
    /// The last part of the backup's number.
    pub(crate) unique: u32,
}

impl Backups {
    /// Creates a backup of a table's current state, and returns its number. Leaves expired backups to be freed.
    pub(crate) fn make(
        &mut self,
        table: &Table,
        description: TableDescription,
        making: Making,
        now: Timestamp,
        remains: &mut Remains,
    ) -> String {
        let Making {
            name,
            made_by,
            days,
            unique,
        } = making;
        for expired in self.take_expired(now) {
            expired.discard(remains);
        }
        // The creation time is reported in milliseconds, and the number begins with it (observed: backups-seen). No two
        // backups of a table share a millisecond.
        let mut created = Timestamp::from_millis(now.millis());
        while self.has(&table.name, created) {
            created += Duration::from_millis(1);
        }
        let expires = days.map(|days| created + Duration::from_days(u64::from(days)));
        let number = format!("{:014}-{unique:08x}", created.millis());
        let expires_by = table
            .expiry
            .as_ref()
            .filter(|expiry| expiry.enabled)
            .map(|expiry| expiry.attribute.clone());
        let (source, described) = (Source::of(table), Arc::new(description));
        let backup = Backup {
            name,
            made_by,
            created,
            expires,
            source,
            described,
            expires_by,
        };
        self.all.insert((table.name.clone(), number.clone()), backup);
        number
    }

    /// Removes the expired backups. Returns them.
    fn take_expired(&mut self, now: Timestamp) -> Vec<Backup> {
        let is_over = |(_, backup): &(&(Text, String), &Backup)| backup.is_over(now);
        let over: Vec<_> = self.all.iter().filter(is_over).map(|(name, _)| name.clone()).collect();
        over.iter().filter_map(|name| self.all.remove(name)).collect()
    }

    /// Leaves all backups to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        for (_, backup) in self.all {
            backup.discard(remains);
        }
    }

    /// Whether a table has a backup from this millisecond.
    fn has(&self, table: &Text, created: Timestamp) -> bool {
        let prefix = format!("{:014}-", created.millis());
        self.all
            .keys()
            .any(|(of, number)| of == table && number.starts_with(&prefix))
    }

    /// The backup of this table with this number.
    pub(crate) fn get(&self, table: &str, number: &str, now: Timestamp) -> Option<&Backup> {
        self.all
            .get(&(table.into(), number.to_owned()))
            .filter(|backup| !backup.is_over(now))
    }

    pub(crate) fn remove(&mut self, table: &str, number: &str) -> Option<Backup> {
        self.all.remove(&(table.into(), number.to_owned()))
    }

    /// All backups with their table and number, ordered by table and creation time.
    pub(crate) fn iter(&self, now: Timestamp) -> impl Iterator<Item = (&Text, &str, &Backup)> {
        let existing = self.all.iter().filter(move |(_, backup)| !backup.is_over(now));
        existing.map(|((table, number), backup)| (table, number.as_str(), backup))
    }
}

impl Backup {
    /// Leaves the items to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        self.source.items.discard(remains);
    }

    fn is_over(&self, now: Timestamp) -> bool {
        self.expires.is_some_and(|expires| expires <= now)
    }

    /// The details of the backup, with this resource name.
    pub(crate) fn details(&self, arn: String, status: BackupStatus) -> BackupDetails {
        BackupDetails {
            backup_arn: arn,
            backup_name: self.name.clone(),
            backup_size_bytes: self.described.table_size_bytes,
            backup_status: status,
            backup_type: self.made_by,
            backup_creation_date_time: self.created.as_epoch_millis_f64(),
            backup_expiry_date_time: self.expires.map(Timestamp::as_epoch_seconds_f64),
        }
    }

    /// The details of the backup, and the description of its table.
    pub(crate) fn description(&self, arn: String, status: BackupStatus) -> BackupDescription {
        BackupDescription::of(self.details(arn, status), &self.described, self.expires_by.as_ref())
    }

    /// The backup in a list.
    pub(crate) fn summary(&self, arn: String) -> BackupSummary {
        BackupSummary {
            details: self.details(arn, BackupStatus::Available),
            table_name: self.described.table_name.clone(),
            table_arn: self.described.table_arn.clone(),
            table_id: self.described.table_id.clone(),
        }
    }

    /// The resource name of the backup's table.
    pub(crate) fn table_arn(&self) -> &str {
        &self.described.table_arn
    }
}
