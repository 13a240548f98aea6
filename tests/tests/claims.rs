//! The claims and their proofs: every id in a proof exists, and a proven claim stays proven.

use hashrange_tests::claims;

/// The number of claims proven so far. Raise it with every spec that proves more. It must not be lowered.
const PROVEN_AT_LEAST: usize = 274;

#[test]
fn proofs_name_claims_that_exist_and_enough_are_proven() {
    let (claims, proofs) = (claims::all(), claims::proofs());
    for (id, files) in &proofs {
        assert!(claims.contains_key(id), "{files:?} name {id}, which is no claim");
    }
    assert!(
        proofs.len() >= PROVEN_AT_LEAST,
        "{} claims are proven, {PROVEN_AT_LEAST} were before; `cargo xtask claims --all` lists them",
        proofs.len()
    );
}

#[test]
fn claims_of_later_pages_have_a_source_and_a_date() {
    for (id, claim) in claims::all() {
        let is_later = id.starts_with(claims::LATER);
        assert_eq!(claim.source.is_some(), is_later, "{id}");
        if let Some((source, date)) = claim.source {
            assert!(source.starts_with("https://") && date.starts_with("20"), "{id}");
        }
    }
}
