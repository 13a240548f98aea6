//! Checks changes of the table's global secondary indexes: throughput, creation, deletion.

use hashrange_index::{IndexKind, KeyAttribute, KeySchema, VectorRule};
use hashrange_values::Text;
use hashrange_wire::{
    BillingMode, Busy, GlobalSecondaryIndex, GlobalSecondaryIndexUpdate, KeyRole, LimitExceeded, ResourceNotFound,
    ServiceError, SettingError, UpdateGlobalSecondaryIndexAction, UpdateTableError,
};

use crate::rules::setting_checks::{self, AskedThroughput};
use crate::rules::{describe, schema};
use crate::service::operation::update_table::effect::Effect;
use crate::service::operation::update_table::rules::{limits_of, warm_of};
use crate::service::operation::update_table::settings::WARM_FLOOR;
use crate::service::operation::update_table::validation::Validation;
use crate::state::index::Index;
use crate::state::index_life::IndexLife;

impl<'a> Validation<'a> {
    /// Refuses updates of indexes that cannot be updated now. This check precedes that of the table's own throughput
    /// (observed: index-update-words).
    pub(super) fn updates_of_busy_indexes(&self) -> Result<(), ServiceError> {
        for update in self.updates() {
            if let GlobalSecondaryIndexUpdate::Update(action) = update {
                self.check_idle(self.global(&action.index_name, "update")?)?;
            }
        }
        Ok(())
    }

    /// Checks all changes of indexes.
    pub(super) fn indexes(&mut self) -> Result<(), ServiceError> {
        let updates = self.updates();
        let online = |update: &&GlobalSecondaryIndexUpdate| !matches!(update, GlobalSecondaryIndexUpdate::Update(_));
        if updates.iter().filter(online).count() + self.vector_updates().len() > 1 {
            return Err(LimitExceeded::OnlineIndex.into());
        }
        self.every_index_has_a_rate()?;
        for update in updates {
            match update {
                GlobalSecondaryIndexUpdate::Update(action) => self.update_index(action)?,
                GlobalSecondaryIndexUpdate::Create(index) => self.create_index(index)?,
                GlobalSecondaryIndexUpdate::Delete { index_name } => self.delete_index(index_name)?,
            }
        }
        self.vector_indexes()
    }

    fn updates(&self) -> &'a [GlobalSecondaryIndexUpdate] {
        self.request
            .global_secondary_index_updates
            .as_deref()
            .unwrap_or_default()
    }

    /// A table that becomes provisioned needs a rate for each of its indexes (observed: billing-switch-seen).
    fn every_index_has_a_rate(&self) -> Result<(), UpdateTableError> {
        if !self
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::ToProvisioned(_)))
        {
            return Ok(());
        }
        let named = |index: &Index| {
            self.updates().iter().any(|update| match update {
                GlobalSecondaryIndexUpdate::Update(action) => {
                    index.definition.name == action.index_name.as_str() && action.provisioned_throughput.is_some()
                }
                GlobalSecondaryIndexUpdate::Delete { index_name } => index.definition.name == index_name.as_str(),
                GlobalSecondaryIndexUpdate::Create(_) => false,
            })
        };
        match self.table.global_indexes().find(|index| !named(index)) {
            Some(index) => Err(UpdateTableError::IndexThroughputMissing(index.definition.name.clone())),
            None => Ok(()),
        }
    }

    /// The global index of this name.
    fn global(&self, name: &str, verb: &'static str) -> Result<&'a Index, ServiceError> {
        match self.table.index(name) {
            None => Err(ResourceNotFound::Index {
                table: self.table.name.clone(),
                index: name.to_owned(),
            }
            .into()),
            Some(index) if index.definition.kind != IndexKind::Global => Err(UpdateTableError::NotGlobal {
                verb,
                index: name.to_owned(),
            }
            .into()),
            Some(index) => Ok(index),
        }
    }

    /// Refuses an index that is being allocated, changed or deleted. An index that is being backfilled can be changed
    /// (documented: index-online).
    fn check_idle(&self, index: &Index) -> Result<(), Busy> {
        let (table, name) = (self.table.name.clone(), index.definition.name.clone());
        match index.life {
            IndexLife::Deleting => Err(Busy::Index {
                stage: "deleted",
                table,
                index: name,
            }),
            IndexLife::Creating | IndexLife::Allocating => Err(Busy::IndexNotBackfilling { table, index: name }),
            _ if index.throughput.pending.is_some() || index.limits_change => Err(Busy::Index {
                stage: "updated",
                table,
                index: name,
            }),
            IndexLife::Active | IndexLife::Backfilling(_) => Ok(()),
        }
    }

    fn update_index(&mut self, action: &UpdateGlobalSecondaryIndexAction) -> Result<(), ServiceError> {
        let index = self.global(&action.index_name, "update")?;
        let name = index.definition.name.clone();
        let (limits, warm) = (limits_of(action.on_demand_throughput), warm_of(action.warm_throughput));
        let rate = match self.mode() {
            BillingMode::PayPerRequest => {
                self.check_on_demand_update(action)?;
                None
            }
            BillingMode::Provisioned => {
                if let Some(member) = limits.and_then(setting_checks::first_member) {
                    return Err(SettingError::OnDemandWhileProvisioned {
                        member,
                        index: Some(name),
                    }
                    .into());
                }
                if action.provisioned_throughput.is_none() && warm.is_none() {
                    return Err(UpdateTableError::IndexUnitsMissing(action.index_name.clone()).into());
                }
                action.provisioned_throughput
            }
        };
        let mut effects = Vec::new();
        match rate {
            Some(rate) if index.throughput.rate.is_none() => {
                effects.push(Effect::IndexToProvisioned(name.clone(), rate));
            }
            Some(rate) => {
                if index.throughput.rate == Some(rate) {
                    let (read, write) = (rate.read_capacity_units, rate.write_capacity_units);
                    return Err(UpdateTableError::SameThroughput {
                        index: Some(name),
                        read,
                        write,
                    }
                    .into());
                }
                index
                    .throughput
                    .check_decrease(rate, self.engine.shared.now, &self.engine.shared.options.limits)?;
                effects.push(Effect::IndexRate(name.clone(), rate));
            }
            None => {}
        }
        if let Some(limits) = limits {
            setting_checks::on_demand_range(limits, Some(&name), -1)?;
            effects.push(Effect::IndexLimits(name.clone(), limits));
        }
        if let Some(warm) = warm {
            setting_checks::warm_floor(warm, Some(&name), index.throughput.warm.units, [WARM_FLOOR; 2])?;
            effects.push(Effect::IndexWarm(name.clone(), index.throughput.warm.asked(warm)));
        }
        setting_checks::within_quota(limits, warm, Some(&name), &self.engine.shared.options)?;
        self.effects.append(&mut effects);
        Ok(())
    }

    /// Refuses a rate for an on-demand index, and an update without a useful member (observed: index-update-words, in
    /// two wordings).
    fn check_on_demand_update(&self, action: &UpdateGlobalSecondaryIndexAction) -> Result<(), UpdateTableError> {
        let index = action.index_name.clone();
        let useful = limits_of(action.on_demand_throughput).is_some() || warm_of(action.warm_throughput).is_some();
        match (action.provisioned_throughput, self.request.billing_mode) {
            (Some(_), Some(_)) => Err(UpdateTableError::IndexThroughputOnDemand(index)),
            (Some(_), None) => Err(UpdateTableError::IndexUpdateOnDemand(index)),
            (None, _) if !useful => Err(UpdateTableError::IndexUpdateOnDemand(index)),
            _ => Ok(()),
        }
    }

    fn create_index(&mut self, asked: &GlobalSecondaryIndex) -> Result<(), ServiceError> {
        let name = self.free_name(&asked.index_name)?;
        self.no_other_index(&name)?;
        self.check_table_idle()?;
        let definitions = self.request.attribute_definitions.as_deref().unwrap_or_default();
        if definitions.is_empty() {
            return Err(UpdateTableError::DefinitionsMissing(asked.index_name.clone()).into());
        }
        let new = schema::define_global(asked, definitions)?;
        self.check_not_redefined(&new.definition.keys)?;
        self.check_created_rate(asked)?;
        let limits = &self.engine.shared.options.limits;
        if self.table.global_indexes().count() >= limits.global_secondary_indexes {
            return Err(LimitExceeded::GlobalIndexes(limits.global_secondary_indexes).into());
        }
        let existing = self.table.indexes.iter().map(|index| &index.definition);
        schema::check_non_key_attributes(existing.chain([&new.definition]), limits)?;
        let mut new = new;
        if let Some(warm) = asked.warm_throughput {
            new.throughput.warm.units = new.throughput.warm.asked(warm);
        }
        self.effects.push(Effect::CreateIndex(Box::new(new)));
        Ok(())
    }

    /// The name of an index to create, if it is free.
    pub(super) fn free_name(&self, asked: &str) -> Result<Text, ServiceError> {
        let name = Text::from(asked);
        match self.table.index(asked).map(|existing| &existing.life) {
            None => Ok(name),
            Some(IndexLife::Deleting) => Err(Busy::Index {
                stage: "deleted",
                table: self.table.name.clone(),
                index: name,
            }
            .into()),
            Some(_) => Err(UpdateTableError::IndexExists.into()),
        }
    }

    fn check_created_rate(&self, asked: &GlobalSecondaryIndex) -> Result<(), ServiceError> {
        let (name, mode) = (asked.index_name.clone(), self.mode());
        match (mode, asked.provisioned_throughput) {
            (BillingMode::PayPerRequest, Some(_)) => return Err(UpdateTableError::IndexThroughputOnDemand(name).into()),
            (BillingMode::Provisioned, None) => return Err(UpdateTableError::IndexUnitsMissing(name).into()),
            _ => {}
        }
        let owner = Text::from(name);
        let asked = AskedThroughput::of_index(asked);
        setting_checks::created_throughput(Some(&owner), mode, asked)?;
        let options = &self.engine.shared.options;
        Ok(setting_checks::within_quota(
            asked.on_demand,
            asked.warm,
            Some(&owner),
            options,
        )?)
    }

    fn delete_index(&mut self, name: &str) -> Result<(), ServiceError> {
        let index = self.global(name, "delete")?;
        self.delete_found(index)
    }

    /// Deletes an index of either kind, if it can be deleted.
    pub(super) fn delete_found(&mut self, index: &Index) -> Result<(), ServiceError> {
        let (table, index_name) = (self.table.name.clone(), index.definition.name.clone());
        match index.life {
            IndexLife::Deleting => {
                return Err(Busy::Index {
                    stage: "deleted",
                    table,
                    index: index_name,
                }
                .into());
            }
            IndexLife::Creating | IndexLife::Allocating => {
                return Err(Busy::IndexAllocating {
                    table,
                    index: index_name,
                }
                .into());
            }
            IndexLife::Active | IndexLife::Backfilling(_) => {}
        }
        self.no_other_index(&index_name)?;
        self.check_table_idle()?;
        self.effects.push(Effect::DeleteIndex(index_name));
        Ok(())
    }

    /// Refuses a change while another index is created or deleted (documented: one-index-at-a-time).
    pub(super) fn no_other_index(&self, name: &Text) -> Result<(), LimitExceeded> {
        let moving = |index: &Index| !matches!(index.life, IndexLife::Active) && index.definition.name != *name;
        if self.table.online_indexes().any(moving) {
            Err(LimitExceeded::OnlineIndex)
        } else {
            Ok(())
        }
    }

    pub(super) fn check_table_idle(&self) -> Result<(), Busy> {
        self.no_rate_change("create or delete indexes")?;
        self.no_stream_change("create or delete an index")?;
        self.no_class_change("create or delete an index")
    }

    /// Checks that a key attribute has the same type everywhere in a table.
    fn check_not_redefined(&self, keys: &KeySchema) -> Result<(), UpdateTableError> {
        let of_indexes = self.table.indexes.iter().map(|index| &index.definition.keys);
        for rule in self.table.indexes.iter().filter_map(|index| index.definition.vector()) {
            let differs = |key: &KeyAttribute| {
                key.name == rule.attribute
                    || rule
                        .schema_attribute(&key.name)
                        .is_some_and(|known| known.key.key_type != key.key_type)
            };
            if keys.attributes().any(differs) {
                return Err(UpdateTableError::Redefined {
                    existing: printed_vector(rule),
                    new: printed(keys),
                });
            }
        }
        for existing in std::iter::once(&self.table.keys).chain(of_indexes) {
            let differs = keys.attributes().any(|new| {
                existing
                    .attributes()
                    .any(|old| old.name == new.name && old.key_type != new.key_type)
            });
            if differs {
                return Err(UpdateTableError::Redefined {
                    existing: printed(existing),
                    new: printed(keys),
                });
            }
        }
        Ok(())
    }
}

/// The vector of an index as the service prints it when an attribute is redefined (observed: vector-updates).
pub(super) fn printed_vector(rule: &VectorRule) -> String {
    format!(
        "VectorIndexSchema:[VectorAttribute: key{{{}:L:{}}}]",
        rule.attribute, rule.dimensions
    )
}

/// A key schema as the service prints it when an attribute is redefined (observed: schema-in-messages).
pub(super) fn printed(keys: &KeySchema) -> String {
    let types = keys.attributes().map(|key| key.key_type.descriptor());
    let elements: Vec<String> = describe::key_schema(keys)
        .iter()
        .zip(types)
        .map(|(element, kind)| {
            let role = if element.key_type == KeyRole::Hash {
                "HASH"
            } else {
                "RANGE"
            };
            format!("SchemaElement: key{{{}:{kind}:{role}}}", element.attribute_name)
        })
        .collect();
    format!("Schema:[{}]", elements.join(", "))
}
