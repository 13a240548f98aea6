//! Makes a change in the second engine, as jobs in order: by the service's own request if there is one, by settings, or
//! by creating the index or table again.
//!
//! Must not know how jobs are executed.

use std::sync::Arc;

use hashrange_endpoint::{DaxOptions, Settings};
use hashrange_engine::{Engine, IndexKind};
use hashrange_values::Item;
use hashrange_wire::{
    BillingMode, GlobalSecondaryIndex, GlobalSecondaryIndexUpdate, Projection, ProvisionedThroughput,
    UpdateTableRequest,
};

use crate::anew;
use crate::halve::halved;
use crate::making::{Job, Make, Making, off, rated};
use crate::reshape::{key_names, named};
use crate::subject::What;
use crate::{Change, IndexChoice, NotApplicable, Note};

/// The jobs and notes of this change.
///
/// # Errors
/// When the index does not exist.
pub(crate) fn making(
    (engine, settings): (&Engine, &Settings),
    what: &What,
    change: &Change,
) -> Result<Making, NotApplicable> {
    let making = maker(engine, settings, what.table().unwrap_or_default())?;
    Ok(match change {
        Change::Provisioned { index, reads, writes } => making.provisioned(index.as_deref(), (*reads, *writes)),
        Change::OnDemand => making.on_demand(),
        Change::Projection { index, projection } => making.projection(index, projection)?,
        Change::QueryInstead {
            index: IndexChoice::New { name, keys, projection },
        } => making.new_index(name, keys, projection),
        Change::HalfSize => making.half_size(),
        Change::Accelerator { on } => making.accelerator(*on, what),
        Change::Suffixes { .. } if making.table.item_count() > 0 => Making {
            jobs: Vec::new(),
            notes: vec![Note::OtherItems],
        },
        Change::Suffixes { .. } | Change::Consistency { .. } | Change::QueryInstead { .. } => Making::default(),
    })
}

/// What changes a table needs.
///
/// # Errors
/// When there is no such table.
pub(crate) fn maker<'a>(engine: &'a Engine, settings: &'a Settings, table: &str) -> Result<Make<'a>, NotApplicable> {
    let table = engine.table(table).ok_or(NotApplicable::NoSubject)?;
    let description = engine.describe(table.name()).ok_or(NotApplicable::NoSubject)?;
    Ok(Make {
        engine,
        settings,
        table,
        description,
    })
}

impl Make<'_> {
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
                    let updates = globals
                        .iter()
                        .map(|index| rated(&index.index_name, rate))
                        .collect::<Vec<_>>();
                    request.global_secondary_index_updates = Some(updates).filter(|updates| !updates.is_empty());
                }
            }
        }
        self.of_request(request)
    }

    fn on_demand(&self) -> Making {
        self.of_request(UpdateTableRequest {
            billing_mode: Some(BillingMode::PayPerRequest),
            ..self.update()
        })
    }

    fn of_request(&self, request: UpdateTableRequest) -> Making {
        Making {
            jobs: self.at_once(|_| (), vec![Job::Ask(Box::new(request.into()))]),
            notes: Vec::new(),
        }
    }

    /// Deletes a global index.
    ///
    /// # Errors
    /// When there is none of this name.
    pub(crate) fn without(&self, index: &str) -> Result<Making, NotApplicable> {
        match named(self.table, index)?.definition().kind {
            IndexKind::Global => {}
            IndexKind::Local => {
                return Err(NotApplicable::LocalStays {
                    index: index.to_owned(),
                });
            }
            IndexKind::Vector(_) => {
                return Err(NotApplicable::VectorIndex {
                    index: index.to_owned(),
                });
            }
        }
        let gone = GlobalSecondaryIndexUpdate::Delete {
            index_name: index.to_owned(),
        };
        Ok(Making {
            jobs: self.at_once(off, vec![self.index_update(gone)]),
            notes: Vec::new(),
        })
    }

    /// Creates an index again with another projection.
    ///
    /// # Errors
    /// When there is none of this name, or it has this projection.
    pub(crate) fn projection(&self, index: &str, projection: &Projection) -> Result<Making, NotApplicable> {
        let definition = named(self.table, index)?.definition();
        let global = self
            .description
            .global_secondary_indexes
            .iter()
            .find(|known| known.index_name == index);
        let local = self
            .description
            .local_secondary_indexes
            .iter()
            .find(|known| known.index_name == index);
        let known = global
            .map(|index| &index.projection)
            .or(local.map(|index| &index.projection));
        if known == Some(projection) {
            return Err(NotApplicable::Already {
                what: "the index has this projection".to_owned(),
            });
        }
        let Some(global) = global else {
            return Ok(anew::table_anew(self, &definition.name, projection));
        };
        let gone = GlobalSecondaryIndexUpdate::Delete {
            index_name: index.to_owned(),
        };
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
        Ok(Making {
            jobs,
            notes: vec![Note::IndexMadeAnew],
        })
    }

    fn index_update(&self, update: GlobalSecondaryIndexUpdate) -> Job {
        let request = UpdateTableRequest {
            global_secondary_index_updates: Some(vec![update]),
            ..self.update()
        };
        Job::Ask(Box::new(request.into()))
    }

    /// The request that creates an index whose key attributes the table already defines.
    fn created(&self, index: GlobalSecondaryIndex) -> Job {
        let of_index = |name| index.key_schema.iter().any(|key| key.attribute_name == name);
        let known = &self.description.attribute_definitions;
        let definitions = known
            .iter()
            .filter(|known| of_index(&known.attribute_name))
            .cloned()
            .collect();
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
            key_schema: partition
                .chain(keys.sort.iter().map(element(hashrange_wire::KeyRole::Range)))
                .collect(),
            projection: projection.clone(),
            provisioned_throughput: self.table.throughput(),
            ..GlobalSecondaryIndex::default()
        };
        let created = self.created_with(index, keys.attributes().map(definition).collect());
        Making {
            jobs: self.at_once(off, vec![created]),
            notes: Vec::new(),
        }
    }

    /// Writes each stored item again, half as big.
    pub(crate) fn half_size(&self) -> Making {
        let keys = key_names(self.table);
        let smaller: Vec<Arc<Item>> = self
            .table
            .items()
            .filter_map(|(item, _)| halved(item, &keys).map(Arc::new))
            .collect();
        if smaller.is_empty() {
            return Making::default();
        }
        Making {
            jobs: self.at_once(off, vec![Job::Write(smaller)]),
            notes: vec![Note::ItemsHalved],
        }
    }

    /// DAX on or off. A single read is sent once before, so that the trial shows the effect of a filled cache.
    fn accelerator(&self, on: bool, what: &What) -> Making {
        let dax = on.then_some(DaxOptions::DEFAULT);
        let settings = Settings {
            dax,
            ..self.settings.clone()
        };
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
}

/// The throughput with the requested values; on demand, missing values become the current use.
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
