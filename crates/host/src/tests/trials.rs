//! Trials: numbered, run in turn, ended on request or when another workspace is in front, and without side effects.

use hashrange_engine::{Direction, Event, EventKind, KeyAttribute, KeySchema, RequestEvent, Throttling};
use hashrange_protocol::trial::{Advised, Change, Figures, Happened, Outcome, Tried, Wanted};
use hashrange_protocol::{Answer, Ask, Command, News, Progress, WorkspaceCommand};
use hashrange_values::KeyType;
use hashrange_wire::{Operation, Projection, ProjectionType};
use hashrange_workload::Target;

use super::{Page, count, puts, with_notes};
use crate::store::MemoryStore;

fn tried(page: &Page, number: u64) -> Vec<Tried> {
    let news = page.platform.news.borrow();
    let of = |news: &News| match news {
        News::Progress { number: of, progress } if *of == number => match &**progress {
            Progress::Trial(tried) => Some(tried.clone()),
            Progress::Call(_) => None,
        },
        News::Answer { number: of, answer } if *of == number => match &**answer {
            Answer::Trial(tried) => Some(tried.clone()),
            _ => None,
        },
        _ => None,
    };
    news.iter().filter_map(of).collect()
}

fn outcome(page: &Page, number: u64) -> Option<Outcome> {
    match tried(page, number).pop()? {
        Tried::Outcome(outcome) => Some(*outcome),
        _ => None,
    }
}

fn advised(page: &Page, number: u64) -> Option<Advised> {
    match tried(page, number).pop()? {
        Tried::Advised {
            permille: 1_000,
            advised,
        } => Some(*advised),
        _ => None,
    }
}

fn ask(page: &mut Page, number: u64, wanted: Wanted) {
    let ask = Box::new(Ask::Trial(wanted));
    page.send(Command::Ask { number, ask });
}

fn strong(of: Happened) -> Wanted {
    Wanted::Change {
        of,
        change: Change::Consistency { strong: true },
    }
}

const LOADED: &str = r#"{"TableName":"Tab","ProvisionedThroughput":{"ReadCapacityUnits":10,"WriteCapacityUnits":10},
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

/// A table with ten write units, and a load that requests four times as many on one key.
fn with_a_load(page: &mut Page) {
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    page.request("CreateTable", LOADED).expect("a table");
    page.pass(2_000);
    let (mut settings, from) = page
        .host
        .within(page.front(), |workspace| {
            (workspace.core.settings().clone(), workspace.core.clock().now())
        })
        .expect("it is open");
    settings.physics.throttling.mode = Throttling::Adaptive;
    page.send(Command::Change {
        settings: settings.text(),
    });
    let plan = puts(Target::strings("Tab", "Id", None), 40, from, (20, 1));
    page.send(Command::Load {
        plan: Box::new(plan),
        seed: 7,
    });
    page.pass(60_000);
}

fn events(page: &Page, pick: impl Fn(&RequestEvent) -> bool) -> Vec<u64> {
    let of =
        |event: &Event| matches!(&event.kind, EventKind::Request(request) if pick(request)).then_some(event.sequence);
    page.host
        .within(page.front(), |workspace| {
            workspace.core.engine().events_since(0).filter_map(of).collect()
        })
        .expect("open")
}

#[test]
fn a_request_is_tried_again_by_the_record_its_answer_names() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 40);
    count(&mut page);
    let record = page.last(|news| match news {
        News::Answer { answer, .. } => match &**answer {
            Answer::Request(Ok(answered)) => answered.record,
            _ => None,
        },
        _ => None,
    });
    page.pass(1_000);
    let place = (page.state().line.end, page.state().steps);
    ask(&mut page, 1, strong(Happened::Record(record.expect("a record"))));
    page.pass(1_000);
    let outcome = outcome(&page, 1).expect("an outcome");
    assert_eq!((outcome.without.requests, outcome.with.answered), (1, 1));
    let units = |figures: &Figures| figures.total(Direction::Read).as_halves();
    assert_eq!(units(&outcome.with), 2 * units(&outcome.without));
    assert_eq!(
        (page.state().line.end, page.state().steps),
        place,
        "nothing is added to what happened"
    );
}

#[test]
fn an_event_leads_to_the_request_or_to_the_load_that_sent_it() {
    let mut page = Page::opened(&MemoryStore::new());
    with_a_load(&mut page);
    page.request("GetItem", r#"{"TableName":"Tab","Key":{"Id":{"S":"none"}}}"#)
        .expect("an answer");
    page.request("GetItem", r#"{"TableName":"Tab","Key":{"Id":{"S":"none either"}}}"#)
        .expect("an answer");
    let by_hand = events(&page, |request| request.operation == Operation::GetItem);
    let of_load = events(&page, |request| request.sender.is_some());
    ask(&mut page, 1, strong(Happened::Event(by_hand[0])));
    ask(
        &mut page,
        2,
        Wanted::Change {
            of: Happened::Event(of_load[0]),
            change: Change::HalfSize,
        },
    );
    page.pass(5_000);
    assert_eq!(outcome(&page, 1).expect("an outcome").without.requests, 1);
    let sent = page.runs().first().map(|load| load.requests());
    assert_eq!(Some(outcome(&page, 2).expect("an outcome").without.requests), sent);
}

#[test]
fn advice_on_a_load_is_reported_bit_by_bit_and_says_what_does_not_help() {
    let mut page = Page::opened(&MemoryStore::new());
    with_a_load(&mut page);
    // Work takes time now.
    page.platform.look.set(0.5);
    ask(&mut page, 3, Wanted::Advice { of: Happened::Load(0) });
    page.pass(20_000);
    let reported = advised(&page, 3).expect("advice");
    assert!(reported.chain.expect("a chain").contains("the 10 WCU of the table"));
    assert!(
        matches!(reported.advice[0].change, Change::Provisioned { .. }),
        "{:?}",
        reported.advice
    );
    let in_vain = reported
        .in_vain
        .iter()
        .any(|vain| matches!(vain.change, Change::Suffixes { .. }));
    assert!(in_vain, "ten suffixes do not help against the units of a table");
    assert!(tried(&page, 3).len() > 2, "the chain comes before what helps");
}

#[test]
fn trials_take_turns_and_messages_are_heard_between() {
    let mut page = Page::opened(&MemoryStore::new());
    with_a_load(&mut page);
    // Work takes time now.
    page.platform.look.set(0.5);
    for number in 1..=3 {
        ask(&mut page, number, Wanted::Advice { of: Happened::Load(0) });
    }
    page.pass(20);
    page.send(Command::Cancel { number: 2 });
    assert!(
        page.request("GetItem", r#"{"TableName":"Tab","Key":{"Id":{"S":"none"}}}"#)
            .is_ok()
    );
    assert!(
        advised(&page, 1).is_none() && advised(&page, 3).is_none(),
        "they are on their way"
    );
    page.pass(60_000);
    assert!(advised(&page, 1).is_some() && advised(&page, 3).is_some());
    assert!(advised(&page, 2).is_none(), "it was stopped");
}

#[test]
fn another_trial_of_the_same_number_takes_its_place() {
    let mut page = Page::opened(&MemoryStore::new());
    with_a_load(&mut page);
    ask(
        &mut page,
        1,
        Wanted::Change {
            of: Happened::Load(0),
            change: Change::OnDemand,
        },
    );
    ask(
        &mut page,
        1,
        Wanted::Change {
            of: Happened::Load(0),
            change: Change::HalfSize,
        },
    );
    page.pass(10_000);
    let changes: Vec<Change> = tried(&page, 1)
        .into_iter()
        .filter_map(|tried| {
            if let Tried::Outcome(outcome) = tried {
                Some(outcome.change)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(changes, [Change::HalfSize]);
}

#[test]
fn a_trial_ends_with_its_workspace_and_one_that_does_not_apply_says_why() {
    let mut page = Page::opened(&MemoryStore::new());
    with_a_load(&mut page);
    page.platform.look.set(0.5);
    ask(&mut page, 1, Wanted::Advice { of: Happened::Load(0) });
    page.pass(20);
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(20_000);
    assert!(advised(&page, 1).is_none());
    ask(&mut page, 2, strong(Happened::Load(0)));
    page.pass(500);
    let reported = tried(&page, 2).pop();
    assert!(
        matches!(&reported, Some(Tried::NotApplicable(why)) if why.starts_with("There is no load")),
        "{reported:?}"
    );
}

#[test]
fn an_index_is_previewed_with_the_items_it_leaves_out() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 5);
    page.request(
        "PutItem",
        r#"{"TableName":"Notes","Item":{"Id":{"S":"x"},"Group":{"S":"g"}}}"#,
    )
    .expect("a put");
    let wanted = Wanted::Preview {
        table: "Notes".to_owned(),
        keys: KeySchema {
            partition: vec![KeyAttribute {
                name: "Group".into(),
                key_type: KeyType::S,
            }],
            sort: Vec::new(),
        },
        projection: Projection {
            projection_type: Some(ProjectionType::All),
            non_key_attributes: None,
        },
    };
    ask(&mut page, 9, wanted);
    page.pass(200);
    let Some(Tried::Preview(seen)) = tried(&page, 9).pop() else {
        panic!("a preview")
    };
    assert_eq!(
        (
            seen.items,
            seen.held,
            seen.left_out[0].items,
            seen.left_out[0].examples.len()
        ),
        (6, 1, 5, 3)
    );
}
