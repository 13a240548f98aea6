//! Which attributes a Query or Scan returns, and whether a local index must fetch them from the table.

use std::sync::Arc;

use hashrange_expression::{Condition, Projection};
use hashrange_values::{Item, Text, sort};
use hashrange_wire::{Select, ServiceError, ValidationError};

use crate::rules::read::target::ReadTarget;
use crate::state::index::Index;

/// How returned items are created from read items: by default, they are those.
#[derive(Default)]
pub(crate) struct Answer {
    /// Return only the number of matching items.
    pub(crate) count_only: bool,
    /// Fetch the base item of every entry read (local indexes only).
    pub(crate) fetch: bool,
    /// The attributes to return from the entry or fetched item; `None` for all.
    pub(crate) projection: Option<Projection>,
}

impl Answer {
    /// The returned item.
    pub(crate) fn item(&self, source: &Arc<Item>) -> Arc<Item> {
        match &self.projection {
            Some(projection) => Arc::new(projection.apply(source)),
            None => Arc::clone(source),
        }
    }
}

/// Checks `Select` against the projection and the target, and a Query's filter against the index's projection.
pub(crate) fn select(
    target: ReadTarget<'_>,
    select: Option<Select>,
    projection: Option<Projection>,
    query_filter: Option<&Condition>,
) -> Result<Answer, ServiceError> {
    check_combination(target, select, projection.as_ref())?;
    let names = projection
        .as_ref()
        .map(|projection| projection.attributes().cloned().collect::<Vec<_>>());
    let lacking = names.map(|names| lacking(target, names.iter())).unwrap_or_default();
    let wants_all = select == Some(Select::AllAttributes) && target.index.is_some_and(|index| !carries_all(index));
    if let Some(index) = target.index.filter(|index| !index.is_local()) {
        let name = index.definition.name.to_string();
        if wants_all {
            return Err(ValidationError::AllAttributesOnGlobalIndex(name).into());
        }
        if !lacking.is_empty() {
            return Err(ValidationError::NotProjected {
                index: name,
                names: lacking,
            }
            .into());
        }
    }
    let fetch = target.is_local_index() && (wants_all || !lacking.is_empty());
    // Filters use only the projected attributes, even if the read fetches items from the table
    // (observed: index-filter-attributes). A Scan does not refuse an attribute that the index does not project: it
    // counts as absent (observed: index-filter-attributes).
    if let Some((index, filter)) = target.index.zip(query_filter) {
        let names = self::lacking(target, filter.attributes());
        if !names.is_empty() {
            let index = index.definition.name.to_string();
            return Err(ValidationError::FilterNotProjected { index, names }.into());
        }
    }
    Ok(Answer {
        count_only: select == Some(Select::Count),
        fetch,
        projection,
    })
}

fn check_combination(
    target: ReadTarget<'_>,
    select: Option<Select>,
    projection: Option<&Projection>,
) -> Result<(), ValidationError> {
    match (select, projection) {
        (Some(Select::SpecificAttributes), None) => Err(ValidationError::SelectWithoutProjection),
        (Some(other), Some(_)) if other != Select::SpecificAttributes => Err(ValidationError::SelectWithProjection {
            parameter: "ProjectionExpression",
            choice: other.as_str(),
        }),
        (Some(Select::AllProjectedAttributes), _) if target.index.is_none() => {
            Err(ValidationError::ProjectedWithoutIndex)
        }
        _ => Ok(()),
    }
}

fn carries_all(index: &Index) -> bool {
    index.definition.projection == hashrange_index::Projection::All
}

/// The names that the target's rows do not contain, each once.
fn lacking<'n>(target: ReadTarget<'_>, names: impl Iterator<Item = &'n Text>) -> Vec<Text> {
    let Some(index) = target.index else { return Vec::new() };
    let mut lacking: Vec<Text> = names
        .filter(|name| !index.definition.carries(name, &target.table.keys))
        .cloned()
        .collect();
    sort(&mut lacking);
    lacking.dedup();
    lacking
}
