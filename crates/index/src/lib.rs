//! Index semantics: the entry of an item in an index, and its change when the item changes.
//!
//! Owns key schemas, projections and the pure difference between two images of an item. Must not know when a difference
//! is applied, its cost, or where entries are stored.

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
