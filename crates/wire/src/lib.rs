//! The wire contract: what a client sends and what the service returns.
//!
//! Owns the shapes of requests, responses and errors, their DynamoDB JSON, the constraints on requests, and the
//! service's message texts. Requests are checked before the engine executes them. Must not know the engine.

mod answer_error;
mod checked;
mod constraint;
mod error;
mod json;
mod legacy;
mod operation;
mod reader;
mod reference;
mod rejection;
mod request;
mod requirements;
mod shape;
mod transfer;

pub use answer_error::AnswerError;
pub use checked::Checked;
pub use error::{
    AbsentError, AccessDenied, BackupError, BackupFault, Busy, CancellationReason, CapacityDirection, KeyPart,
    KeySchemaError, LegacyError, LimitExceeded, PolicyError, PolicyFault, PolicyNotFound, ResourceInUse,
    ResourceNotFound, ScalingError, SearchError, ServiceError, SettingError, StatementFault, StreamError,
    ThrottleCause, Throttled, ThrottlingReason, TransferError, UpdateTableError, ValidationError, VectorIndexError,
    VectorItemError, Wanted,
};
pub use json::{
    ErrorBody, ItemError, ItemFault, JsonContent, JsonForm, JsonTree, PlainJson, SyntaxReason, ValueFault,
    attribute_value_from_json, attribute_value_to_json, check, check_bulk_operation_arn, check_export_arn,
    check_import_arn, check_json, decode, decode_draft, decode_response, element_texts, encode_error, encode_rejection,
    encode_request, encode_request_pretty, encode_response, encode_response_pretty, is_absent, item_from_json,
    item_from_marked_json, item_from_plain_json, item_to_json, item_to_json_pretty, item_to_marked_json,
    item_to_plain_json, list_of_texts, member_of_tree, member_texts, object_of_texts, place_of_tree, refuse_absent,
};
pub use legacy::check_conditions;
pub use operation::Operation;
pub use reader::enveloped;
pub use reference::{AccountScope, is_table_name, table_name_of};
pub use rejection::{Rejection, SerializationError, SerializationReason, TransactionRejection, namespace_of};
pub use request::{Request, Response};
pub use requirements::{Requirement, Requirements, requirements};
pub use shape::*;
pub use transfer::{TransferOperation, TransferRequest, TransferResponse, decode_transfer, encode_transfer_error};
