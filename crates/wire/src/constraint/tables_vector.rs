//! The shape of SearchVectors, as a table.

use super::structure::{Kind, Member, Rule, Shape, Structure};
use super::tables_item::RETURN_CONSUMED_CAPACITY;

/// Only what is left once `json/request/search.rs` has read the members: this operation says of itself what is missing
/// or of another kind.
pub(super) static SEARCH_VECTORS: Shape = Shape {
    structure: Structure {
        class: "SearchVectorsInput",
        members: &[
            Member::optional("TableName", Kind::TableReference).with(&[Rule::LengthUnnamed(1, 1_024)]),
            Member::optional("IndexName", Kind::Text).with(&[Rule::LengthUnnamed(3, 255), Rule::Pattern]),
            Member::optional("SearchVector", Kind::List(&Kind::AttributeValue)).with(&[Rule::LengthUnnamed(1, 4_096)]),
            Member::optional("TopK", Kind::Integer).with(&[Rule::AtLeastUnnamed(1)]),
            RETURN_CONSUMED_CAPACITY,
        ],
    },
    one_choice: false,
};
