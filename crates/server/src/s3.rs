//! A folder in the place of S3: `s3://bucket/key` is the file `<folder>/bucket/key`.
//!
//! Nothing leads out of the folder, whatever names say and wherever symbolic links point. A file appears under its name when it
//! is whole. Must not know what objects hold.

mod bucket;
mod key;
mod listing;
mod s3_error;
#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test of files")]
mod tests;
mod upload;

pub(crate) use bucket::{Bucket, Buckets};
pub(crate) use key::check_key;
pub(crate) use listing::Object;
pub(crate) use s3_error::S3Error;
pub(crate) use upload::Upload;
