//! The checks of every new index, of any kind: its name and its projection.
//!
//! Must not know keys or vectors.

use hashrange_index::Projection;
use hashrange_values::{first_repeat, to_set};
use hashrange_wire::{KeySchemaError, Projection as WireProjection, ProjectionType};

use crate::state::definition::NewIndex;

/// Adds an index to the others, if its name is free.
pub(crate) fn add_index(new: NewIndex, indexes: &mut Vec<NewIndex>) -> Result<(), KeySchemaError> {
    let name = &new.definition.name;
    if indexes.iter().any(|index| index.definition.name == *name) {
        return Err(KeySchemaError::DuplicateIndexName(name.to_string()));
    }
    indexes.push(new);
    Ok(())
}

/// Which attributes an index projects.
pub(crate) fn define_projection(projection: &WireProjection) -> Result<Projection, KeySchemaError> {
    let kind = projection
        .projection_type
        .ok_or(KeySchemaError::ProjectionTypeMissing)?;
    match (kind, &projection.non_key_attributes) {
        (ProjectionType::Include, Some(names)) => match first_repeat(names).and_then(|at| names.get(at)) {
            Some(name) => Err(KeySchemaError::DuplicateNonKeyAttribute(name.clone())),
            None => Ok(Projection::Include(to_set(names.iter().cloned()))),
        },
        (ProjectionType::Include, None) => Err(KeySchemaError::NonKeyAttributesMissing),
        (kind, Some(_)) => Err(KeySchemaError::NonKeyAttributesGiven(kind.as_str())),
        (ProjectionType::All, None) => Ok(Projection::All),
        (ProjectionType::KeysOnly, None) => Ok(Projection::KeysOnly),
    }
}
