//! The two ends of a copy: an endpoint, or a service in this process whose data is a file.
//!
//! Must not know requests.

use std::path::Path;
use std::sync::Arc;

use hashrange_copy::Reply;
use hashrange_signing::Address;

use super::copy_failure::CopyFailure;
use super::options::CopyOptions;
use super::source_file::SourceFile;
use super::target_file::TargetFile;
use crate::client::{Client, ClientError, Wanted};

/// An end of a copy.
pub(super) enum End {
    /// An endpoint at a URL.
    Endpoint(Arc<Client>),
    /// A file that is read.
    Source(Box<SourceFile>),
    /// A file that is written.
    Target(Box<TargetFile>),
}

/// Opens the source.
pub(super) fn from_end(options: &CopyOptions) -> Result<End, CopyFailure> {
    let CopyOptions {
        from,
        profiles: [profile, _],
        regions: [region, _],
        ..
    } = options;
    if Address::is_meant_by(from) {
        return endpoint(from, profile, region, options);
    }
    Ok(End::Source(Box::new(SourceFile::open(Path::new(from))?)))
}

/// Opens the target; `goes_on` if a copy resumes.
pub(super) fn to_end(options: &CopyOptions, goes_on: bool) -> Result<End, CopyFailure> {
    let CopyOptions {
        to,
        profiles: [_, profile],
        regions: [_, region],
        ..
    } = options;
    if Address::is_meant_by(to) {
        return endpoint(to, profile, region, options);
    }
    let path = Path::new(to);
    if path.is_dir() {
        return Err(CopyFailure::Folder { path: path.to_owned() });
    }
    Ok(End::Target(Box::new(TargetFile::open(path, goes_on)?)))
}

fn endpoint(
    url: &str,
    profile: &Option<String>,
    region: &Option<String>,
    options: &CopyOptions,
) -> Result<End, CopyFailure> {
    let address = Address::read(url).map_err(ClientError::from)?;
    let wanted = Wanted {
        profile: profile.clone(),
        region: region.clone(),
    };
    let client = Client::for_account(address, &wanted, options.authority.as_deref())?;
    Ok(End::Endpoint(Arc::new(client)))
}

impl End {
    /// Makes written data durable. An endpoint does that itself.
    pub(super) fn keep(&mut self) -> Result<(), CopyFailure> {
        match self {
            Self::Target(file) => file.keep(),
            Self::Endpoint(_) | Self::Source(_) => Ok(()),
        }
    }

    /// Writes the file, if the end is one, when everything is copied.
    pub(super) fn finish(&mut self) -> Result<(), CopyFailure> {
        match self {
            Self::Target(file) => file.finish(),
            Self::Endpoint(_) | Self::Source(_) => Ok(()),
        }
    }
}

/// The result of a client's request.
pub(super) async fn reply(client: &Client, operation: &str, body: String) -> Reply {
    match client.send(operation, body).await {
        Ok((status, body)) => Reply::Answered { status, body },
        Err(ClientError::Lost { reason, .. }) => Reply::Lost(reason),
        Err(error) => Reply::Lost(error.to_string()),
    }
}
