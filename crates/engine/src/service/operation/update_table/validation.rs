//! Checks an UpdateTable request against its table.
//!
//! Must not know how one change is checked.

use hashrange_values::Text;
use hashrange_wire::{BillingMode, Busy, UpdateTableRequest};

use crate::service::engine::Engine;
use crate::service::operation::update_table::effect::Effect;
use crate::state::index_life::IndexLife;
use crate::state::table::{RateChange, StreamChange, Table};

/// A request, its table, and the changes found so far.
pub(crate) struct Validation<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) table: &'a Table,
    pub(crate) request: &'a UpdateTableRequest,
    pub(crate) effects: Vec<Effect>,
}

impl Validation<'_> {
    /// The billing mode after the request.
    pub(crate) fn mode(&self) -> BillingMode {
        self.request.billing_mode.unwrap_or(self.table.billing.mode)
    }

    /// The billing mode before a pending switch.
    pub(crate) fn mode_before_switch(&self) -> BillingMode {
        match self.table.rate_change {
            Some(RateChange::Billing { from }) => from,
            _ => self.table.billing.mode,
        }
    }

    /// Refuses a change while the table's throughput or billing is changing.
    pub(crate) fn no_rate_change(&self, change: &'static str) -> Result<(), Busy> {
        match self.table.rate_change {
            Some(_) => Err(Busy::RateFor {
                change,
                table: self.table.name.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Refuses a change while the table's stream is changing.
    pub(crate) fn no_stream_change(&self, change: &'static str) -> Result<(), Busy> {
        let table = self.table.name.clone();
        match self.table.stream_change {
            Some(operation) => Err(Busy::StreamFor {
                change,
                table,
                label: self.label(),
                operation: word(operation),
            }),
            None => Ok(()),
        }
    }

    /// Refuses a change while the table's class is changing.
    pub(crate) fn no_class_change(&self, change: &'static str) -> Result<(), Busy> {
        match self.table.settings.class.pending {
            Some(class) => Err(Busy::ClassFor {
                change,
                table: self.table.name.clone(),
                class,
            }),
            None => Ok(()),
        }
    }

    /// Refuses a change while an index is allocated or deleted. A backfill does not prevent the change
    /// (documented: index-online).
    pub(crate) fn no_index_change(&self, change: &'static str) -> Result<(), Busy> {
        match self.moving_index() {
            Some((index, stage)) => Err(Busy::IndexFor {
                change,
                stage,
                table: self.table.name.clone(),
                index,
            }),
            None => Ok(()),
        }
    }

    /// The index whose resources are being allocated, or that is being deleted.
    pub(crate) fn moving_index(&self) -> Option<(Text, &'static str)> {
        self.table.indexes.iter().find_map(|index| match index.life {
            IndexLife::Allocating => Some((index.definition.name.clone(), "created")),
            IndexLife::Deleting => Some((index.definition.name.clone(), "deleted")),
            _ => None,
        })
    }

    pub(crate) fn label(&self) -> String {
        self.table
            .stream
            .as_ref()
            .map(|stream| stream.name.label.to_string())
            .unwrap_or_default()
    }
}

/// The name of a stream's change in error texts.
pub(crate) fn word(change: StreamChange) -> &'static str {
    match change {
        StreamChange::Enabling => "ENABLE",
        StreamChange::Disabling => "DISABLE",
    }
}
