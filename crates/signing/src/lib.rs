//! Signs requests to a DynamoDB endpoint, as a client: the endpoint's address, the credentials, and the headers of the
//! signature.
//!
//! AWS's own crate `aws-sigv4` implements Signature Version 4. Must not know the environment, files, sockets or the
//! clock: texts and the time are parameters, so that a page can sign too.

mod address;
mod credentials;
mod profiles;
mod sign;

pub use address::{Address, AddressError};
pub use credentials::Credentials;
pub use profiles::{Profile, profile};
pub use sign::{SignError, sign};
