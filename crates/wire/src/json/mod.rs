//! Reads and writes DynamoDB JSON.

pub(crate) mod answer;
mod digits;
mod error_body;
mod fields;
mod form;
mod item;
mod objects;
mod plain;
mod plain_run;
pub(crate) mod request;
mod response;
mod syntax;
mod tape;
mod texts;
mod tree;
mod value;
mod writer;

pub use error_body::ErrorBody;
pub use form::{JsonForm, member_of_tree, place_of_tree};
pub use item::{
    ItemError, ItemFault, attribute_value_from_json, attribute_value_to_json, item_from_json, item_to_json,
    item_to_json_pretty,
};
pub use plain::{PlainJson, item_from_marked_json, item_from_plain_json, item_to_marked_json, item_to_plain_json};
pub use request::{
    check, check_bulk_operation_arn, check_export_arn, check_import_arn, decode, decode_draft, encode_request,
    encode_request_pretty, is_absent, refuse_absent,
};
pub use response::{decode_response, encode_error, encode_rejection, encode_response, encode_response_pretty};
pub use syntax::SyntaxReason;
pub use texts::{check_json, element_texts, list_of_texts, member_texts, object_of_texts};
pub use tree::{JsonContent, JsonTree};
pub use value::ValueFault;

pub(crate) use fields::Fields;
pub(crate) use objects::objects;
pub(crate) use request::read_transfer;
pub(crate) use tape::{Node, Tape, Token};
pub(crate) use value::{boolean, check_attribute_name, is_too_deep, read_map, write_map, write_value};
pub(crate) use writer::Writer;

#[cfg(test)]
mod tests;
