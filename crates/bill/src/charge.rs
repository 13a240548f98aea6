//! What AWS charges for: the title, the usage type, the units and the free tier of each kind of line.
//!
//! Must not know prices or use. Titles are AWS's, from its pricing pages; usage types are those of a bill
//! (documented: billing-usage-types).

use crate::decimal::Quantity;

const MILLION: u64 = 1_000_000;

/// A table class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Class {
    /// DynamoDB Standard.
    #[default]
    Standard,
    /// DynamoDB Standard-Infrequent Access.
    StandardInfrequentAccess,
}

/// A kind of line. Those of the table class Standard-IA come after the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Charge {
    /// Write request units, on demand.
    WriteRequests,
    /// Read request units, on demand.
    ReadRequests,
    /// Write capacity by the hour.
    WriteCapacity,
    /// Read capacity by the hour.
    ReadCapacity,
    /// Stored bytes of a table or an index.
    Storage,
    /// Bytes written to a vector index.
    VectorWrites,
    /// Bytes that vector searches examined and returned.
    VectorSearches,
    /// Continuous backups.
    Pitr,
    /// On-demand backups.
    Backup,
    /// Backups in AWS Backup's cold storage.
    ColdBackup,
    /// Data restored from a backup.
    Restore,
    /// Data restored from cold storage.
    ColdRestore,
    /// Full exports.
    Export,
    /// Incremental exports.
    IncrementalExport,
    /// Imports.
    Import,
    /// Items put in bulk.
    BulkPut,
    /// GetRecords calls on a stream.
    StreamReads,
    /// Change data capture for Kinesis Data Streams.
    KinesisChanges,
    /// Events of Contributor Insights.
    InsightsEvents,
    /// Rules of Contributor Insights.
    InsightsRules,
    /// [`Self::WriteRequests`] of Standard-IA.
    IaWriteRequests,
    /// [`Self::ReadRequests`] of Standard-IA.
    IaReadRequests,
    /// [`Self::WriteCapacity`] of Standard-IA.
    IaWriteCapacity,
    /// [`Self::ReadCapacity`] of Standard-IA.
    IaReadCapacity,
    /// [`Self::Storage`] of Standard-IA.
    IaStorage,
    /// [`Self::VectorWrites`] of Standard-IA.
    IaVectorWrites,
    /// [`Self::VectorSearches`] of Standard-IA.
    IaVectorSearches,
}

/// What a line pays for, whatever the mode and the table class. Bills are compared by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Purpose {
    /// Writes, on demand or provisioned.
    Writes,
    /// Reads, on demand or provisioned.
    Reads,
    /// Storage.
    Storage,
    /// Writes to a vector index.
    VectorWrites,
    /// Searches of a vector index.
    VectorSearches,
    /// Continuous backups.
    Recovery,
    /// Backups, warm and cold.
    Backups,
    /// Restores, from warm and cold storage.
    Restores,
    /// Exports, full and incremental.
    Exports,
    /// Imports and bulk puts.
    Imports,
    /// Streams, for GetRecords and for Kinesis.
    Streams,
    /// Contributor Insights.
    Insights,
}

impl Purpose {
    /// The purpose in words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Writes => "Writes",
            Self::Reads => "Reads",
            Self::Storage => "Storage",
            Self::VectorWrites => "Vector writes",
            Self::VectorSearches => "Vector searches",
            Self::Recovery => "Point-in-time recovery",
            Self::Backups => "Backups",
            Self::Restores => "Restores",
            Self::Exports => "Exports",
            Self::Imports => "Imports",
            Self::Streams => "Streams",
            Self::Insights => "Contributor Insights",
        }
    }
}

/// The facts of a charge.
struct Facts {
    purpose: Purpose,
    title: &'static str,
    usage_type: &'static str,
    unit: &'static str,
    units: &'static str,
    priced_per: u64,
}

impl Charge {
    /// The same charge in a table class. Most have one price for both.
    #[must_use]
    pub const fn of_class(self, class: Class) -> Self {
        match (class, self) {
            (Class::Standard, _) => self,
            (_, Self::WriteRequests) => Self::IaWriteRequests,
            (_, Self::ReadRequests) => Self::IaReadRequests,
            (_, Self::WriteCapacity) => Self::IaWriteCapacity,
            (_, Self::ReadCapacity) => Self::IaReadCapacity,
            (_, Self::Storage) => Self::IaStorage,
            (_, Self::VectorWrites) => Self::IaVectorWrites,
            (_, Self::VectorSearches) => Self::IaVectorSearches,
            (_, other) => other,
        }
    }

    /// What it pays for.
    pub const fn purpose(self) -> Purpose {
        self.facts().purpose
    }

    /// All of them.
    pub const ALL: [Self; 27] = [
        Self::WriteRequests,
        Self::ReadRequests,
        Self::WriteCapacity,
        Self::ReadCapacity,
        Self::Storage,
        Self::VectorWrites,
        Self::VectorSearches,
        Self::Pitr,
        Self::Backup,
        Self::ColdBackup,
        Self::Restore,
        Self::ColdRestore,
        Self::Export,
        Self::IncrementalExport,
        Self::Import,
        Self::BulkPut,
        Self::StreamReads,
        Self::KinesisChanges,
        Self::InsightsEvents,
        Self::InsightsRules,
        Self::IaWriteRequests,
        Self::IaReadRequests,
        Self::IaWriteCapacity,
        Self::IaReadCapacity,
        Self::IaStorage,
        Self::IaVectorWrites,
        Self::IaVectorSearches,
    ];

    /// The charge with this title.
    pub fn titled(title: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|charge| charge.title() == title)
    }

    /// Its title in AWS's words, which no other charge has.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// The unit of its quantity in the singular, such as `GB-month`.
    pub const fn unit(self) -> &'static str {
        self.facts().unit
    }

    /// The unit of its quantity in the plural.
    pub const fn units(self) -> &'static str {
        self.facts().units
    }

    /// How many units its price is quoted for.
    pub const fn priced_per(self) -> u64 {
        self.facts().priced_per
    }

    /// Its usage type in a Region with this prefix, such as `EU-TimedStorage-ByteHrs`. Empty if nobody published it.
    ///
    /// Some usage types of us-east-1 have no prefix (observed: usage-types-of-bills).
    pub fn usage_type(self, prefix: &str) -> String {
        let own = self.facts().usage_type;
        if own.is_empty() || (prefix == "USE1" && self.is_bare_in_us_east_1()) {
            return String::from(own);
        }
        let mut out = String::from(prefix);
        out.push('-');
        out.push_str(own);
        out
    }

    /// What the free tier deducts in a month: 25 GB, 25 units for 31 days, and 2.5 million calls, of the class Standard
    /// (observed: free-tier-bands).
    pub const fn free_quantity(self) -> Quantity {
        match self {
            Self::Storage => Quantity::whole(25),
            Self::WriteCapacity | Self::ReadCapacity => Quantity::whole(25 * 744),
            Self::StreamReads => Quantity::whole(2_500_000),
            _ => Quantity::ZERO,
        }
    }

    const fn is_bare_in_us_east_1(self) -> bool {
        matches!(self.purpose(), Purpose::Writes | Purpose::Reads | Purpose::Storage)
    }

    #[rustfmt::skip] // One line for each charge.
    const fn facts(self) -> &'static Facts {
        match self {
            Self::WriteRequests => const { &facts(Purpose::Writes, "Write request units", "WriteRequestUnits", ["WRU", "WRUs"], MILLION) },
            Self::ReadRequests => const { &facts(Purpose::Reads, "Read request units", "ReadRequestUnits", ["RRU", "RRUs"], MILLION) },
            Self::WriteCapacity => const { &facts(Purpose::Writes, "Provisioned write capacity", "WriteCapacityUnit-Hrs", ["WCU-hour", "WCU-hours"], 1) },
            Self::ReadCapacity => const { &facts(Purpose::Reads, "Provisioned read capacity", "ReadCapacityUnit-Hrs", ["RCU-hour", "RCU-hours"], 1) },
            Self::Storage => const { &facts(Purpose::Storage, "Data storage", "TimedStorage-ByteHrs", ["GB-month", "GB-months"], 1) },
            Self::VectorWrites => const { &facts(Purpose::VectorWrites, "Vector writes", "VectorWriteRequest", ["GB", "GB"], 1) },
            Self::VectorSearches => const { &facts(Purpose::VectorSearches, "Vector searches", "VectorSearch", ["GB", "GB"], 1) },
            Self::Pitr => const { &facts(Purpose::Recovery, "Continuous backups (PITR)", "TimedPITRStorage-ByteHrs", ["GB-month", "GB-months"], 1) },
            Self::Backup => const { &facts(Purpose::Backups, "On-demand backup", "TimedBackupStorage-ByteHrs", ["GB-month", "GB-months"], 1) },
            Self::ColdBackup => const { &facts(Purpose::Backups, "Cold backup storage", "ColdStorage-ByteHrs-DynamoDB", ["GB-month", "GB-months"], 1) },
            Self::Restore => const { &facts(Purpose::Restores, "Restoring a table", "RestoreDataSize-Bytes", ["GB", "GB"], 1) },
            Self::ColdRestore => const { &facts(Purpose::Restores, "Restoring a table from cold storage", "Restore-ColdBytes-DynamoDB", ["GB", "GB"], 1) },
            Self::Export => const { &facts(Purpose::Exports, "Full export to Amazon S3", "ExportDataSize-Bytes", ["GB", "GB"], 1) },
            Self::IncrementalExport => const { &facts(Purpose::Exports, "Incremental export to Amazon S3", "IncrementalExportDataSize-Bytes", ["GB", "GB"], 1) },
            Self::Import => const { &facts(Purpose::Imports, "Import from Amazon S3", "ImportDataSize-Bytes", ["GB", "GB"], 1) },
            Self::BulkPut => const { &facts(Purpose::Imports, "Items put in bulk from Amazon S3", "", ["GB", "GB"], 1) },
            Self::StreamReads => const { &facts(Purpose::Streams, "Streams read request units", "Streams-Requests", ["GetRecords call", "GetRecords calls"], 100_000) },
            Self::KinesisChanges => const { &facts(Purpose::Streams, "Change data capture units", "ChangeDataCaptureUnits-Kinesis", ["unit", "units"], MILLION) },
            Self::InsightsEvents => const { &facts(Purpose::Insights, "Contributor Insights events", "CW:ContributorEventsManaged", ["event", "events"], MILLION) },
            Self::InsightsRules => const { &facts(Purpose::Insights, "Contributor Insights rules", "CW:ContributorRulesManaged", ["rule-month", "rule-months"], 1) },
            Self::IaWriteRequests => const { &facts(Purpose::Writes, "Write request units, Standard-IA", "IA-WriteRequestUnits", ["WRU", "WRUs"], MILLION) },
            Self::IaReadRequests => const { &facts(Purpose::Reads, "Read request units, Standard-IA", "IA-ReadRequestUnits", ["RRU", "RRUs"], MILLION) },
            Self::IaWriteCapacity => const { &facts(Purpose::Writes, "Provisioned write capacity, Standard-IA", "IA-WriteCapacityUnit-Hrs", ["WCU-hour", "WCU-hours"], 1) },
            Self::IaReadCapacity => const { &facts(Purpose::Reads, "Provisioned read capacity, Standard-IA", "IA-ReadCapacityUnit-Hrs", ["RCU-hour", "RCU-hours"], 1) },
            Self::IaStorage => const { &facts(Purpose::Storage, "Data storage, Standard-IA", "IA-TimedStorage-ByteHrs", ["GB-month", "GB-months"], 1) },
            Self::IaVectorWrites => const { &facts(Purpose::VectorWrites, "Vector writes, Standard-IA", "IA-VectorWriteRequest", ["GB", "GB"], 1) },
            Self::IaVectorSearches => const { &facts(Purpose::VectorSearches, "Vector searches, Standard-IA", "IA-VectorSearch", ["GB", "GB"], 1) },
        }
    }
}

const fn facts(
    purpose: Purpose,
    title: &'static str,
    usage_type: &'static str,
    [unit, units]: [&'static str; 2],
    priced_per: u64,
) -> Facts {
    Facts {
        purpose,
        title,
        usage_type,
        unit,
        units,
        priced_per,
    }
}
