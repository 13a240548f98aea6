//! Converts a requested vector index to its definition: the checks of one index, and of several together.
//!
//! Most of the order of checks is unknown. Each index is checked completely before the next (a choice).

use hashrange_index::{
    Distance, IndexDefinition, IndexKind, KeyAttribute, KeySchema, Projection, SearchAttribute, SearchRole, VectorRule,
};
use hashrange_values::{Text, has_duplicates, to_set};
use hashrange_wire::{
    AttributeDefinition, BillingMode, DistanceFunction, KeySchemaError, SearchSchemaElementType, VectorIndex,
    VectorIndexError,
};

use crate::rules::new_index::{add_index, define_projection};
use crate::state::definition::NewIndex;
use crate::state::limits::Limits;
use crate::state::throughput::Throughput;

/// The maximum number of dimensions of a vector (documented: vector-indexes).
const MOST_DIMENSIONS: usize = 4_096;
/// The maximum number of attributes per role in a search schema (documented: vector-indexes).
const MOST_HASH: usize = 1;
const MOST_INLINE_FILTERS: usize = 18;
/// The maximum number of projected non-key attributes of one index, including its vector and its inline filters
/// (documented: vector-indexes, observed: vector-definitions).
const MOST_PROJECTED: usize = 20;

/// Checks the vector indexes that are created with their table.
pub(crate) fn define_vectors(
    asked: &[VectorIndex],
    table_keys: &KeySchema,
    billing: BillingMode,
    definitions: &[AttributeDefinition],
    limits: &Limits,
    indexes: &mut Vec<NewIndex>,
) -> Result<(), KeySchemaError> {
    if asked.is_empty() {
        return Err(VectorIndexError::None.into());
    }
    for index in asked {
        // A duplicate index name is reported before a vector attribute that is a key (observed: vector-definitions).
        add_index(define_vector(index, table_keys, definitions)?, indexes)?;
        not_defined_as_key(index, definitions)?;
    }
    if billing == BillingMode::Provisioned {
        return Err(VectorIndexError::Provisioned.into());
    }
    if asked.len() > limits.vector_indexes {
        return Err(VectorIndexError::Count(limits.vector_indexes).into());
    }
    for (place, index) in asked.iter().enumerate() {
        let mut earlier = asked.iter().take(place);
        let conflicts = |other: &VectorIndex| {
            other.vector_attribute == index.vector_attribute && other.dimensions != index.dimensions
        };
        if earlier.any(conflicts) {
            return Err(VectorIndexError::OtherDimensions(index.vector_attribute.clone()).into());
        }
    }
    Ok(())
}

/// Checks a vector index against itself and the attribute definitions of its request. Omits `not_defined_as_key`,
/// because the checks before that differ between callers.
pub(crate) fn define_vector(
    asked: &VectorIndex,
    table_keys: &KeySchema,
    definitions: &[AttributeDefinition],
) -> Result<NewIndex, KeySchemaError> {
    let schema = search_schema(asked, definitions)?;
    let dimensions = usize::try_from(asked.dimensions).unwrap_or(usize::MAX);
    if dimensions > MOST_DIMENSIONS {
        return Err(VectorIndexError::Dimensions(MOST_DIMENSIONS).into());
    }
    let projection = define_projection(&asked.projection)?;
    check_projected(asked, &schema, &projection, table_keys)?;
    let distance = match asked.distance_function {
        DistanceFunction::Cosine => Distance::Cosine,
        DistanceFunction::Euclidean => Distance::Euclidean,
        DistanceFunction::DotProduct => Distance::DotProduct,
    };
    let rule = VectorRule {
        attribute: asked.vector_attribute.clone(),
        dimensions,
        distance,
        schema,
    };
    let partition = rule
        .hash()
        .map_or_else(|| table_keys.partition.clone(), |hash| vec![hash.clone()]);
    let definition = IndexDefinition {
        name: Text::from(asked.index_name.as_str()),
        keys: KeySchema {
            partition,
            sort: Vec::new(),
        },
        projection,
        kind: IndexKind::Vector(Box::new(rule)),
    };
    Ok(NewIndex {
        definition,
        throughput: Throughput::new(None, None),
    })
}

/// Refuses a vector attribute that also has an attribute definition.
pub(crate) fn not_defined_as_key(
    asked: &VectorIndex,
    definitions: &[AttributeDefinition],
) -> Result<(), VectorIndexError> {
    let attribute = &asked.vector_attribute;
    match definitions
        .iter()
        .any(|definition| definition.attribute_name == *attribute)
    {
        true => Err(VectorIndexError::DefinedAsKey(attribute.clone())),
        false => Ok(()),
    }
}

fn search_schema(
    asked: &VectorIndex,
    definitions: &[AttributeDefinition],
) -> Result<Vec<SearchAttribute>, VectorIndexError> {
    let elements = asked.search_schema.as_deref().unwrap_or_default();
    for (part, word, most) in [
        (SearchSchemaElementType::Hash, "HASH", MOST_HASH),
        (
            SearchSchemaElementType::InlineFilter,
            "INLINE_FILTER",
            MOST_INLINE_FILTERS,
        ),
    ] {
        let count = elements.iter().filter(|element| element.element_type == part).count();
        if count > most {
            return Err(VectorIndexError::SchemaCount {
                count,
                part: word,
                most,
            });
        }
    }
    let names: Vec<&Text> = elements.iter().map(|element| &element.attribute_name).collect();
    if has_duplicates(&names) {
        return Err(VectorIndexError::SchemaRepeats);
    }
    let attributes = elements.iter().map(|element| {
        let definition = definitions
            .iter()
            .find(|definition| definition.attribute_name == element.attribute_name)?;
        let role = match element.element_type {
            SearchSchemaElementType::Hash => SearchRole::Hash,
            SearchSchemaElementType::InlineFilter => SearchRole::InlineFilter,
        };
        let key = KeyAttribute {
            name: element.attribute_name.clone(),
            key_type: definition.attribute_type,
        };
        Some(SearchAttribute { key, role })
    });
    attributes.collect::<Option<_>>().ok_or(VectorIndexError::NotDefined)
}

/// Checks the number of projected attributes. The vector and every inline filter count; keys of the table and the
/// index's partition key do not (documented: vector-indexes).
fn check_projected(
    asked: &VectorIndex,
    schema: &[SearchAttribute],
    projection: &Projection,
    table_keys: &KeySchema,
) -> Result<(), VectorIndexError> {
    let Projection::Include(names) = projection else {
        return Ok(());
    };
    let is_hash = |name: &str| {
        schema
            .iter()
            .any(|attribute| attribute.role == SearchRole::Hash && attribute.key.name == name)
    };
    let filters = schema
        .iter()
        .filter(|attribute| attribute.role == SearchRole::InlineFilter);
    let counted = filters.map(|attribute| &attribute.key.name);
    let counted = counted.chain([&asked.vector_attribute]);
    let counted = counted.chain(names.iter().filter(|name| !table_keys.contains(name) && !is_hash(name)));
    if to_set(counted).len() > MOST_PROJECTED {
        Err(VectorIndexError::Projected(MOST_PROJECTED))
    } else {
        Ok(())
    }
}
