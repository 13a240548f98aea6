//! The changes offered for a request, the resulting changes, and outcomes as rows.

use hashrange_protocol::trial::{
    Advice, Advised, Bytes, Change, Difference, Figures, Held, IndexChoice, LeftOut, Outcome, Preview, Throttle,
    ThrottleCause, Turned, Used,
};
use hashrange_protocol::{Action, Direction, KeyChoice, LoadPlan, Mix, Rate, Sizes, Suffix, Target, Units};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{Operation, ProjectionType};

use super::*;
use crate::state::table_change::tests::described;

const THREAD: &str = r#"{"TableName":"Thread","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":10},
    "AttributeDefinitions":[{"AttributeName":"ForumName","AttributeType":"S"},{"AttributeName":"Subject","AttributeType":"S"},
        {"AttributeName":"LastPost","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"ForumName","KeyType":"HASH"},{"AttributeName":"Subject","KeyType":"RANGE"}],
    "GlobalSecondaryIndexes":[{"IndexName":"LastPostIndex","Projection":{"ProjectionType":"ALL"},
        "KeySchema":[{"AttributeName":"LastPost","KeyType":"HASH"}],
        "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}}]}"#;

fn meets(throttles: bool, dax: bool) -> Meets {
    Meets {
        table: described(THREAD),
        throttles,
        dax,
    }
}

fn request(operation: Operation, body: &str) -> About {
    About::read(operation, body).expect("a request that can be run again")
}

fn scan() -> About {
    request(Operation::Scan, r#"{"TableName":"Thread"}"#)
}

fn load(action: Action) -> About {
    About::Load(Box::new(LoadPlan {
        target: Target::strings("Thread", "ForumName", Some("Subject")),
        rate: Rate::steady(10),
        from: Timestamp::EPOCH,
        span: Duration::from_seconds(1),
        keys: KeyChoice::Uniform { values: 1 },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 1, most: 1 },
        mix: Mix(vec![(action, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    }))
}

#[test]
fn a_scan_is_offered_a_query_and_a_write_is_not_offered_consistency() {
    use Offer::{Accelerator, Consistency, HalfSize, OnDemand, Projection, Query, Suffixes, Units};
    assert_eq!(
        offers(&scan(), &meets(true, false)).rows,
        [Units, OnDemand, Query, Consistency, HalfSize, Accelerator]
    );
    let put = request(
        Operation::PutItem,
        r#"{"TableName":"Thread","Item":{"ForumName":{"S":"a"},"Subject":{"S":"b"}}}"#,
    );
    let of_put = offers(&put, &meets(true, false));
    assert_eq!(of_put.rows, [Units, OnDemand, Projection, HalfSize]);
    assert_eq!(of_put.not.len(), 3, "suffixes, consistency and DAX: {:?}", of_put.not);
    assert_eq!(
        offers(&load(Action::Put), &meets(true, false)).rows,
        [Units, OnDemand, Suffixes, Projection, HalfSize]
    );
    let free = offers(&load(Action::Get), &meets(false, true));
    assert_eq!(free.rows, [Suffixes, Consistency, HalfSize, Accelerator]);
    assert!(free.not[0].starts_with("Throttling is off"));
}

#[test]
fn what_no_trial_can_run_is_nothing_to_ask_about() {
    assert_eq!(About::read(Operation::ListTables, "{}"), None);
    assert_eq!(About::read(Operation::PutItem, "{"), None);
}

#[test]
fn settings_become_changes() {
    let (about, meets) = (load(Action::Put), meets(true, false));
    let mut form = TrialForm::of(&about, &meets);
    assert_eq!(form.units, "20", "twice what there is");
    let change = |form: &TrialForm, offer| form.change(offer, &about, &meets);
    let provisioned = |index: Option<&str>| Change::Provisioned {
        index: index.map(Into::into),
        reads: None,
        writes: Some(20),
    };
    assert_eq!(change(&form, Offer::Units), Ok(provisioned(None)));
    form.units_of = named("LastPostIndex");
    assert_eq!(change(&form, Offer::Units), Ok(provisioned(Some("LastPostIndex"))));
    form.units = "0".into();
    assert!(change(&form, Offer::Units).is_err());
    form.choice = "hash".into();
    assert_eq!(
        change(&form, Offer::Suffixes),
        Ok(Change::Suffixes {
            count: 10,
            choice: Suffix::Hash
        })
    );
    form.projection = "INCLUDE".into();
    assert!(change(&form, Offer::Projection).is_err());
    form.attributes = "Views, Replies".into();
    let Ok(Change::Projection { projection, .. }) = change(&form, Offer::Projection) else {
        panic!("a projection")
    };
    assert_eq!(projection.projection_type, Some(ProjectionType::Include));
    assert_eq!(projection.non_key_attributes.map(|names| names.len()), Some(2));
    form.query_on = String::new();
    assert_eq!(
        change(&form, Offer::Query),
        Ok(Change::QueryInstead {
            index: IndexChoice::Table
        })
    );
    form.query_on = NEW.into();
    assert!(change(&form, Offer::Query).is_err(), "a new index needs a key");
    form.new_key = "Tag".into();
    let Ok(Change::QueryInstead {
        index: IndexChoice::New { name, .. },
    }) = change(&form, Offer::Query)
    else {
        panic!("a new index")
    };
    assert_eq!(name, "by-Tag");
}

/// A side with these numbers of requests, throttled requests and write units.
fn side(requests: u64, throttled: u64, units: u64) -> Figures {
    Figures {
        requests,
        sent: requests,
        answered: requests - throttled,
        throttled,
        units: vec![Used {
            index: None,
            reads: Units::ZERO,
            writes: Units::whole(units),
        }],
        bytes: vec![Bytes {
            index: None,
            items: 1,
            bytes: 2_000,
        }],
        ..Figures::default()
    }
}

fn outcome(change: Change) -> Outcome {
    let key: Item = [("Id", AttributeValue::string("hot"))].into_iter().collect();
    let throttle = Throttle {
        index: None,
        direction: Direction::Write,
        cause: ThrottleCause::ProvisionedThroughput,
        limit: 10,
        attempts: 30,
        half_units: 60,
        most: Some(Held {
            partition: 3,
            key: Some(key),
            attempts: 28,
        }),
    };
    let without = Figures {
        throttles: vec![throttle],
        ..side(40, 30, 10)
    };
    let difference = Difference {
        answered: 30,
        throttled: -30,
        write_half_units: 61,
        ..Difference::default()
    };
    let with = side(40, 0, 40);
    let (notes, sentence) = (Vec::new(), String::new());
    Outcome {
        change,
        without,
        with,
        difference,
        helps: true,
        limit: None,
        notes,
        sentence,
    }
}

#[test]
fn an_outcome_is_reported_in_rows() {
    let rows = compared(&outcome(Change::OnDemand));
    let row = |label: &str| rows.iter().find(|row| row.label == label).expect("a row").clone();
    let figures = |label: &str| {
        let Compared {
            without,
            with,
            difference,
            ..
        } = row(label);
        [without, with, difference]
    };
    assert_eq!(figures("Succeeded"), ["10", "40", "+30"]);
    assert_eq!(figures("Throttled"), ["30", "0", "−30"]);
    assert_eq!(figures("Write units"), ["10", "40", "+30.5"]);
    assert_eq!(figures("Bytes stored"), ["2,000", "2,000", "0"]);
    assert_eq!(rows.len(), 8, "no cache, no row for it");
}

#[test]
fn the_chain_leads_from_the_request_to_the_key() {
    let advice = Advice {
        change: Change::OnDemand,
        outcome: outcome(Change::OnDemand),
    };
    let advised = Advised {
        chain: None,
        advice: vec![advice],
        in_vain: Vec::new(),
    };
    let reported: Vec<String> = chain(&advised)
        .into_iter()
        .map(|link| format!("{}: {}", link.part, link.words))
        .collect();
    assert_eq!(
        reported,
        [
            "Request: 30 of 40 requests throttled",
            "Partition: P3",
            "Bucket: 10 WCU/s provisioned for the table",
            "Key: Id = hot"
        ]
    );
    assert!(chain(&Advised::default()).is_empty());
}

#[test]
fn an_index_is_reported_before_it_is_created() {
    let example: Item = [("Id", AttributeValue::string("7"))].into_iter().collect();
    let left = LeftOut {
        attribute: "Tag".into(),
        why: "The item has no such attribute.".into(),
        items: 2,
        examples: vec![example],
    };
    let at = Timestamp::from_seconds(1_571_820_012);
    let preview = Preview {
        items: 5,
        held: 3,
        left_out: vec![left],
        bytes: 90,
        stored_bytes: 390,
        median_bytes: 30,
        units_without: Units::whole(1),
        units_with: Units::whole(2),
        turned: vec![Turned {
            record: 4,
            at,
            keys: vec!["Tag".into()],
        }],
        turned_in_total: 1,
        scans: 2,
    };
    let reported = previewed(&preview).join(" ");
    assert!(
        reported.starts_with("The index would contain 3 of 5 items and leave out 2."),
        "{reported}"
    );
    assert!(
        reported.contains("Tag, 2 items: The item has no such attribute. For example Id 7."),
        "{reported}"
    );
    assert!(reported.contains("uses 2 WCU instead of 1."), "{reported}");
    assert!(
        reported.ends_with("1 of 2 Scans in the journal becomes a Query on it."),
        "{reported}"
    );
    assert_eq!(turned(&preview), ["Scan at 2019-10-23 08:40:12.000, by Tag"]);
}
