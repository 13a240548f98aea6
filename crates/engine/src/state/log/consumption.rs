//! Consumption: the capacity units that one request used, by arm. An arm is the part taken from one resource.
//!
//! Owns how arms are summed and reported. The crate `capacity` computes the units of a read or write.

use hashrange_capacity::Units;
use hashrange_store::RowKey;
use hashrange_values::{List, Text};
use hashrange_wire::{ConsumedCapacity, ReturnConsumedCapacity};
use litemap::LiteMap;
use smallvec::SmallVec;

/// The resource that provided the units.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Resource {
    /// The table's own throughput.
    Table,
    /// A local secondary index. Its units are billed to the table and reported separately.
    LocalIndex(Text),
    /// A global secondary index, with its own throughput.
    GlobalIndex(Text),
    /// A vector index: charged by bytes, not by units.
    VectorIndex(Text),
}

/// The direction of a request: reads and writes have separate throughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Direction {
    /// Read capacity units.
    Read,
    /// Write capacity units.
    Write,
}

hashrange_checkpoint::variants!(Direction { Read, Write });

/// Units taken from one resource, or bytes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Arm {
    /// The resource.
    pub resource: Resource,
    /// The units.
    pub units: Units,
    /// The bytes. Only vector indexes have them, and they take no units.
    pub bytes: u64,
}

/// Everything that a request used: one member for each charged table, and rarely more than one.
pub type Charges = SmallVec<[Consumption; 1]>;

/// All units one request used, from one table and its indexes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Consumption {
    /// The table.
    pub table: Text,
    /// Read or write units.
    pub direction: Direction,
    /// Units of the table's own arm, which always exists.
    own: Units,
    /// The arms of the indexes charged.
    indexes: List<Arm>,
    /// The keys that took the units, until they are counted. Filled only while traffic is watched.
    #[serde(skip)]
    pub(crate) touched: List<Touch>,
    /// The partitions that served the request. Filled only while traffic is watched.
    pub served: List<Served>,
}

hashrange_checkpoint::by_serde!(Consumption);

/// Units one partition served.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Served {
    /// The global index of the partition; `None` for the table's own.
    pub index: Option<Text>,
    /// The partition's number.
    pub partition: u32,
    /// The units.
    pub units: Units,
}

/// The units that a key took from its partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Touch {
    /// The global index; `None` for the table and its local indexes, which share partitions.
    pub(crate) index: Option<Text>,
    pub(crate) key: RowKey,
    pub(crate) units: Units,
}

impl Consumption {
    /// Starts with the units of the table's own arm and no other arm.
    pub(crate) fn of_table(table: &Text, direction: Direction, units: Units) -> Self {
        Self {
            table: table.clone(),
            direction,
            own: units,
            indexes: List::new(),
            touched: List::new(),
            served: List::new(),
        }
    }

    /// Adds an index's arm, unless it is empty. An index that was not written is not reported
    /// (observed: capacity-shapes-seen).
    pub(crate) fn charge(&mut self, resource: Resource, units: Units) {
        if !units.is_zero() {
            self.indexes.push(Arm {
                resource,
                units,
                bytes: 0,
            });
        }
    }

    /// Adds the bytes charged for a vector index, unless there are none.
    pub(crate) fn charge_vector(&mut self, index: &Text, bytes: u64) {
        if bytes > 0 {
            self.indexes.push(Arm {
                resource: Resource::VectorIndex(index.clone()),
                units: Units::ZERO,
                bytes,
            });
        }
    }

    /// Records which key of the table, or of a global index, took units. Call it only while traffic is watched.
    pub(crate) fn touch(&mut self, index: Option<Text>, key: RowKey, units: Units) {
        if !units.is_zero() {
            self.touched.push(Touch { index, key, units });
        }
    }

    /// Adds the consumption of the same table by another part of the same request.
    pub(crate) fn add(&mut self, other: &Self) {
        self.touched.extend(other.touched.iter().cloned());
        self.served.extend(other.served.iter().cloned());
        self.own += other.own;
        for arm in &other.indexes {
            match self.indexes.iter_mut().find(|known| known.resource == arm.resource) {
                Some(known) => {
                    known.units += arm.units;
                    known.bytes += arm.bytes;
                }
                None => self.indexes.push(arm.clone()),
            }
        }
    }

    /// The charged arms: the table's, which always exists, then those of its indexes.
    pub fn arms(&self) -> impl Iterator<Item = Arm> {
        let own = Arm {
            resource: Resource::Table,
            units: self.own,
            bytes: 0,
        };
        std::iter::once(own).chain(self.indexes.iter().cloned())
    }

    /// The bytes charged for a search of a vector index, which takes no units; `None` for any other request.
    #[must_use]
    pub fn searched(&self) -> Option<u64> {
        let vector = |arm: &&Arm| matches!(arm.resource, Resource::VectorIndex(_));
        let arm = self.indexes.iter().find(vector);
        arm.filter(|_| self.direction == Direction::Read).map(|arm| arm.bytes)
    }

    /// Units of all arms.
    #[must_use]
    pub fn total(&self) -> Units {
        self.own + self.indexes.iter().map(|arm| arm.units).sum()
    }

    /// The report that a caller requested, with the table name as sent.
    pub(crate) fn report(&self, table: &str, detail: Option<ReturnConsumedCapacity>) -> Option<Box<ConsumedCapacity>> {
        let detail = detail.filter(|detail| *detail != ReturnConsumedCapacity::None)?;
        let mut report = ConsumedCapacity {
            table_name: table.to_owned(),
            capacity_units: self.total().as_f64(),
            table: None,
            local_secondary_indexes: LiteMap::new(),
            global_secondary_indexes: LiteMap::new(),
            vector_write_bytes: LiteMap::new(),
            named: None,
        };
        if detail == ReturnConsumedCapacity::Indexes {
            for arm in self.arms() {
                let units = arm.units.as_f64();
                match arm.resource {
                    Resource::Table => report.table = Some(units),
                    Resource::LocalIndex(name) => {
                        report.local_secondary_indexes.insert(name.into(), units);
                    }
                    Resource::GlobalIndex(name) => {
                        report.global_secondary_indexes.insert(name.into(), units);
                    }
                    Resource::VectorIndex(name) => {
                        report.vector_write_bytes.insert(name.into(), arm.bytes);
                    }
                }
            }
        }
        Some(Box::new(report))
    }
}
