//! SearchVectors: reads the entries of a vector index that are nearest to a vector.

use hashrange_values::{AttributeValue, Item, Map, Text, single_of, single_text};

use super::answer::Answer;
use super::body::{Asked, members};
use super::body_member::Value;
use super::step::Step;
use super::told::{self, told};
use crate::AnswerError;
use crate::constraint::{Kind, Member, RETURN_CONSUMED_CAPACITY, Rule};
use crate::json::answer::capacity::whole_decimal;
use crate::json::request::members::wrong_kind;
use crate::json::{Node, Token, Writer, objects, write_value};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{ExpressionAttributeNames, ReturnConsumedCapacity};

members! {
    /// SearchVectors: the entries of a vector index that are nearest to a vector.
    SearchVectorsRequest = SEARCH_VECTORS {
        /// The table of the index.
        "TableName" table_name: String,
        /// The index.
        "IndexName" index_name: String,
        /// The vector to search for. Every element is a number.
        "SearchVector" search_vector: Vec<AttributeValue>,
        /// The maximum number of entries to return.
        "TopK" top_k: i64,
        /// Filters entries by the attributes of the index's search schema.
        "SearchConditionExpression" search_condition_expression: Option<String>,
        /// Attributes to return. If left out, all that the index projects, except the vector.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Name placeholders.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Value placeholders, names with their leading `:`.
        "ExpressionAttributeValues" expression_attribute_values: Option<Map>,
        /// Whether to report the cost.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

/// An entry that was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// Its requested attributes.
    pub item: Item,
    /// How near it is, by the index's distance function.
    pub score: f32,
}

/// Response to SearchVectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchVectorsResponse {
    /// The entries, nearest first.
    pub results: Vec<SearchResult>,
    /// The attribute with the vectors. Its numbers are returned in 32-bit floating point, as the index stores them.
    pub vector_attribute: Text,
    /// The bytes that the search is charged for, if the request asks for them.
    pub search_request_bytes: Option<u64>,
}

/// Only the constraints that remain after `json/request/search.rs`: this operation reports missing members and wrong
/// kinds itself.
static SEARCH_VECTORS: Asked = Asked::of("SearchVectorsInput")
    .members(&[
        Member::optional("TableName", Kind::TableReference).with(&[Rule::LengthUnnamed(1, 1_024)]),
        Member::optional("IndexName", Kind::Text).with(&[Rule::LengthUnnamed(3, 255), Rule::Pattern]),
        Member::optional("SearchVector", Kind::List(&Kind::AttributeValue)).with(&[Rule::LengthUnnamed(1, 4_096)]),
        Member::optional("TopK", Kind::Integer).with(&[Rule::AtLeastUnnamed(1)]),
        RETURN_CONSUMED_CAPACITY,
    ])
    .then(&[
        Step::Use {
            expressions: &["ProjectionExpression", "SearchConditionExpression"],
            legacy: &[],
        },
        Step::Read("ExpressionAttributeNames"),
        Step::Read("ExpressionAttributeValues"),
    ]);

impl Answer for SearchVectorsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("SearchResults");
        objects(out, &self.results, |out, result| {
            out.key("Item");
            entry(out, &result.item, &self.vector_attribute);
            Value::write(&result.score, out, "Score");
        });
        // The capacity omits the table's name, and is the same for TOTAL and INDEXES. The second member repeats the
        // first, and is not in SDK models (all observed: vector-search-units).
        if let Some(bytes) = self.search_request_bytes {
            out.key("ConsumedCapacity");
            out.inline_object(|out| {
                whole_decimal(out, "VectorSearchRequestBytes", bytes);
                whole_decimal(out, "VectorSearchUnits", bytes);
            });
        }
    }
}

impl SearchVectorsResponse {
    /// Reads the response from a body. A body does not name the vector attribute.
    ///
    /// # Errors
    /// When the body is not such a response.
    pub fn decode(body: &[u8]) -> Result<Self, AnswerError> {
        let mut found = Found::default();
        told::read_answer(&mut found, body, &[], &[])?;
        Ok(Self {
            results: found.results,
            vector_attribute: Text::default(),
            search_request_bytes: found.charge.map(|charge| charge.bytes),
        })
    }
}

/// The response as it is read.
#[derive(Default)]
struct Found {
    results: Vec<SearchResult>,
    charge: Option<Charge>,
}

/// The capacity of a search as it is read.
#[derive(Default)]
struct Charge {
    bytes: u64,
}

told! {
    Found {
        "SearchResults" results,
        "ConsumedCapacity" charge,
    }
}

told! {
    part Charge {
        "VectorSearchRequestBytes" bytes,
    }
}

told! {
    part SearchResult {
        "Item" item,
        "Score" score,
    }
}

/// A score.
impl Value for f32 {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        match node.token() {
            Token::Number(digits) => single_of(digits).ok_or_else(|| wrong_kind(node)),
            _ => Err(wrong_kind(node)),
        }
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.decimal_member(name, f64::from(*self));
    }
}

/// Writes an entry. Its vector is written as the index stores it: 32-bit floating point, with the shortest digits
/// (observed: vector-results).
fn entry(out: &mut Writer, item: &Item, vector: &str) {
    out.object(|out| {
        for (name, value) in item.iter() {
            out.key(name);
            match value {
                AttributeValue::L(elements) if name == vector => out.typed("{\"L\":", |out| {
                    out.list(|out| {
                        for element in elements {
                            out.element();
                            single(out, element);
                        }
                    });
                }),
                _ => write_value(out, value),
            }
        }
    });
}

fn single(out: &mut Writer, element: &AttributeValue) {
    match element {
        AttributeValue::N(number) => out.typed("{\"N\":", |out| out.string(&single_text(number.to_f32()))),
        other => write_value(out, other),
    }
}
