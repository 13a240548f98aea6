//! What a month has beside requests: continuous and on-demand backups, exports, restores, and reads of streams.
//!
//! Must not know patterns, nor prices.

use hashrange_bill::{TableUsage, Usage};
use hashrange_engine::{Engine, IndexKind, TableView};
use hashrange_wire::{BackupType, json_members};

/// What is done in a month beside the patterns, the same for every table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Upkeep {
    /// On-demand backups that are kept all month, each of the present size, beside those that exist.
    pub backups: u32,
    /// Full exports of each table with point-in-time recovery.
    pub exports: u32,
    /// Restores of each table with all its indexes.
    pub restores: u32,
    /// GetRecords calls a day to each stream that are charged: not those of Lambda triggers or global tables.
    pub stream_reads: u32,
}

json_members!(Upkeep default { backups, exports, restores, stream_reads });

impl Upkeep {
    /// Adds it to the use of a day that stands for a month, together with the backups that exist.
    pub fn add_to(&self, usage: &mut Usage, engine: &Engine) {
        for used in &mut usage.tables {
            if let Some(table) = engine.table(&used.name) {
                self.add(used, table, kept_bytes(engine, &used.name));
            }
        }
    }

    fn add(&self, used: &mut TableUsage, table: TableView<'_>, kept: u64) {
        let backed_up = backed_up_bytes(table);
        let whole = table.bytes() + table.indexes().map(|index| index.bytes()).sum::<u64>();
        used.backup_bytes = kept.saturating_add(backed_up.saturating_mul(self.backups.into()));
        used.restored_bytes = whole.saturating_mul(self.restores.into());
        if table.has_recovery() {
            used.exported_bytes = backed_up.saturating_mul(self.exports.into());
        }
        if table.is_streamed() {
            used.stream_reads = self.stream_reads.into();
        }
    }
}

/// The bytes of a backup, an export or continuous backups: the table and its local indexes
/// (documented: billing-usage-types).
#[must_use]
pub(crate) fn backed_up_bytes(table: TableView<'_>) -> u64 {
    let local = table
        .indexes()
        .filter(|index| matches!(index.definition().kind, IndexKind::Local));
    table.bytes() + local.map(|index| index.bytes()).sum::<u64>()
}

/// The bytes of the on-demand backups of a table that exist. Backups of the system are free.
fn kept_bytes(engine: &Engine, table: &str) -> u64 {
    let backups = engine.backups_of(table).into_iter();
    let own = backups.filter(|backup| backup.details.backup_type == BackupType::User);
    own.map(|backup| backup.details.backup_size_bytes).sum()
}
