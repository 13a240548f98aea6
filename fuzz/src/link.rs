//! Texts of links: a readable text is the same when written again, and its past is repeated in a bounded number of
//! slices.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hashrange_endpoint::Timeline;
use hashrange_engine::Budget;
use hashrange_journal::Entry;
use hashrange_link::{FORMAT_VERSION, Link, read, write};
use hashrange_workload::LoadPlan;
use miniz_oxide::deflate::compress_to_vec;

/// The work of a slice.
const SLICE: Budget = Budget { steps: 1_000 };
/// Maximum number of slices of a link from a fuzzer.
const MOST_SLICES: usize = 50_000;

/// The first byte selects the case: the rest is a text, or a content that gets the right checksum, which random bytes
/// would almost never have.
pub fn link(data: &[u8]) {
    match crate::choice(data) {
        Some((choice, rest)) if choice % 2 == 0 => {
            if let Ok(text) = std::str::from_utf8(rest) {
                whole(text);
            }
        }
        Some((_, content)) => {
            let mut bytes = vec![FORMAT_VERSION];
            bytes.extend(crc32fast::hash(content).to_le_bytes());
            bytes.extend(compress_to_vec(content, 1));
            whole(&URL_SAFE_NO_PAD.encode(bytes));
        }
        None => {}
    }
}

fn whole(text: &str) {
    let Ok(link) = read(text) else { return };
    repeat(&link);
    let Ok(again) = write(&link) else { return };
    let second = read(&again).expect("what was written can be read");
    assert_eq!(second, link.canonical());
    assert_eq!(write(&second).as_ref(), Ok(&again), "the same state, the same text");
}

/// Repeats the past of a link until an action has another outcome, and counts the slices.
fn repeat(link: &Link) {
    let mut timeline = Timeline::<()>::unbegun(link.seed, link.opened_at);
    if !link.settings.is_empty() {
        let first = Entry::Settings {
            json: link.settings.clone(),
        };
        if timeline.replay_again(link.opened_at, first).is_err() {
            return;
        }
    }
    let mut slices = 0;
    for (at, entry) in &link.past {
        if let Entry::Load { plan, .. } = entry
            && LoadPlan::from_text(plan).is_some_and(|plan| plan.excess().is_some())
        {
            return;
        }
        while !timeline.prepare_again(*at, entry, SLICE) {
            slices += 1;
            assert!(slices <= MOST_SLICES, "the past does not end");
        }
        if timeline.replay_again(*at, entry.clone()).is_err() {
            return;
        }
    }
}
