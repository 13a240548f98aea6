//! Round trips of links: the same state, the same text, and no harm from invalid text.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hashrange_checkpoint::crc32;
use hashrange_journal::Entry;
use hashrange_time::{Duration, Timestamp};
use miniz_oxide::deflate::compress_to_vec;
use proptest::prelude::*;

use crate::bounds;
use crate::bytes::Out;
use crate::{Link, LinkError, MOST_CHARACTERS, MOST_READ, OPENED_AT, read, write};

fn put(number: u32) -> (Timestamp, Entry) {
    let body = format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"n{number}"}},"Text":{{"S":"note {number}"}}}}}}"#);
    let at = OPENED_AT + Duration::from_millis(u64::from(number) * 20);
    (
        at,
        Entry::Request {
            operation: "PutItem".to_owned(),
            body,
        },
    )
}

/// Creates the text of a link with any content.
fn around(content: &[u8]) -> String {
    let mut bytes = vec![1];
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend(compress_to_vec(content, 9));
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A link that was sent once must stay readable.
#[test]
fn a_link_made_once_is_read_for_ever() {
    let link = Link {
        name: "Forum".to_owned(),
        past: vec![put(1)],
        paused: true,
        ..Link::default()
    };
    assert_eq!(read(FIRST), Ok(link));
}

const FIRST: &str = "AX3-0-c9ijEKgCAYRtOIrhHf3NLaLIGLBHkBo3_LhFIIxHs1drR0aXnDe483kzuDZe0cvPRkGWdV_T68YkJEaLPupIwljFDO04Ue5cIYIbfCJZdjQOqh6fa_yW-XbUof";

#[test]
fn what_is_usual_takes_no_room() {
    let text = write(&Link::default()).expect("a text");
    assert!(text.len() <= 24, "{text}");
    assert_eq!(read(&text), Ok(Link::default()));
}

#[test]
fn a_thousand_small_items_fit() {
    let link = Link {
        past: (0..1_000).map(put).collect(),
        ..Link::default()
    };
    let text = write(&link).expect("a text");
    assert!(text.len() < 8_000, "{}", text.len());
    assert_eq!(read(&text), Ok(link));
}

#[test]
fn time_that_was_written_down_twice_gives_the_same_text() {
    let moment = |millis| OPENED_AT + Duration::from_millis(millis);
    let pass = |from, to| (moment(from), Entry::Advance { to: moment(to) });
    let sent = |from, requests, to| {
        (
            moment(from),
            Entry::Sent {
                requests,
                to: moment(to),
            },
        )
    };
    let text = |past: Vec<(Timestamp, Entry)>| {
        write(&Link {
            past,
            ..Link::default()
        })
        .expect("a text")
    };
    assert_eq!(text(vec![pass(0, 5), pass(5, 9)]), text(vec![pass(0, 9)]));
    assert_eq!(text(vec![pass(0, 5), put(1)]), text(vec![put(1)]));
    assert_eq!(text(vec![sent(0, 3, 5), sent(5, 4, 8)]), text(vec![sent(0, 7, 8)]));
    assert_ne!(text(vec![sent(0, 3, 5), sent(6, 4, 8)]), text(vec![sent(0, 7, 8)]));
}

#[test]
fn what_is_no_link_is_refused_by_its_reason() {
    for text in ["", "abc", "%%%%", "AAAA"] {
        assert_eq!(read(text), Err(LinkError::NotALink), "{text}");
    }
    assert_eq!(read("AgAAAAA"), Err(LinkError::Newer { version: 2 }));
    assert!(LinkError::Newer { version: 2 }.to_string().contains("newer version"));
    let text = write(&Link {
        past: (0..50).map(put).collect(),
        ..Link::default()
    })
    .expect("a text");
    for end in [5, text.len() / 2, text.len() - 1] {
        assert_eq!(read(&text[..end]), Err(LinkError::Damaged), "{end}");
    }
    assert_eq!(read(&"A".repeat(MOST_READ + 1)), Err(LinkError::TooLong));
}

#[test]
fn a_workspace_that_is_too_large_has_no_link() {
    let mut random = 1_u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        put(random)
    };
    let link = Link {
        past: (0..4_000).map(|_| next()).collect(),
        ..Link::default()
    };
    assert_eq!(write(&link), Err(LinkError::TooLong));
    let some = Link {
        past: link.past[..1_000].to_vec(),
        ..Link::default()
    };
    assert!(write(&some).expect("a text").len() <= MOST_CHARACTERS);
}

#[test]
fn a_short_text_that_stands_for_very_much_is_refused() {
    assert_eq!(read(&around(&vec![0; 20 << 20])), Err(LinkError::TooLong));
    // Very many records, each of one or two bytes.
    let mut many = Out(vec![0, 0, 0]);
    many.number(5_000_000);
    many.bytes(&vec![8; 5_000_000]);
    many.bytes(&vec![0; 5_000_000]);
    many.0.extend([0, 0, 0]);
    let words = "This link contains more than the page accepts: too many records: 5000000; the limit is 100000.";
    assert_eq!(
        read(&around(&many.0)).map_err(|error| error.to_string()),
        Err(words.to_owned())
    );
}

/// Whether a link is neither read nor written, because it contains more than this says.
fn assert_too_much(link: &Link, words: &str) {
    let refused = format!("This link contains more than the page accepts: {words}.");
    let unchecked = around(&crate::content::write(link));
    let said = |error: LinkError| error.to_string();
    assert_eq!(read(&unchecked).map_err(said), Err(refused.clone()));
    assert_eq!(write(link).map_err(said), Err(refused));
}

#[test]
fn a_past_is_refused_before_it_runs_with_the_limit_and_the_value() {
    let later = |to| vec![(OPENED_AT, Entry::Advance { to })];
    let sent = |requests| {
        vec![(
            OPENED_AT,
            Entry::Sent {
                requests,
                to: OPENED_AT,
            },
        )]
    };
    let scan = Entry::Request {
        operation: "Scan".to_owned(),
        body: "{}".to_owned(),
    };
    let years = OPENED_AT + Duration::from_hours(24 * 365 * 10_000);
    for (past, words) in [
        (
            later(years),
            "too many days of virtual time: 3650000; the limit is 36525",
        ),
        (
            later(Timestamp::from_micros(u64::MAX)),
            "too many days of virtual time: 213485790; the limit is 36525",
        ),
        (
            vec![(OPENED_AT, scan); 20_001],
            "too many actions: 20001; the limit is 20000",
        ),
        (
            sent(2_000_001),
            "too many requests of loads: 2000001; the limit is 2000000",
        ),
        (
            sent(u64::MAX),
            "too many requests of loads: 18446744073709551615; the limit is 2000000",
        ),
    ] {
        let link = Link {
            past,
            ..Link::default()
        };
        assert_too_much(&link, words);
    }
}

#[test]
fn names_views_and_starts_are_bounded() {
    let name = Link {
        name: "x".repeat(1_000_000),
        ..Link::default()
    };
    assert_too_much(&name, "too many characters in the name: 1000000; the limit is 200");
    let view = Link {
        view: "x".repeat(3_000_000),
        ..Link::default()
    };
    let words = "too many bytes of the page's state: 3000000; the limit is 2000000";
    assert_too_much(&view, words);
    let start = Link {
        opened_at: Timestamp::from_seconds(40_000_000_000),
        ..Link::default()
    };
    assert_too_much(&start, "too many years before its start: 3237; the limit is 2999");
}

#[test]
fn a_century_fits() {
    let to = OPENED_AT + Duration::from_hours(24 * 365 * 99);
    let link = Link {
        past: vec![(OPENED_AT, Entry::Advance { to })],
        ..Link::default()
    };
    assert_eq!(read(&write(&link).expect("a text")), Ok(link));
}

fn moments() -> impl Strategy<Value = Timestamp> {
    (0..bounds::MOST_TIME.micros()).prop_map(Timestamp::from_micros)
}

fn entries() -> impl Strategy<Value = Entry> {
    let (name, text) = ("[A-Za-z]{0,8}", ".{0,30}");
    prop_oneof![
        (name, text).prop_map(|(operation, body)| Entry::Request { operation, body }),
        (name, text, name).prop_map(|(operation, body, exception)| Entry::Refused {
            operation,
            body,
            exception
        }),
        (text, any::<u64>()).prop_map(|(plan, seed)| Entry::Load { plan, seed }),
        (0..1_000_u64, moments()).prop_map(|(requests, to)| Entry::Sent { requests, to }),
        Just(Entry::LoadEnd),
        Just(Entry::StepBegin),
        Just(Entry::StepEnd),
        moments().prop_map(|to| Entry::Advance { to }),
        text.prop_map(|json| Entry::Settings { json }),
        Just(Entry::Return { to: 0 }),
    ]
}

fn links() -> impl Strategy<Value = Link> {
    let past = proptest::collection::vec((moments(), entries()), 0..20);
    let beginning = (any::<u64>(), moments(), any::<u16>(), ".{0,20}");
    (".{0,20}", beginning, past, any::<bool>(), any::<u32>(), ".{0,40}").prop_map(
        |(name, (seed, opened_at, semantics, settings), past, paused, speed, view)| Link {
            name,
            seed,
            opened_at,
            semantics,
            settings,
            past,
            paused,
            speed,
            view,
        },
    )
}

proptest! {
    #[test]
    fn every_link_comes_back_in_its_one_form(link in links()) {
        let text = write(&link).expect("a text");
        let back = read(&text).expect("a link");
        prop_assert_eq!(&back, &link.canonical());
        prop_assert_eq!(write(&back).expect("a text"), text);
    }

    #[test]
    fn no_text_panics(text in "A[QRST][A-Za-z0-9_-]{0,200}") {
        let _ = read(&text);
    }

    #[test]
    fn no_content_panics(content in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&around(&content));
    }
}
