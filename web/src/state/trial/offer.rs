//! The changes that are offered for a request or load, and why other changes are not.

use hashrange_protocol::trial::NotApplicable;
use hashrange_values::KeyType;
use hashrange_wire::{BillingMode, TableDescription};

use super::About;
use crate::state::table_change::mode_of;
use crate::state::table_schema::{IndexKind, TableSchema};

/// A change that can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Other provisioned units.
    Units,
    /// On-demand capacity.
    OnDemand,
    /// Suffixes of the partition key.
    Suffixes,
    /// Another projection of an index.
    Projection,
    /// A Query instead of a Scan.
    Query,
    /// Strongly or eventually consistent reads, the opposite of the current ones.
    Consistency,
    /// Items of half the size.
    HalfSize,
    /// DAX, or no DAX if it is on.
    Accelerator,
}

/// The environment of a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Meets {
    /// The table's description.
    pub table: TableDescription,
    /// Whether throttling is on.
    pub throttles: bool,
    /// Whether DAX is on.
    pub dax: bool,
}

/// The offered changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offers {
    /// Changes, in order.
    pub rows: Vec<Offer>,
    /// Why other changes do not apply, one sentence each.
    pub not: Vec<String>,
}

impl Offers {
    fn add(&mut self, offer: Offer, unless: Option<NotApplicable>) {
        match unless {
            None => self.rows.push(offer),
            Some(why) => self.not.push(why.to_string()),
        }
    }
}

/// The useful changes, and a sentence for each that does not apply.
#[must_use]
pub fn offers(about: &About, meets: &Meets) -> Offers {
    let mut offers = Offers::default();
    let schema = TableSchema::read(&meets.table);
    let (reads, writes) = about.directions();
    let free = (!meets.throttles).then_some(NotApplicable::ThrottlingOff);
    offers.add(Offer::Units, free);
    if meets.throttles && mode_of(&meets.table) == BillingMode::Provisioned {
        offers.add(Offer::OnDemand, None);
    }
    offers.add(Offer::Suffixes, no_suffixes(about, schema.as_ref()));
    if schema.as_ref().is_some_and(|schema| !schema.indexes.is_empty()) && (writes || about.index().is_some()) {
        offers.add(Offer::Projection, None);
    }
    if about.is_scan() {
        offers.add(Offer::Query, None);
    }
    offers.add(Offer::Consistency, no_consistency(about, reads, schema.as_ref()));
    offers.add(Offer::HalfSize, None);
    offers.add(Offer::Accelerator, no_accelerator(about, reads, meets.dax));
    offers
}

fn no_suffixes(about: &About, schema: Option<&TableSchema>) -> Option<NotApplicable> {
    if !about.is_load() {
        return Some(NotApplicable::SuffixesNeedLoad);
    }
    let key = &schema?.keys.partition;
    (key.kind != KeyType::S).then(|| NotApplicable::SuffixesNeedString {
        key: key.name.to_string(),
    })
}

fn no_consistency(about: &About, reads: bool, schema: Option<&TableSchema>) -> Option<NotApplicable> {
    let index = about.index().and_then(|name| schema?.index(name));
    match index {
        _ if !reads => Some(NotApplicable::NotARead),
        Some(index) if index.kind == IndexKind::Global && !about.is_strong() => {
            Some(NotApplicable::GlobalIndexNotStrong)
        }
        _ => None,
    }
}

fn no_accelerator(about: &About, reads: bool, dax: bool) -> Option<NotApplicable> {
    match (reads, dax) {
        (false, _) => Some(NotApplicable::AcceleratorOnlyReads),
        (true, false) if about.is_strong() => Some(NotApplicable::AcceleratorOnlyEventual),
        (true, _) => None,
    }
}
