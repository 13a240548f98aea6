//! `cargo xtask claims`: the proven claims with the files that prove them, and the unproven ones, kind by kind, with
//! their numbers.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "speaks to a terminal"
)]

use std::collections::BTreeSet;
use std::process::ExitCode;

use hashrange_tests::claims::{self, BY_REQUESTS};

fn main() -> ExitCode {
    let mut every_kind = false;
    for word in std::env::args().skip(1) {
        if word != "--all" {
            eprintln!("`{word}` is not understood; the only option is --all");
            return ExitCode::from(2);
        }
        every_kind = true;
    }
    let (claims, proofs) = (claims::all(), claims::proofs());
    let kinds: BTreeSet<&str> = claims.values().map(|claim| claim.kind.as_str()).collect();
    let (mut proven, mut asked) = (0, 0);
    for kind in kinds
        .into_iter()
        .filter(|kind| every_kind || BY_REQUESTS.contains(kind))
    {
        println!("{kind}");
        let mut open = Vec::new();
        for (id, claim) in claims.iter().filter(|(_, claim)| claim.kind == kind) {
            asked += 1;
            match proofs.get(id) {
                Some(files) => {
                    proven += 1;
                    println!(
                        "  {id}  {}",
                        files.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
                    );
                }
                None => open.push((id, &claim.text)),
            }
        }
        for (id, text) in open {
            println!("  {id}  not proven: {text}");
        }
    }
    println!("{proven} of {asked}");
    ExitCode::SUCCESS
}
