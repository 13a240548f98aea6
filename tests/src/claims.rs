//! The claims: what the seed documents say about the service, by stable id.
//!
//! Owns reading claims.toml and asking which of them the suite shows.

use std::collections::BTreeMap;
use std::fs;

/// A sentence of a seed document.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The document it stands in.
    pub document: String,
    /// What it is about: `schema`, `read`, `write`, `cost` and so on.
    pub kind: String,
    /// What it says.
    pub text: String,
}

/// All claims by id.
///
/// # Panics
/// When claims.toml is missing or damaged.
#[must_use]
pub fn all() -> BTreeMap<String, Claim> {
    let text = fs::read_to_string(crate::home().join("claims.toml")).expect("claims.toml is there");
    let file: toml::Table = text.parse().expect("claims.toml is TOML");
    let claims = file["claim"].as_array().expect("a list of claims");
    let member = |claim: &toml::Value, name: &str| claim[name].as_str().expect("a text").to_owned();
    let by_id = claims.iter().map(|claim| {
        let read = |name| member(claim, name);
        (read("id"), Claim { document: read("document"), kind: read("kind"), text: read("text") })
    });
    let count = claims.len();
    let by_id: BTreeMap<String, Claim> = by_id.collect();
    assert_eq!(by_id.len(), count, "two claims have one id");
    by_id
}
