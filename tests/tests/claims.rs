//! The claims and their proofs: every id in a proof exists, and a proven claim stays proven.

use hashrange_tests::claims;

/// The number of claims proven so far. Raise it with every spec that proves more. It must not be lowered.
const PROVEN_AT_LEAST: usize = 242;

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
