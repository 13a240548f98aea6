//! The shapes of vector indexes and of SearchVectors, as tables.

use super::tables_item::RETURN_CONSUMED_CAPACITY;
use super::tables_table::{ATTRIBUTE_NAME, INDEX_NAME, PROJECTION};
use super::{Kind, Member, Rule, Shape, Structure};
use crate::shape::{DistanceFunction, SearchSchemaElementType};

pub(super) static VECTOR_INDEX: Structure = Structure { class: "VectorIndex", members: VECTOR_INDEX_MEMBERS };

/// The order faults are listed in is that of the service's model (inferred).
pub(super) const VECTOR_INDEX_MEMBERS: &[Member] = &[
    INDEX_NAME,
    Member::required("VectorAttribute", Kind::Structure(&VECTOR_ATTRIBUTE)),
    Member::optional("SearchSchema", Kind::List(&SEARCH_SCHEMA_KIND)).with(&[Rule::MinLength(1)]),
    PROJECTION,
    Member::required("Dimensions", Kind::Long).with(&[Rule::AtLeast(1)]),
    Member::required("DistanceFunction", Kind::Text).with(&[Rule::OneOf(DistanceFunction::WORDS)]),
];

static VECTOR_ATTRIBUTE: Structure = Structure { class: "VectorAttributeDefinition", members: &[ATTRIBUTE_NAME] };

static SEARCH_SCHEMA_KIND: Kind = Kind::Structure(&SEARCH_SCHEMA_ELEMENT);
static SEARCH_SCHEMA_ELEMENT: Structure = Structure {
    class: "SearchSchemaElement",
    members: &[
        ATTRIBUTE_NAME,
        Member::required("SearchSchemaElementType", Kind::Text).with(&[Rule::OneOf(SearchSchemaElementType::WORDS)]),
    ],
};

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
