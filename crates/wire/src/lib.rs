//! The wire contract: what a client may send and what the service answers.
//!
//! Owns the shapes of requests, responses and errors, their DynamoDB JSON, the constraints every request is held
//! against before the engine sees it, and the service's message texts. Must not know the engine.

mod error;
mod reference;
mod request;
mod shape;

pub use error::{KeyPart, KeySchemaError, ResourceInUse, ResourceNotFound, ServiceError, ValidationError};
pub use reference::table_name_of;
pub use request::{Operation, Request, Response};
pub use shape::*;
