//! Converts a CreateTable request to the definition of a table, and an index request to the definition of an index. The
//! checks across members run in the service's order.

use hashrange_index::{IndexDefinition, IndexKind, KeyAttribute, KeySchema, Projection};
use hashrange_values::{Text, first_repeat, to_set};
use hashrange_wire::{
    AttributeDefinition, BillingMode, CreateTableRequest, GlobalSecondaryIndex, KeyRole, KeySchemaElement,
    KeySchemaError, LocalSecondaryIndex,
};

use crate::rules::new_index::{add_index, define_projection};
use crate::rules::vector_schema::define_vectors;
use crate::state::definition::{NewIndex, TableDefinition};
use crate::state::limits::Limits;
use crate::state::throughput::Throughput;

/// The maximum number of attributes per role in the key of a global index (documented: multi-attribute-keys).
const MOST_KEYS_OF_A_ROLE: usize = 4;

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
    let no_index = request.local_secondary_indexes.is_none()
        && request.global_secondary_indexes.is_none()
        && request.vector_indexes.is_none();
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
    if let Some(vectors) = &request.vector_indexes {
        define_vectors(vectors, &keys, billing, definitions, limits, &mut indexes)?;
    }
    check_definitions_used(definitions, &keys, &indexes)?;
    check_non_key_attributes(indexes.iter().map(|index| &index.definition), limits)?;
    let throughput = Throughput::new(request.provisioned_throughput, request.on_demand_throughput);
    Ok(TableDefinition {
        keys,
        billing,
        throughput,
        indexes,
    })
}

/// Checks a global index against the attribute definitions of the same request.
pub(crate) fn define_global(
    global: &GlobalSecondaryIndex,
    definitions: &[AttributeDefinition],
) -> Result<NewIndex, KeySchemaError> {
    let keys = global_key_schema(&global.key_schema, definitions)?;
    let projection = define_projection(&global.projection)?;
    let name = Text::from(global.index_name.as_str());
    Ok(NewIndex {
        definition: IndexDefinition {
            name,
            kind: IndexKind::Global,
            keys,
            projection,
        },
        throughput: Throughput::new(global.provisioned_throughput, global.on_demand_throughput),
    })
}

type Indexes = Vec<NewIndex>;

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
        let projection = define_projection(&local.projection)?;
        let name = Text::from(local.index_name.as_str());
        let definition = IndexDefinition {
            name,
            kind: IndexKind::Local,
            keys,
            projection,
        };
        add_index(
            NewIndex {
                definition,
                throughput: Throughput::new(None, None),
            },
            indexes,
        )?;
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
        add_index(define_global(global, definitions)?, indexes)?;
        match (billing, global.provisioned_throughput) {
            (BillingMode::Provisioned, None) => {
                return Err(KeySchemaError::IndexThroughputMissing(global.index_name.clone()));
            }
            (BillingMode::PayPerRequest, Some(_)) => {
                return Err(KeySchemaError::IndexThroughputWithPayPerRequest(
                    global.index_name.clone(),
                ));
            }
            _ => {}
        }
    }
    if globals.len() > limits.global_secondary_indexes {
        return Err(KeySchemaError::TooManyGlobalIndexes(limits.global_secondary_indexes));
    }
    Ok(())
}

/// The keys of a table or a local index: a partition key and an optional sort key.
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
    Ok(KeySchema {
        partition: attributes.by_ref().take(1).collect(),
        sort: attributes.collect(),
    })
}

/// The keys of a global index: up to four attributes of each role, partition keys first (documented: multi-attribute-keys).
fn global_key_schema(
    elements: &[KeySchemaElement],
    definitions: &[AttributeDefinition],
) -> Result<KeySchema, KeySchemaError> {
    let attributes = typed(elements, definitions)?;
    let of = |role: KeyRole| elements.iter().filter(|element| element.key_type == role).count();
    let hashes = elements
        .iter()
        .take_while(|element| element.key_type == KeyRole::Hash)
        .count();
    let names: Vec<&Text> = elements.iter().map(|element| &element.attribute_name).collect();
    if let Some(twice) = first_repeat(&names) {
        // For two elements the service uses its older error text; for more elements it uses the text that it added with
        // longer keys (observed: key-schema-words).
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
    Ok(KeySchema {
        partition: attributes.by_ref().take(hashes).collect(),
        sort: attributes.collect(),
    })
}

/// The key attributes with the types from their definitions.
fn typed(
    elements: &[KeySchemaElement],
    definitions: &[AttributeDefinition],
) -> Result<Vec<KeyAttribute>, KeySchemaError> {
    let typed = |element: &KeySchemaElement| {
        let definition = definitions
            .iter()
            .find(|definition| definition.attribute_name == element.attribute_name)?;
        Some(KeyAttribute {
            name: element.attribute_name.clone(),
            key_type: definition.attribute_type,
        })
    };
    elements
        .iter()
        .map(typed)
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| KeySchemaError::KeysNotDefined {
            keys: elements.iter().map(|element| element.attribute_name.clone()).collect(),
            definitions: defined_names(definitions),
        })
}

fn check_definitions_distinct(definitions: &[AttributeDefinition]) -> Result<(), KeySchemaError> {
    let names: Vec<&Text> = definitions
        .iter()
        .map(|definition| &definition.attribute_name)
        .collect();
    match first_repeat(&names).and_then(|at| names.get(at)) {
        Some(twice) => Err(KeySchemaError::DuplicateDefinition((*twice).clone())),
        None => Ok(()),
    }
}

fn check_definitions_used(
    definitions: &[AttributeDefinition],
    keys: &KeySchema,
    indexes: &Indexes,
) -> Result<(), KeySchemaError> {
    let index_keys = indexes.iter().flat_map(|index| index.definition.keys.attributes());
    let rules = indexes.iter().filter_map(|index| index.definition.vector());
    let searched = rules.flat_map(|rule| rule.schema.iter().map(|attribute| &attribute.key));
    let used = keys.attributes().chain(index_keys).chain(searched);
    let keys = to_set(used.map(|key| key.name.clone()));
    if definitions
        .iter()
        .all(|definition| keys.binary_search(&definition.attribute_name).is_ok())
    {
        return Ok(());
    }
    Err(KeySchemaError::DefinitionsUnused {
        definitions: defined_names(definitions),
        keys,
    })
}

/// Refuses more non-key attributes than the indexes of a table may list in total.
pub(crate) fn check_non_key_attributes<'i>(
    indexes: impl Iterator<Item = &'i IndexDefinition>,
    limits: &Limits,
) -> Result<(), KeySchemaError> {
    let listed: usize = indexes
        .map(|index| match &index.projection {
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
    definitions
        .iter()
        .map(|definition| definition.attribute_name.clone())
        .collect()
}
