//! What an attribute of an item can violate of an index: its name and the reason.
//!
//! Must not know index definitions, nor how a violation is found.

use hashrange_values::{AttributeType, KeyType, Number, Text};

/// An attribute that cannot be a key of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The attribute.
    pub attribute: Text,
    /// What is wrong with it.
    pub reason: ViolationReason,
}

hashrange_checkpoint::fields!(Violation { attribute, reason });

/// What is wrong with an attribute that should be an index key, or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationReason {
    /// Not of the defined type.
    Type {
        /// The type defined.
        expected: KeyType,
        /// The type it has.
        found: AttributeType,
    },
    /// Longer than 2,048 bytes for a partition key or 1,024 for a sort key.
    Size {
        /// True for the partition key.
        partition: bool,
        /// The bytes it has.
        bytes: usize,
    },
    /// An empty string or binary.
    Empty {
        /// The type defined.
        expected: KeyType,
    },
    /// No vector of a vector index.
    Vector(VectorFault),
    /// Not of the type a vector index's search schema says.
    SearchType {
        /// The type defined.
        expected: KeyType,
        /// The type it has.
        found: AttributeType,
    },
}

hashrange_checkpoint::variants!(ViolationReason { Type { expected, found }, Size { partition, bytes }, Empty { expected }, Vector(inner), SearchType { expected, found } });

/// Why a value is no vector of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorFault {
    /// Not a list.
    NotAList,
    /// More or fewer elements than the index has dimensions.
    Size {
        /// The dimensions.
        expected: usize,
        /// The elements.
        found: usize,
    },
    /// An element that is no number.
    Element {
        /// Which one, from 0.
        at: usize,
        /// The type it has.
        found: AttributeType,
    },
    /// A number beyond 32-bit floating point.
    Range {
        /// Which one, from 0.
        at: usize,
        /// The number.
        value: Number,
    },
}

hashrange_checkpoint::variants!(VectorFault { NotAList, Size { expected, found }, Element { at, found }, Range { at, value } });
