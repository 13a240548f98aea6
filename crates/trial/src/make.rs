//! How a change is made in the second engine, as jobs in order: by the request that the service has for it where there is one,
//! by settings, or by making the index or table anew.
//!
//! No virtual time passes meanwhile, so that both sides begin with the same throughput saved: changes of tables take no time
//! (a model), and an index made anew begins with what the old one had saved, as far as one partition holds it (a model).

use std::sync::Arc;

use hashrange_endpoint::{DaxOptions, Settings};
use hashrange_engine::{Engine, Physics, Span, TableView, Throttling};
use hashrange_time::Duration;
use hashrange_values::Item;
use hashrange_wire::{
    BillingMode, GlobalSecondaryIndex, GlobalSecondaryIndexUpdate, Projection, ProvisionedThroughput, Request,
    TableDescription, UpdateGlobalSecondaryIndexAction, UpdateTableRequest,
};

use crate::anew;
use crate::halve::halved;
use crate::reshape::{key_names, named};
use crate::subject::What;
use crate::{Change, IndexChoice, NotApplicable, Note};

/// One step of making a change.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// Other settings.
    Settings(Box<Settings>),
    /// A request that must be answered.
    Ask(Box<Request>),
    /// A request whose answer does not matter.
    Try(Box<Request>),
    /// Items to put, last first.
    Write(Vec<Arc<Item>>),
}

/// What must be done before the subject runs with a change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Making {
    pub(crate) jobs: Vec<Job>,
    pub(crate) notes: Vec<Note>,
}

/// How this change is made.
///
/// # Errors
/// Where there is no such index.
pub(crate) fn making(
    (engine, settings): (&Engine, &Settings),
    what: &What,
    change: &Change,
) -> Result<Making, NotApplicable> {
    let table = what.table().and_then(|name| engine.table(name)).ok_or(NotApplicable::NoSubject)?;
    let description = engine.describe(table.name()).ok_or(NotApplicable::NoSubject)?;
    let making = Make { engine, settings, table, description };
    Ok(match change {
        Change::Provisioned { index, reads, writes } => making.provisioned(index.as_deref(), (*reads, *writes)),
        Change::OnDemand => making.on_demand(),
        Change::Projection { index, projection } => making.projection(index, projection)?,
        Change::QueryInstead { index: IndexChoice::New { name, keys, projection } } => {
            making.new_index(name, keys, projection)
        }
        Change::HalfSize => making.half_size(),
        Change::Accelerator { on } => making.accelerator(*on, what),
        Change::Suffixes { .. } if making.table.item_count() > 0 => {
            Making { jobs: Vec::new(), notes: vec![Note::OtherItems] }
        }
        Change::Suffixes { .. } | Change::Consistency { .. } | Change::QueryInstead { .. } => Making::default(),
    })
}

pub(crate) struct Make<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) settings: &'a Settings,
    pub(crate) table: TableView<'a>,
    pub(crate) description: TableDescription,
}

impl Make<'_> {
    fn name(&self) -> String {
        self.table.name().to_string()
    }

    fn update(&self) -> UpdateTableRequest {
        UpdateTableRequest { table_name: self.name(), ..UpdateTableRequest::default() }
    }

    /// Jobs in a service where changes take no time, and afterwards the settings as they were.
    pub(crate) fn at_once(&self, physics: fn(&mut Physics), jobs: Vec<Job>) -> Vec<Job> {
        let mut still = self.settings.clone();
        instantly(&mut still);
        physics(&mut still.physics);
        let mut all = vec![Job::Settings(Box::new(still))];
        all.extend(jobs);
        all.push(Job::Settings(Box::new(self.settings.clone())));
        all
    }

    fn provisioned(&self, index: Option<&str>, asked: (Option<u64>, Option<u64>)) -> Making {
        let mut request = self.update();
        match index {
            Some(name) => {
                let rate = self.table.indexes().find(|known| known.definition().name == name);
                let rate = with_rate(rate.and_then(|index| index.throughput()), asked);
                request.global_secondary_index_updates = Some(vec![rated(name, rate)]);
            }
            None => {
                let rate = with_rate(self.table.throughput(), asked);
                request.provisioned_throughput = Some(rate);
                if self.table.throughput().is_none() {
                    request.billing_mode = Some(BillingMode::Provisioned);
                    let globals = &self.description.global_secondary_indexes;
                    let updates = globals.iter().map(|index| rated(&index.index_name, rate)).collect::<Vec<_>>();
                    request.global_secondary_index_updates = Some(updates).filter(|updates| !updates.is_empty());
                }
            }
        }
        self.of_request(request)
    }

    fn on_demand(&self) -> Making {
        self.of_request(UpdateTableRequest { billing_mode: Some(BillingMode::PayPerRequest), ..self.update() })
    }

    fn of_request(&self, request: UpdateTableRequest) -> Making {
        Making { jobs: self.at_once(|_| (), vec![Job::Ask(Box::new(request.into()))]), notes: Vec::new() }
    }

    fn projection(&self, index: &str, projection: &Projection) -> Result<Making, NotApplicable> {
        let definition = named(self.table, index)?.definition();
        let global = self.description.global_secondary_indexes.iter().find(|known| known.index_name == index);
        let local = self.description.local_secondary_indexes.iter().find(|known| known.index_name == index);
        let known = global.map(|index| &index.projection).or(local.map(|index| &index.projection));
        if known == Some(projection) {
            return Err(NotApplicable::Already { what: "the index has this projection".to_owned() });
        }
        let Some(global) = global else { return Ok(anew::table_anew(self, &definition.name, projection)) };
        let gone = GlobalSecondaryIndexUpdate::Delete { index_name: index.to_owned() };
        let rate = self.table.indexes().find(|known| known.definition().name == index);
        let rate = rate.and_then(|index| index.throughput());
        let saved = rate.map(|rate| self.saved(Some(index), rate));
        let made = GlobalSecondaryIndex {
            index_name: index.to_owned(),
            key_schema: global.key_schema.clone(),
            projection: projection.clone(),
            provisioned_throughput: saved,
            on_demand_throughput: global.on_demand_throughput,
            warm_throughput: None,
        };
        let mut jobs = self.at_once(off, vec![self.index_update(gone), self.created(made)]);
        let back = rate.filter(|rate| saved != Some(*rate)).map(|rate| rated(index, rate));
        jobs.extend(self.put_back(None, back.into_iter().collect()));
        Ok(Making { jobs, notes: vec![Note::IndexMadeAnew] })
    }

    fn index_update(&self, update: GlobalSecondaryIndexUpdate) -> Job {
        let request = UpdateTableRequest { global_secondary_index_updates: Some(vec![update]), ..self.update() };
        Job::Ask(Box::new(request.into()))
    }

    /// The request that creates an index whose key attributes the table knows.
    fn created(&self, index: GlobalSecondaryIndex) -> Job {
        let of_index = |name| index.key_schema.iter().any(|key| key.attribute_name == name);
        let known = &self.description.attribute_definitions;
        let definitions = known.iter().filter(|known| of_index(&known.attribute_name)).cloned().collect();
        self.created_with(index, definitions)
    }

    fn created_with(&self, index: GlobalSecondaryIndex, definitions: Vec<hashrange_wire::AttributeDefinition>) -> Job {
        let updates = vec![GlobalSecondaryIndexUpdate::Create(Box::new(index))];
        let request = UpdateTableRequest {
            attribute_definitions: Some(definitions),
            global_secondary_index_updates: Some(updates),
            ..self.update()
        };
        Job::Ask(Box::new(request.into()))
    }

    fn new_index(&self, name: &str, keys: &hashrange_engine::KeySchema, projection: &Projection) -> Making {
        let definition = |key: &hashrange_engine::KeyAttribute| hashrange_wire::AttributeDefinition {
            attribute_name: key.name.clone(),
            attribute_type: key.key_type,
        };
        let element = |role| {
            move |key: &hashrange_engine::KeyAttribute| hashrange_wire::KeySchemaElement {
                attribute_name: key.name.clone(),
                key_type: role,
            }
        };
        let partition = keys.partition.iter().map(element(hashrange_wire::KeyRole::Hash));
        let index = GlobalSecondaryIndex {
            index_name: name.to_owned(),
            key_schema: partition.chain(keys.sort.iter().map(element(hashrange_wire::KeyRole::Range))).collect(),
            projection: projection.clone(),
            provisioned_throughput: self.table.throughput(),
            ..GlobalSecondaryIndex::default()
        };
        let created = self.created_with(index, keys.attributes().map(definition).collect());
        Making { jobs: self.at_once(off, vec![created]), notes: Vec::new() }
    }

    fn half_size(&self) -> Making {
        let keys = key_names(self.table);
        let smaller: Vec<Arc<Item>> =
            self.table.items().filter_map(|(item, _)| halved(item, &keys).map(Arc::new)).collect();
        if smaller.is_empty() {
            return Making::default();
        }
        Making { jobs: self.at_once(off, vec![Job::Write(smaller)]), notes: vec![Note::ItemsHalved] }
    }

    /// DAX on or off. A single read is sent once before, so that the trial shows what a filled cache does.
    fn accelerator(&self, on: bool, what: &What) -> Making {
        let dax = on.then_some(DaxOptions::DEFAULT);
        let settings = Settings { dax, ..self.settings.clone() };
        let mut unmetered = settings.clone();
        off(&mut unmetered.physics);
        let mut making = Making::default();
        if let (true, What::Request(request)) = (on, what) {
            making.jobs.push(Job::Settings(Box::new(unmetered)));
            making.jobs.push(Job::Try(request.clone()));
            making.notes.push(Note::CacheFilled);
        }
        making.jobs.push(Job::Settings(Box::new(settings)));
        making
    }

    /// What a table or index made anew begins with: a new one holds a second of its throughput, so that one which is made with
    /// what the old one had saved holds that. No more than its partitions serve, since more would make more of them.
    pub(crate) fn saved(&self, index: Option<&str>, rate: ProvisionedThroughput) -> ProvisionedThroughput {
        use hashrange_engine::Direction::{Read, Write};
        if self.settings.physics.throttling.mode == Throttling::Off {
            return rate;
        }
        let left = |direction, usual: u64, most: u64| {
            let reserve = self.engine.reserve(&self.name(), index, direction);
            reserve.map_or(usual, |reserve| reserve.left.as_halves() / 2).clamp(1, most.max(usual))
        };
        ProvisionedThroughput {
            read_capacity_units: left(Read, rate.read_capacity_units, 600),
            write_capacity_units: left(Write, rate.write_capacity_units, 800),
        }
    }

    /// The throughput as it was, of a table or of indexes that were made anew.
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

/// Other throughput for an index.
pub(crate) fn rated(index: &str, rate: ProvisionedThroughput) -> GlobalSecondaryIndexUpdate {
    GlobalSecondaryIndexUpdate::Update(UpdateGlobalSecondaryIndexAction {
        index_name: index.to_owned(),
        provisioned_throughput: Some(rate),
        ..UpdateGlobalSecondaryIndexAction::default()
    })
}

/// The throughput with what is asked for; of a table on demand what is not asked for becomes what is.
fn with_rate(
    rate: Option<ProvisionedThroughput>,
    (reads, writes): (Option<u64>, Option<u64>),
) -> ProvisionedThroughput {
    let other = |own: Option<u64>, other: Option<u64>, usual: fn(ProvisionedThroughput) -> u64| {
        own.or(rate.map(usual)).or(other).unwrap_or(1)
    };
    ProvisionedThroughput {
        read_capacity_units: other(reads, writes, |rate| rate.read_capacity_units),
        write_capacity_units: other(writes, reads, |rate| rate.write_capacity_units),
    }
}

/// Changes of tables and indexes take no time, and the quotas on how often they may happen do not count.
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

/// Nothing is throttled, nothing lags, and traffic is not watched.
pub(crate) fn off(physics: &mut Physics) {
    const NONE: Span = Span::exactly(Duration::ZERO);
    physics.throttling.mode = Throttling::Off;
    physics.index_propagation = NONE;
    physics.replication = NONE;
    physics.partitions.heat = Duration::ZERO;
    physics.transaction = Duration::ZERO;
}
