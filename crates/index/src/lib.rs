//! Index semantics: which entry an item has in an index, and what a change of the item does to that entry.
//!
//! Owns key schemas, projections and the pure difference between two images of an item. Must not know when a
//! difference is applied, what it costs, or where entries are kept.

mod definition;
mod difference;
mod entry;
mod key_schema;
mod vector;
mod violation;

pub use definition::{IndexDefinition, IndexKind, Projection};
pub use difference::{Change, difference};
pub use entry::{entry, key_violations, violation, violations};
pub use key_schema::{KeyAttribute, KeySchema, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES};
pub use vector::{Distance, ELEMENT_BYTES, SearchAttribute, SearchRole, VectorRule, single};
pub use violation::{VectorFault, Violation, ViolationReason};
