//! A violation of an index by an attribute: its name and the reason.
//!
//! Must not know index definitions, nor how a violation is found.

use hashrange_values::{AttributeType, KeyType, Number, Text};

/// An attribute that cannot be a key of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The attribute.
    pub attribute: Text,
    /// The reason.
    pub reason: ViolationReason,
}

hashrange_checkpoint::fields!(Violation { attribute, reason });

/// The reason why an attribute cannot be an index key, or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationReason {
    /// It does not have the defined type.
    Type {
        /// The defined type.
        expected: KeyType,
        /// The actual type.
        found: AttributeType,
    },
    /// It is longer than 2,048 bytes for a partition key, or 1,024 bytes for a sort key.
    Size {
        /// True for the partition key.
        partition: bool,
        /// Its size in bytes.
        bytes: usize,
    },
    /// It is an empty string or binary.
    Empty {
        /// The defined type.
        expected: KeyType,
    },
    /// It is not a valid vector for a vector index.
    Vector(VectorFault),
    /// It does not have the type in a vector index's search schema.
    SearchType {
        /// The defined type.
        expected: KeyType,
        /// The actual type.
        found: AttributeType,
    },
}

hashrange_checkpoint::variants!(ViolationReason { Type { expected, found }, Size { partition, bytes }, Empty { expected }, Vector(inner), SearchType { expected, found } });

/// The reason why a value is not a valid vector for an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorFault {
    /// The value is not a list.
    NotAList,
    /// The value has more or fewer elements than the index has dimensions.
    Size {
        /// The number of dimensions.
        expected: usize,
        /// The number of elements.
        found: usize,
    },
    /// An element is not a number.
    Element {
        /// The index of the element, from 0.
        at: usize,
        /// The actual type.
        found: AttributeType,
    },
    /// A number is outside the range of 32-bit floating point.
    Range {
        /// The index of the element, from 0.
        at: usize,
        /// The number.
        value: Number,
    },
}

hashrange_checkpoint::variants!(VectorFault { NotAList, Size { expected, found }, Element { at, found }, Range { at, value } });
