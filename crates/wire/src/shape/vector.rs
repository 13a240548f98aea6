//! Vector indexes.

use hashrange_values::Text;

use super::closed_set::closed_set;
use super::table_definition::{ATTRIBUTE_NAME, INDEX_NAME, PROJECTION, Projection};
use crate::constraint::{Kind, Member, Rule, Structure};
use crate::json::request::members::{count, list, name_member, needed, string, word};
use crate::json::{Node, Writer, objects};
use crate::operation::body_member::{BodyMember as _, Value};
use crate::operation::members;
use crate::reader::Reader;
use crate::rejection::Rejection;

closed_set! {
    /// How near two vectors are. The order is that of the service's error text (observed: vector-definitions).
    DistanceFunction {
        /// A larger product is nearer.
        DotProduct = "DOT_PRODUCT",
        /// From 0 for the same direction to 2 for opposite directions.
        Cosine = "COSINE",
        /// The length of the straight line between them.
        Euclidean = "EUCLIDEAN",
    }
}

closed_set! {
    /// The role of an attribute in searches of a vector index.
    #[derive(Default)]
    SearchSchemaElementType {
        /// The index's partition key. Every search must specify its value.
        #[default]
        Hash = "HASH",
        /// A search can specify its value.
        InlineFilter = "INLINE_FILTER",
    }
}

members! {
    /// One attribute that searches can query.
    #[derive(Eq, serde::Serialize, serde::Deserialize)]
    SearchSchemaElement in SEARCH_SCHEMA_ELEMENT {
        /// The attribute.
        "AttributeName" attribute_name: Text,
        /// Its role in searches.
        "SearchSchemaElementType" element_type: SearchSchemaElementType,
    }
}

static SEARCH_SCHEMA_KIND: Kind = Kind::Structure(&SEARCH_SCHEMA_ELEMENT);
static SEARCH_SCHEMA_ELEMENT: Structure = Structure {
    class: "SearchSchemaElement",
    members: &[
        ATTRIBUTE_NAME,
        Member::required("SearchSchemaElementType", Kind::Text).with(&[Rule::OneOf(SearchSchemaElementType::WORDS)]),
    ],
};

/// A vector index to create. It cannot be changed later.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VectorIndex {
    /// Its name, unique among the table's indexes of any kind.
    pub index_name: String,
    /// The attribute with the vectors.
    pub vector_attribute: Text,
    /// Attributes that searches can filter by.
    pub search_schema: Option<Vec<SearchSchemaElement>>,
    /// The attributes that it projects.
    pub projection: Projection,
    /// The number of elements of each vector.
    pub dimensions: i64,
    /// How near two vectors are.
    pub distance_function: DistanceFunction,
}

pub(crate) static VECTOR_INDEX: Structure = Structure {
    class: "VectorIndex",
    members: VECTOR_INDEX_MEMBERS,
};

/// The members, in the order in which errors are listed: that of the service's model (inferred: vector-fault-order).
pub(crate) const VECTOR_INDEX_MEMBERS: &[Member] = &[
    INDEX_NAME,
    Member::required("VectorAttribute", Kind::Structure(&VECTOR_ATTRIBUTE)),
    Member::optional("SearchSchema", Kind::List(&SEARCH_SCHEMA_KIND)).with(&[Rule::MinLength(1)]),
    PROJECTION,
    Member::required("Dimensions", Kind::Long).with(&[Rule::AtLeast(1)]),
    Member::required("DistanceFunction", Kind::Text).with(&[Rule::OneOf(DistanceFunction::WORDS)]),
];

static VECTOR_ATTRIBUTE: Structure = Structure {
    class: "VectorAttributeDefinition",
    members: &[ATTRIBUTE_NAME],
};

/// Not declared with `members!`, because the vector attribute is in a nested structure.
impl VectorIndex {
    pub(crate) fn read(reader: Reader, node: Node<'_>) -> Result<Self, Rejection> {
        let schema = node.member("SearchSchema");
        let projection = needed(node, "Projection")?;
        Ok(Self {
            index_name: string(needed(node, "IndexName")?)?,
            vector_attribute: name_member(needed(node, "VectorAttribute")?, "AttributeName")?,
            search_schema: schema
                .map(|node| Value::read(reader, "SearchSchema", node))
                .transpose()?,
            projection: Value::read(reader, "Projection", projection)?,
            dimensions: count(needed(node, "Dimensions")?)?,
            distance_function: word(needed(node, "DistanceFunction")?, DistanceFunction::from_wire)?,
        })
    }

    /// Writes its members.
    pub(crate) fn write(&self, out: &mut Writer) {
        out.text_member("IndexName", &self.index_name);
        self.search_schema.write(out, "SearchSchema");
        Value::write(&self.projection, out, "Projection");
        out.key("VectorAttribute");
        out.inline_object(|out| out.text_member("AttributeName", &self.vector_attribute));
        Value::write(&self.dimensions, out, "Dimensions");
        out.text_member("DistanceFunction", self.distance_function.as_str());
    }
}

impl Value for Vec<VectorIndex> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| VectorIndex::read(reader, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, index| index.write(out));
    }
}
