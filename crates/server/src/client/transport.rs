//! Connections to an endpoint, encrypted if its URL says so. Copies and the relay share them.
//!
//! Must not know requests.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use hashrange_signing::Address;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};

use super::client_error::ClientError;

/// Sends requests on connections that it reuses.
pub(crate) type Transport = Client<HttpsConnector<HttpConnector>, Body>;

/// Connections for an address. Encrypted ones trust the system's certificates, and those of a PEM file.
///
/// # Errors
/// When certificates cannot be read, or there are none.
pub(crate) fn transport(address: &Address, authority: Option<&Path>) -> Result<Transport, ClientError> {
    let mut roots = RootCertStore::empty();
    if address.is_secure() {
        trust(&mut roots, authority)?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| ClientError::NoAuthority(error.to_string()))?;
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let connector = HttpsConnectorBuilder::new()
        .with_tls_config(config)
        .https_or_http()
        .enable_http1()
        .build();
    Ok(Client::builder(TokioExecutor::new()).build(connector))
}

fn trust(roots: &mut RootCertStore, authority: Option<&Path>) -> Result<(), ClientError> {
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if let Some(path) = authority {
        let wrong = |error: &dyn Error| ClientError::Authority {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        for certificate in CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))? {
            roots
                .add(certificate.map_err(|error| wrong(&error))?)
                .map_err(|error| wrong(&error))?;
        }
    }
    if roots.is_empty() {
        let reasons: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        return Err(ClientError::NoAuthority(reasons.join(", ")));
    }
    Ok(())
}

/// An error with its causes, because the client's own text omits them.
pub(crate) fn said(error: &(dyn Error + 'static)) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words += &format!(": {error}");
        cause = error.source();
    }
    words
}
