//! Starts the changes of a table: immediate ones take effect, the others are scheduled.

use hashrange_values::Text;
use hashrange_wire::{BillingMode, ProvisionedThroughput, StreamViewType};

use crate::service::background::changes::{index_change_due, report_index, table_change_due};
use crate::service::background::streams;
use crate::service::operation::update_table::effect::Effect;
use crate::service::payment;
use crate::state::index::Index;
use crate::state::index_life::IndexLife;
use crate::state::partition_units::initial_partitions;
use crate::state::shared_state::SharedState;
use crate::state::span::Span;
use crate::state::table::{RateChange, StreamChange, Table};
use crate::state::task::{IndexChange, TableChange};
use crate::state::throughput::Throughput;

/// Starts a checked change.
pub(super) fn begin(table: &mut Table, shared: &mut SharedState, effect: Effect) {
    payment::settle(table, shared.context());
    match effect {
        Effect::Nothing => {}
        Effect::CreateIndex(_)
        | Effect::DeleteIndex(_)
        | Effect::IndexRate(..)
        | Effect::IndexToProvisioned(..)
        | Effect::IndexLimits(..)
        | Effect::IndexWarm(..) => begin_of_index(table, shared, effect),
        _ => begin_of_table(table, shared, effect),
    }
}

fn begin_of_table(table: &mut Table, shared: &mut SharedState, effect: Effect) {
    let (now, physics) = (shared.now, shared.options.physics.table_update);
    let (change, span) = match effect {
        Effect::Protect(on) => {
            table.settings.protected = on;
            table.settings.protection_changed = Some(now);
            return;
        }
        Effect::Limits(limits) => {
            table.throughput.limit(limits);
            return;
        }
        Effect::Encrypt(key) => {
            table.settings.encryption.begin(key, now);
            (TableChange::Encryption, physics.encryption)
        }
        Effect::Class(class) => {
            table.settings.class.begin(class, now);
            (TableChange::Class, physics.class)
        }
        Effect::Warm(units) => {
            let span = if table.throughput.warm.raised {
                physics.warm_again
            } else {
                physics.warm
            };
            table.throughput.warm.pending = Some(units);
            (TableChange::Warm, span)
        }
        Effect::Stream(view) => {
            switch_stream(table, shared, view);
            (TableChange::Stream, physics.stream)
        }
        Effect::Rate(rate) => {
            table.throughput.begin(rate, now);
            table.rate_change = Some(RateChange::Throughput);
            (TableChange::Throughput, physics.throughput)
        }
        Effect::ToOnDemand => {
            let known = table.billing.on_demand_since.is_some();
            switch_billing(table, BillingMode::PayPerRequest, now);
            table.throughput.release();
            table.indexes.iter_mut().for_each(|index| index.throughput.release());
            (
                TableChange::Billing,
                if known {
                    physics.back_to_on_demand
                } else {
                    physics.to_on_demand
                },
            )
        }
        Effect::ToProvisioned(rate) => {
            switch_billing(table, BillingMode::Provisioned, now);
            table.throughput.provision(rate);
            (TableChange::Billing, physics.to_provisioned)
        }
        _ => return,
    };
    table_change_due(table, shared, change, span);
}

fn switch_billing(table: &mut Table, to: BillingMode, now: hashrange_time::Timestamp) {
    table.rate_change = Some(RateChange::Billing {
        from: table.billing.mode,
    });
    table.billing.begin(to, now);
}

/// Starts a change of the stream. Descriptions report the setting at once (observed: stream-setting-seen).
fn switch_stream(table: &mut Table, shared: &mut SharedState, view: Option<StreamViewType>) {
    match view {
        Some(view) => {
            table.stream_change = Some(StreamChange::Enabling);
            table.stream = Some(shared.streams.create(&table.name, table.keys.clone(), view, shared.now));
        }
        None => {
            table.stream_change = Some(StreamChange::Disabling);
            if let Some(stream) = &mut table.stream {
                stream.enabled = false;
                streams::close(shared, &stream.name);
            }
        }
    }
}

fn begin_of_index(table: &mut Table, shared: &mut SharedState, effect: Effect) {
    let (now, physics) = (shared.now, shared.options.physics);
    let times = physics.index_update;
    let (index, change, span) = match effect {
        Effect::CreateIndex(new) => {
            let (index, partitions) = (
                new.definition.name.clone(),
                initial_partitions(table.billing.mode, new.throughput.rate),
            );
            table
                .indexes
                .push(Index::new(*new, IndexLife::Allocating, partitions, now));
            table.counters.before_change(&table.items, now, physics.counters);
            table.count_vectors();
            (index, IndexChange::Allocation, times.allocation)
        }
        Effect::DeleteIndex(index) => {
            if let Some(index) = table.index_mut(&index) {
                index.life = IndexLife::Deleting;
            }
            (index, IndexChange::Deletion, times.deletion)
        }
        Effect::IndexRate(index, rate) => {
            on_throughput(table, &index, |throughput| throughput.begin(rate, now));
            (index, IndexChange::Throughput, times.throughput)
        }
        Effect::IndexToProvisioned(index, rate) => {
            on_throughput(table, &index, |throughput| provision(throughput, rate));
            (index, IndexChange::Throughput, times.throughput)
        }
        Effect::IndexLimits(index, limits) => {
            on_throughput(table, &index, |throughput| throughput.limit(limits));
            if let Some(index) = table.index_mut(&index) {
                index.limits_change = true;
            }
            (index, IndexChange::Limits, times.throughput)
        }
        Effect::IndexWarm(index, units) => {
            let raised = table.index(&index).is_some_and(|index| index.throughput.warm.raised);
            on_throughput(table, &index, |throughput| throughput.warm.pending = Some(units));
            (index, IndexChange::Warm, warm_span(&physics, raised))
        }
        _ => return,
    };
    report_index(table, shared, &index);
    index_change_due(table, shared, &index, change, span);
}

fn warm_span(physics: &crate::Physics, raised: bool) -> Span {
    if raised {
        physics.table_update.warm_again
    } else {
        physics.table_update.warm
    }
}

/// Sets the rate. Descriptions report it at once, although the index is UPDATING for a moment
/// (observed: throughput-changes).
fn provision(throughput: &mut Throughput, rate: ProvisionedThroughput) {
    throughput.provision(rate);
    throughput.pending = Some(rate);
}

fn on_throughput(table: &mut Table, index: &Text, change: impl FnOnce(&mut Throughput)) {
    if let Some(index) = table.index_mut(index) {
        change(&mut index.throughput);
    }
}
