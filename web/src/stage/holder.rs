//! The owner of drawn rows, and which of them come first. Must not know how they are drawn.

use hashrange_protocol::{PartitionStage, RowStage};
use hashrange_values::Text;

use super::told::Told;
use super::wanted::Wanted;

/// The owner of the drawn rows.
#[derive(Clone, Copy)]
pub(super) struct Holder<'a> {
    pub index: Option<&'a Text>,
    pub one: &'a PartitionStage,
    pub locals: &'a [Text],
    /// Its most used key, which is marked.
    pub hot: Option<&'a str>,
    /// The bytes that a collection may have.
    pub collection_limit: u64,
    /// The number of items per cell, if there are too many items for rows.
    pub cell: u64,
    pub wanted: &'a Wanted,
    pub told: &'a Told,
    /// The keys of the picture, which have different short forms.
    pub keys: &'a [Text],
}

impl Holder<'_> {
    /// Whether a row comes first: a step names its key, or the latest request touched it.
    pub(super) fn comes_first(&self, row: &RowStage) -> bool {
        let told = self.told.key.is_some() && self.told.touches(self.index, row);
        told || self.wanted.has_key(self.index.map(Text::as_str), &row.key)
    }
}
