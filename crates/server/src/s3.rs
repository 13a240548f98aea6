//! A folder that replaces S3: `s3://bucket/key` is the file `<folder>/bucket/key`.
//!
//! No name or symbolic link leads out of the folder. A file gets its name when it is complete. Must not know the
//! content of objects.

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
