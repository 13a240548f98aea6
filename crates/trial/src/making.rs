//! The work before the subject runs with a change: jobs in order, and their table.
//!
//! No virtual time passes meanwhile, so that both sides start with the same saved throughput. Changes of tables take no
//! time (a model). A recreated index starts with the old one's saved throughput, up to what one partition holds (a
//! model). Must not know the changes.

use std::sync::Arc;

use hashrange_endpoint::Settings;
use hashrange_engine::{Engine, Physics, Span, TableView, Throttling};
use hashrange_time::Duration;
use hashrange_values::Item;
use hashrange_wire::{
    GlobalSecondaryIndexUpdate, ProvisionedThroughput, Request, TableDescription, UpdateGlobalSecondaryIndexAction,
    UpdateTableRequest,
};

use crate::Note;

/// One step of making a change.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// Other settings.
    Settings(Box<Settings>),
    /// A request that must succeed.
    Ask(Box<Request>),
    /// A request whose result does not matter.
    Try(Box<Request>),
    /// Items to put, last first.
    Write(Vec<Arc<Item>>),
}

/// The work before the subject runs with a change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Making {
    pub(crate) jobs: Vec<Job>,
    pub(crate) notes: Vec<Note>,
}

/// The table of a change, in the engine of its side.
pub(crate) struct Make<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) settings: &'a Settings,
    pub(crate) table: TableView<'a>,
    pub(crate) description: TableDescription,
}

impl Make<'_> {
    pub(crate) fn name(&self) -> String {
        self.table.name().to_string()
    }

    pub(crate) fn update(&self) -> UpdateTableRequest {
        UpdateTableRequest {
            table_name: self.name(),
            ..UpdateTableRequest::default()
        }
    }

    /// Wraps jobs: changes take no time while the jobs run, and the settings are restored afterwards.
    pub(crate) fn at_once(&self, physics: fn(&mut Physics), jobs: Vec<Job>) -> Vec<Job> {
        let mut still = self.settings.clone();
        instantly(&mut still);
        physics(&mut still.physics);
        let mut all = vec![Job::Settings(Box::new(still))];
        all.extend(jobs);
        all.push(Job::Settings(Box::new(self.settings.clone())));
        all
    }

    /// The initial throughput of a recreated table or index. A new one starts with the units of one second, so it is
    /// created with the saved units as its throughput. The limit is what its partitions serve, because more would
    /// create more partitions.
    pub(crate) fn saved(&self, index: Option<&str>, rate: ProvisionedThroughput) -> ProvisionedThroughput {
        use hashrange_engine::Direction::{Read, Write};
        if self.settings.physics.throttling.mode == Throttling::Off {
            return rate;
        }
        let left = |direction, usual: u64, most: u64| {
            let reserve = self.engine.reserve(&self.name(), index, direction);
            reserve
                .map_or(usual, |reserve| reserve.left.as_halves() / 2)
                .clamp(1, most.max(usual))
        };
        ProvisionedThroughput {
            read_capacity_units: left(Read, rate.read_capacity_units, 600),
            write_capacity_units: left(Write, rate.write_capacity_units, 800),
        }
    }

    /// The original throughput of a table, or of recreated indexes.
    pub(crate) fn put_back(
        &self,
        table: Option<ProvisionedThroughput>,
        indexes: Vec<GlobalSecondaryIndexUpdate>,
    ) -> Vec<Job> {
        if table.is_none() && indexes.is_empty() {
            return Vec::new();
        }
        let updates = Some(indexes).filter(|updates| !updates.is_empty());
        let request = UpdateTableRequest {
            provisioned_throughput: table,
            global_secondary_index_updates: updates,
            ..self.update()
        };
        self.at_once(|_| (), vec![Job::Ask(Box::new(request.into()))])
    }
}

/// A change of an index's throughput.
pub(crate) fn rated(index: &str, rate: ProvisionedThroughput) -> GlobalSecondaryIndexUpdate {
    GlobalSecondaryIndexUpdate::Update(UpdateGlobalSecondaryIndexAction {
        index_name: index.to_owned(),
        provisioned_throughput: Some(rate),
        ..UpdateGlobalSecondaryIndexAction::default()
    })
}

/// Changes of tables and indexes take no time, and the quotas on their frequency do not apply.
fn instantly(settings: &mut Settings) {
    const NONE: Span = Span::exactly(Duration::ZERO);
    let (usual, physics) = (Physics::instant(), &mut settings.physics);
    physics.table_creation = NONE;
    physics.table_creation_with_indexes = NONE;
    physics.table_deletion = NONE;
    physics.table_update = usual.table_update;
    physics.index_update = usual.index_update;
    physics.settings = usual.settings;
    let limits = &mut settings.limits;
    limits.decreases = u32::MAX;
    limits.on_demand_switches = u32::MAX;
    limits.decrease_wait = Duration::ZERO;
}

/// Throttling, lag and traffic watching are off.
pub(crate) fn off(physics: &mut Physics) {
    const NONE: Span = Span::exactly(Duration::ZERO);
    physics.throttling.mode = Throttling::Off;
    physics.index_propagation = NONE;
    physics.replication = NONE;
    physics.partitions.heat = Duration::ZERO;
    physics.transaction = Duration::ZERO;
}
