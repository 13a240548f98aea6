//! From a CreateTable request to the definition of a table: the checks across members, in the service's order.

use std::collections::BTreeSet;

use hashrange_index::{IndexDefinition, IndexKind, KeyAttribute, KeySchema, Projection};
use hashrange_values::Text;
use hashrange_wire::{
    AttributeDefinition, BillingMode, CreateTableRequest, GlobalSecondaryIndex, KeyRole, KeySchemaElement,
    KeySchemaError, LocalSecondaryIndex, Projection as WireProjection, ProjectionType, ProvisionedThroughput,
};

use crate::Limits;

/// Attributes of each role in the key of a global index (documented).
const MOST_KEYS_OF_A_ROLE: usize = 4;

/// What CreateTable asks for, checked and understood.
#[derive(Clone, Debug)]
pub(crate) struct TableDefinition {
    pub(crate) keys: KeySchema,
    pub(crate) billing: BillingMode,
    pub(crate) throughput: Option<ProvisionedThroughput>,
    pub(crate) indexes: Vec<(IndexDefinition, Option<ProvisionedThroughput>)>,
}

/// Checks the request against itself.
pub(crate) fn define(request: &CreateTableRequest, limits: &Limits) -> Result<TableDefinition, KeySchemaError> {
    let billing = request.billing_mode.unwrap_or(BillingMode::Provisioned);
    match (billing, request.provisioned_throughput) {
        (BillingMode::Provisioned, None) => return Err(KeySchemaError::ThroughputMissing),
        (BillingMode::PayPerRequest, Some(_)) => return Err(KeySchemaError::ThroughputWithPayPerRequest),
        _ => {}
    }
    let definitions = &request.attribute_definitions;
    if request.key_schema.len() > definitions.len() {
        return Err(KeySchemaError::KeyWithoutDefinition);
    }
    check_definitions_distinct(definitions)?;
    let keys = key_schema(&request.key_schema, definitions)?;
    let no_index = request.local_secondary_indexes.is_none() && request.global_secondary_indexes.is_none();
    if no_index && definitions.len() != keys.len() {
        return Err(KeySchemaError::DefinitionCount);
    }
    let mut indexes = Vec::new();
    if let Some(locals) = &request.local_secondary_indexes {
        define_locals(locals, &keys, definitions, limits, &mut indexes)?;
    }
    if let Some(globals) = &request.global_secondary_indexes {
        define_globals(globals, billing, definitions, limits, &mut indexes)?;
    }
    check_definitions_used(definitions, &keys, &indexes)?;
    check_non_key_attributes(&indexes, limits)?;
    Ok(TableDefinition { keys, billing, throughput: request.provisioned_throughput, indexes })
}

type Indexes = Vec<(IndexDefinition, Option<ProvisionedThroughput>)>;

fn define_locals(
    locals: &[LocalSecondaryIndex],
    table_keys: &KeySchema,
    definitions: &[AttributeDefinition],
    limits: &Limits,
    indexes: &mut Indexes,
) -> Result<(), KeySchemaError> {
    if locals.is_empty() {
        return Err(KeySchemaError::NoLocalIndexes);
    }
    if table_keys.sort.is_empty() {
        return Err(KeySchemaError::LocalIndexNeedsSortKey);
    }
    for local in locals {
        let keys = key_schema(&local.key_schema, definitions)?;
        if keys.sort.is_empty() {
            return Err(KeySchemaError::LocalIndexWithoutSortKey(local.index_name.clone()));
        }
        if let (Some(own), Some(table)) = (keys.partition.first(), table_keys.partition.first())
            && own.name != table.name
        {
            return Err(KeySchemaError::LocalIndexHashKey {
                index: local.index_name.clone(),
                index_key: own.name.clone(),
                table_key: table.name.clone(),
            });
        }
        add_index(&local.index_name, IndexKind::Local, keys, &local.projection, None, indexes)?;
    }
    if locals.len() > limits.local_secondary_indexes {
        return Err(KeySchemaError::TooManyLocalIndexes(limits.local_secondary_indexes));
    }
    Ok(())
}

fn define_globals(
    globals: &[GlobalSecondaryIndex],
    billing: BillingMode,
    definitions: &[AttributeDefinition],
    limits: &Limits,
    indexes: &mut Indexes,
) -> Result<(), KeySchemaError> {
    if globals.is_empty() {
        return Err(KeySchemaError::NoGlobalIndexes);
    }
    for global in globals {
        let keys = global_key_schema(&global.key_schema, definitions)?;
        let throughput = global.provisioned_throughput;
        add_index(&global.index_name, IndexKind::Global, keys, &global.projection, throughput, indexes)?;
        match (billing, throughput) {
            (BillingMode::Provisioned, None) => {
                return Err(KeySchemaError::IndexThroughputMissing(global.index_name.clone()));
            }
            (BillingMode::PayPerRequest, Some(_)) => {
                return Err(KeySchemaError::IndexThroughputWithPayPerRequest(global.index_name.clone()));
            }
            _ => {}
        }
    }
    if globals.len() > limits.global_secondary_indexes {
        return Err(KeySchemaError::TooManyGlobalIndexes(limits.global_secondary_indexes));
    }
    Ok(())
}

fn add_index(
    name: &str,
    kind: IndexKind,
    keys: KeySchema,
    projection: &WireProjection,
    throughput: Option<ProvisionedThroughput>,
    indexes: &mut Indexes,
) -> Result<(), KeySchemaError> {
    let projection = define_projection(projection)?;
    if indexes.iter().any(|(index, _)| index.name == name) {
        return Err(KeySchemaError::DuplicateIndexName(name.to_owned()));
    }
    indexes.push((IndexDefinition { name: Text::from(name), kind, keys, projection }, throughput));
    Ok(())
}

fn define_projection(projection: &WireProjection) -> Result<Projection, KeySchemaError> {
    let kind = projection.projection_type.ok_or(KeySchemaError::ProjectionTypeMissing)?;
    match (kind, &projection.non_key_attributes) {
        (ProjectionType::Include, Some(names)) => {
            let mut set = BTreeSet::new();
            match names.iter().find(|name| !set.insert((*name).clone())) {
                Some(name) => Err(KeySchemaError::DuplicateNonKeyAttribute(name.clone())),
                None => Ok(Projection::Include(set)),
            }
        }
        (ProjectionType::Include, None) => Err(KeySchemaError::NonKeyAttributesMissing),
        (kind, Some(_)) => Err(KeySchemaError::NonKeyAttributesGiven(kind.as_str())),
        (ProjectionType::All, None) => Ok(Projection::All),
        (ProjectionType::KeysOnly, None) => Ok(Projection::KeysOnly),
    }
}

/// The keys of a table or a local index: a partition key, and perhaps a sort key.
fn key_schema(elements: &[KeySchemaElement], definitions: &[AttributeDefinition]) -> Result<KeySchema, KeySchemaError> {
    let attributes = typed(elements, definitions)?;
    if let [first, second, ..] = attributes.as_slice()
        && first.name == second.name
    {
        return Err(KeySchemaError::SameName);
    }
    let role = |position: usize| elements.get(position).map(|element| element.key_type);
    if role(0) != Some(KeyRole::Hash) {
        return Err(KeySchemaError::FirstNotHash);
    }
    if role(1).is_some_and(|role| role != KeyRole::Range) {
        return Err(KeySchemaError::SecondNotRange);
    }
    let mut attributes = attributes.into_iter();
    Ok(KeySchema { partition: attributes.by_ref().take(1).collect(), sort: attributes.collect() })
}

/// The keys of a global index: up to four attributes of each role, partition keys first (documented).
fn global_key_schema(
    elements: &[KeySchemaElement],
    definitions: &[AttributeDefinition],
) -> Result<KeySchema, KeySchemaError> {
    let attributes = typed(elements, definitions)?;
    let of = |role: KeyRole| elements.iter().filter(|element| element.key_type == role).count();
    let hashes = elements.iter().take_while(|element| element.key_type == KeyRole::Hash).count();
    let mut names = BTreeSet::new();
    if let Some(twice) = elements.iter().position(|element| !names.insert(&element.attribute_name)) {
        // Two elements are refused in the words of old, more in those that came with longer keys (observed).
        return Err(if twice == 1 && elements.len() == 2 {
            KeySchemaError::SameName
        } else {
            KeySchemaError::SameNames
        });
    }
    if hashes == 0 {
        return Err(KeySchemaError::FirstNotHash);
    }
    if hashes != of(KeyRole::Hash) {
        return Err(KeySchemaError::HashAfterRange);
    }
    for role in [KeyRole::Hash, KeyRole::Range] {
        if of(role) > MOST_KEYS_OF_A_ROLE {
            return Err(KeySchemaError::TooManyKeys(role));
        }
    }
    let mut attributes = attributes.into_iter();
    Ok(KeySchema { partition: attributes.by_ref().take(hashes).collect(), sort: attributes.collect() })
}

/// Key attributes with the types their definitions give them.
fn typed(
    elements: &[KeySchemaElement],
    definitions: &[AttributeDefinition],
) -> Result<Vec<KeyAttribute>, KeySchemaError> {
    let typed = |element: &KeySchemaElement| {
        let definition = definitions.iter().find(|definition| definition.attribute_name == element.attribute_name)?;
        Some(KeyAttribute { name: element.attribute_name.clone(), key_type: definition.attribute_type })
    };
    elements.iter().map(typed).collect::<Option<Vec<_>>>().ok_or_else(|| KeySchemaError::KeysNotDefined {
        keys: elements.iter().map(|element| element.attribute_name.clone()).collect(),
        definitions: defined_names(definitions),
    })
}

fn check_definitions_distinct(definitions: &[AttributeDefinition]) -> Result<(), KeySchemaError> {
    let mut names = BTreeSet::new();
    match definitions.iter().find(|definition| !names.insert(&definition.attribute_name)) {
        Some(twice) => Err(KeySchemaError::DuplicateDefinition(twice.attribute_name.clone())),
        None => Ok(()),
    }
}

fn check_definitions_used(
    definitions: &[AttributeDefinition],
    keys: &KeySchema,
    indexes: &Indexes,
) -> Result<(), KeySchemaError> {
    let index_keys = indexes.iter().flat_map(|(index, _)| index.keys.attributes());
    let used: BTreeSet<Text> = keys.attributes().chain(index_keys).map(|key| key.name.clone()).collect();
    if definitions.iter().all(|definition| used.contains(&definition.attribute_name)) {
        return Ok(());
    }
    Err(KeySchemaError::DefinitionsUnused { definitions: defined_names(definitions), keys: used.into_iter().collect() })
}

fn check_non_key_attributes(indexes: &Indexes, limits: &Limits) -> Result<(), KeySchemaError> {
    let listed: usize = indexes
        .iter()
        .map(|(index, _)| match &index.projection {
            Projection::Include(names) => names.len(),
            Projection::All | Projection::KeysOnly => 0,
        })
        .sum();
    if listed > limits.non_key_attributes {
        return Err(KeySchemaError::TooManyNonKeyAttributes(limits.non_key_attributes));
    }
    Ok(())
}

fn defined_names(definitions: &[AttributeDefinition]) -> Vec<Text> {
    definitions.iter().map(|definition| definition.attribute_name.clone()).collect()
}
