//! Checks changes of the table's vector indexes: creation, deletion.

use hashrange_index::{KeyAttribute, VectorRule};
use hashrange_wire::{
    BillingMode, LimitExceeded, ResourceNotFound, ServiceError, UpdateTableError, VectorIndex, VectorIndexError,
    VectorIndexUpdate,
};

use crate::rules::{schema, vector_schema};
use crate::service::operation::update_table::effect::Effect;
use crate::service::operation::update_table::index::{printed, printed_vector};
use crate::service::operation::update_table::validation::Validation;
use crate::state::index_life::IndexLife;

impl<'a> Validation<'a> {
    pub(super) fn vector_updates(&self) -> &'a [VectorIndexUpdate] {
        self.request.vector_index_updates.as_deref().unwrap_or_default()
    }

    /// Checks all changes of vector indexes.
    pub(super) fn vector_indexes(&mut self) -> Result<(), ServiceError> {
        let has_vectors = self
            .table
            .indexes
            .iter()
            .any(|index| index.definition.vector().is_some());
        let to_provisioned = self
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::ToProvisioned(_)));
        if has_vectors && to_provisioned {
            // The error text differs if the same request also changes vector indexes, even if it deletes the last one
            // (observed: vector-updates).
            let error = match self.vector_updates().is_empty() {
                true => VectorIndexError::Provisioned,
                false => VectorIndexError::ToProvisioned,
            };
            return Err(error.into());
        }
        for update in self.vector_updates() {
            match update {
                VectorIndexUpdate::Create(index) => self.create_vector_index(index)?,
                VectorIndexUpdate::Delete { index_name } => self.delete_vector_index(index_name)?,
            }
        }
        Ok(())
    }

    fn create_vector_index(&mut self, asked: &VectorIndex) -> Result<(), ServiceError> {
        // For an index that is being created, the error reports the limit, not the duplicate name
        // (observed: vector-updates).
        let life = self.table.index(&asked.index_name).map(|index| &index.life);
        if matches!(life, Some(IndexLife::Allocating | IndexLife::Backfilling(_))) {
            return Err(LimitExceeded::OnlineIndex.into());
        }
        let name = self.free_name(&asked.index_name)?;
        self.no_other_index(&name)?;
        self.check_table_idle()?;
        let definitions = self.request.attribute_definitions.as_deref().unwrap_or_default();
        let new = vector_schema::define_vector(asked, &self.table.keys, definitions)?;
        vector_schema::not_defined_as_key(asked, definitions)?;
        if self.mode() == BillingMode::Provisioned {
            return Err(VectorIndexError::Provisioned.into());
        }
        if let Some(rule) = new.definition.vector() {
            self.check_vector_not_redefined(rule)?;
        }
        let limits = &self.engine.shared.options.limits;
        let existing = self
            .table
            .indexes
            .iter()
            .filter(|index| index.definition.vector().is_some())
            .count();
        if existing >= limits.vector_indexes {
            return Err(LimitExceeded::VectorIndexes(limits.vector_indexes).into());
        }
        let definitions = self.table.indexes.iter().map(|index| &index.definition);
        schema::check_non_key_attributes(definitions.chain([&new.definition]), limits)?;
        self.effects.push(Effect::CreateIndex(Box::new(new)));
        Ok(())
    }

    /// Checks that an attribute has one type in the whole table. A vector attribute is no key, and has one length. The
    /// texts about a search schema are inferred: vector-redefined, from those about keys; those about lengths are
    /// observed: vector-updates.
    fn check_vector_not_redefined(&self, new: &VectorRule) -> Result<(), UpdateTableError> {
        let definitions = || self.table.indexes.iter().map(|index| &index.definition);
        let other_type = |known: &KeyAttribute| {
            known.name == new.attribute
                || new
                    .schema_attribute(&known.name)
                    .is_some_and(|asked| asked.key.key_type != known.key_type)
        };
        let of_indexes = definitions()
            .filter(|index| index.vector().is_none())
            .map(|index| &index.keys);
        let mut keys = std::iter::once(&self.table.keys).chain(of_indexes);
        let differing = keys.find(|keys| keys.attributes().any(other_type)).map(printed);
        let mut rules = definitions().filter_map(|index| index.vector());
        let other_rule = |rule: &&VectorRule| {
            (rule.attribute == new.attribute && rule.dimensions != new.dimensions)
                || new.schema_attribute(&rule.attribute).is_some()
                || rule.schema.iter().any(|known| other_type(&known.key))
        };
        match differing.or_else(|| rules.find(other_rule).map(printed_vector)) {
            Some(existing) => Err(UpdateTableError::Redefined {
                existing,
                new: printed_vector(new),
            }),
            None => Ok(()),
        }
    }

    fn delete_vector_index(&mut self, name: &str) -> Result<(), ServiceError> {
        let index = self
            .table
            .index(name)
            .filter(|index| index.definition.vector().is_some());
        match index {
            Some(index) => self.delete_found(index),
            None => Err(ResourceNotFound::Index {
                table: self.table.name.clone(),
                index: name.to_owned(),
            }
            .into()),
        }
    }
}
