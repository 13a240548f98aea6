//! Links: a linked workspace has the same content in every reading. A workspace that cannot be a link is saved to a
//! file.

use hashrange_insight::reading::{
    AnyQuestion, CapacityQuestion, ItemsQuestion, LastRequestQuestion, LogLinesQuestion, StageQuestion, TablesQuestion,
};
use hashrange_protocol::{ClockCommand, Command, Hello, JobKind, News, Travel, VERSION, WorkspaceCommand};
use hashrange_time::Duration;
use hashrange_workload::{Action, KeyChoice, LoadPlan, Mix, Rate, Sizes, Suffix, Suffixes, Target};

use super::{Page, TABLE, count, import_of, import_of_lines, with_notes};
use crate::core::Core;
use crate::store::{MemoryStore, Store};

const VIEW: &str = r#"{"version":1,"parts":{"selection":"Notes;;Query"}}"#;

impl Page {
    fn run_workspace_command(&mut self, command: WorkspaceCommand) {
        self.send(Command::Workspace(command));
        self.pass(500);
    }

    /// The link of the workspace in front; empty if the workspace is too large for a link.
    fn link(&mut self) -> String {
        self.platform
            .news
            .borrow_mut()
            .retain(|news| !matches!(news, News::Link { .. }));
        self.run_workspace_command(WorkspaceCommand::MakeLink { view: VIEW.to_owned() });
        self.last(|news| {
            if let News::Link { text } = news {
                Some(text.clone())
            } else {
                None
            }
        })
        .expect("a link")
    }

    fn follow_link(&mut self, text: &str) {
        self.run_workspace_command(WorkspaceCommand::OpenLink { text: text.to_owned() });
    }

    fn pause(&mut self) {
        self.send(Command::Clock(ClockCommand::Pause));
        self.pass(200);
    }

    fn view(&self) -> String {
        self.last(|news| {
            if let News::Opened { view, .. } = news {
                Some(view.clone())
            } else {
                None
            }
        })
        .expect("a view")
    }

    /// The bytes of various readings, and the hash of the state.
    fn digest(&mut self) -> (Vec<Option<Vec<u8>>>, String) {
        let table = || "Notes".to_owned();
        let asks = [
            AnyQuestion::TablesQuestion(TablesQuestion),
            AnyQuestion::LogLinesQuestion(LogLinesQuestion {
                kind: None,
                text: String::new(),
                most: 500,
            }),
            AnyQuestion::StageQuestion(StageQuestion {
                table: table(),
                ..StageQuestion::default()
            }),
            AnyQuestion::ItemsQuestion(ItemsQuestion {
                table: table(),
                index: None,
                from: 0,
                count: 200,
                around: None,
            }),
            AnyQuestion::LastRequestQuestion(LastRequestQuestion),
            AnyQuestion::CapacityQuestion(CapacityQuestion {
                table: table(),
                index: None,
                seconds: 600,
            }),
        ];
        let mut readings = Vec::new();
        for (number, ask) in asks.into_iter().enumerate() {
            let number = 1_000 + number as u64;
            self.platform
                .news
                .borrow_mut()
                .retain(|news| !matches!(news, News::Reading { .. }));
            self.send(Command::Follow {
                number,
                ask: Box::new(ask),
            });
            self.pass(200);
            self.send(Command::LetGo { number });
            let bytes = self.last(|news| match news {
                News::Reading { number: of, bytes, .. } if *of == number => Some(bytes.clone()),
                _ => None,
            });
            readings.push(bytes.expect("a reading").map(serde_bytes::ByteBuf::into_vec));
        }
        (readings, self.hash())
    }
}

/// Creates notes that were written, refused, undone and written differently, a load, and other settings.
fn eventful(page: &mut Page) {
    with_notes(page, 3);
    page.request("PutItem", "{}").expect_err("no item");
    page.request("GetItem", r#"{"TableName":"Nowhere","Key":{"Id":{"S":"1"}}}"#)
        .expect_err("no table");
    page.send(Command::Travel(Travel::Undo));
    page.pass(100);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"other"}}}"#)
        .expect("a put");
    page.send(Command::Change {
        settings: r#"{"Physics":"aws"}"#.to_owned(),
    });
    page.pass(1_000);
    page.send(import_of(40));
    page.pass(2_000);
    page.pause();
}

#[test]
fn the_usual_beginning_is_what_the_format_says() {
    let usual = Core::usual();
    let said = (
        hashrange_link::SEED,
        hashrange_link::OPENED_AT,
        hashrange_link::SETTINGS,
    );
    assert_eq!(
        (usual.seed, usual.start, usual.text().as_str()),
        said,
        "links only grow where they differ"
    );
}

#[test]
fn a_link_opened_in_a_fresh_profile_gives_the_same_readings() {
    let mut page = Page::opened(&MemoryStore::new());
    eventful(&mut page);
    let text = page.link();
    assert_eq!(page.link(), text, "the same state, the same link");
    let store = MemoryStore::new();
    let mut other = Page::opened(&store);
    let own = other.front();
    other.follow_link(&text);
    assert_ne!(other.front(), own, "beside what is there");
    assert_eq!(other.cards().len(), 2);
    assert_eq!(other.view(), VIEW);
    assert!(!other.state().running, "time is paused there too");
    assert!(other.state().line.futures.is_empty(), "what was left is not in it");
    assert_eq!(other.digest(), page.digest());
    assert_eq!(other.link(), text, "a link of what a link led to is the same one");
    let journal = futures::executor::block_on(store.read_journal(other.front())).expect("a journal");
    let kept = hashrange_endpoint::Timeline::<()>::read(&journal).expect("a service");
    assert_eq!(
        format!("{:032x}", kept.state_hash()),
        page.hash(),
        "its journal leads there too"
    );
}

#[test]
fn a_link_of_a_moment_in_the_past_leads_to_that_moment() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 5);
    page.send(Command::Travel(Travel::Undo));
    page.send(Command::Travel(Travel::Undo));
    page.pass(100);
    let text = page.link();
    let mut other = Page::opened(&MemoryStore::new());
    other.follow_link(&text);
    assert_eq!(other.digest(), page.digest());
    assert_eq!(count(&mut other), "3");
}

#[test]
fn a_link_that_is_opened_twice_shows_its_workspace_until_something_is_done_there() {
    let mut page = Page::opened(&MemoryStore::new());
    eventful(&mut page);
    let text = page.link();
    page.follow_link(&text);
    let first = page.front();
    page.run_workspace_command(WorkspaceCommand::Back);
    page.follow_link(&text);
    assert_eq!(page.front(), first);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"mine"}}}"#)
        .expect("a put");
    page.pass(500);
    page.follow_link(&text);
    assert_ne!(page.front(), first);
    assert_eq!(count(&mut page), "43");
}

#[test]
fn a_workspace_over_the_limit_has_no_link_and_is_a_file() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 0);
    let mut random = 1_u64;
    let mut text = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("{random:020}")
    };
    let lines: String = (0..2_000)
        .map(|note| format!("{{\"Id\":\"n{note}\",\"Text\":\"{}\"}}\n", text()))
        .collect();
    page.send(import_of_lines(lines));
    page.pass(10_000);
    assert_eq!(page.link(), "");
    let id = page.front();
    page.run_workspace_command(WorkspaceCommand::Save(id));
    let bytes = page.file().expect("a file");
    let mut other = Page::opened(&MemoryStore::new());
    other.run_workspace_command(WorkspaceCommand::OpenFile {
        name: "notes.hashrange".to_owned(),
        bytes,
    });
    assert_eq!(count(&mut other), "2000");
}

#[test]
fn a_damaged_link_says_so_and_changes_nothing() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 2);
    let (text, front, cards) = (page.link(), page.front(), page.cards().len());
    for (wrong, words) in [
        (&text[..text.len() / 2], "damaged"),
        ("AgAAAAA", "newer version"),
        ("", "not a link"),
    ] {
        page.follow_link(wrong);
        assert!(
            page.refused().is_some_and(|reported| reported.contains(words)),
            "{:?}",
            page.refused()
        );
    }
    assert_eq!((page.front(), page.cards().len()), (front, cards));
    // The bytes are intact, but the record is never valid.
    let refused = hashrange_journal::Entry::Request {
        operation: "PutItem".to_owned(),
        body: "{}".to_owned(),
    };
    let wrong = hashrange_link::Link {
        past: vec![(hashrange_link::OPENED_AT, refused)],
        ..Default::default()
    };
    page.follow_link(&hashrange_link::write(&wrong).expect("a text"));
    assert!(
        page.refused()
            .is_some_and(|reported| reported.contains("give different results here")),
        "{:?}",
        page.refused()
    );
    assert_eq!(count(&mut page), "2");
}

#[test]
fn an_embedded_page_keeps_nothing_and_looks_at_nothing_that_is_kept() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 2);
    page.pause();
    let text = page.link();
    let mut embedded = Page::over(Ok(store.clone()));
    embedded.hello(Hello {
        version: VERSION,
        welcome: true,
        unkept: true,
        ..Hello::default()
    });
    embedded.follow_link(&text);
    assert_eq!(embedded.hash(), page.hash());
    embedded
        .request("CreateTable", &TABLE.replace("Notes", "More"))
        .expect("a table");
    embedded.pass(2_000);
    let mut again = Page::opened(&store);
    assert_eq!(again.cards().len(), 2);
    assert_eq!(again.tables(), ["Notes"]);
}

/// A link whose opening takes a while: many scans of a table with some items.
fn long_link() -> String {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 20);
    for _ in 0..50 {
        page.request("Scan", r#"{"TableName":"Notes"}"#).expect("an answer");
    }
    page.pause();
    page.link()
}

#[test]
fn while_a_long_link_opens_the_readers_own_workspace_is_in_front_and_it_can_be_stopped() {
    let text = long_link();
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 3);
    let (own, cards) = (page.front(), page.cards().len());
    let open = |page: &mut Page| {
        page.send(Command::Workspace(WorkspaceCommand::OpenLink { text: text.clone() }));
        // Every look at the clock takes this long.
        page.platform.look.set(20.0);
        page.pass(900);
        page.last(|news| {
            if let News::Job(job) = news {
                Some(job.clone())
            } else {
                None
            }
        })
    };
    let job = open(&mut page).flatten().expect("a job");
    assert_eq!((job.kind, page.front()), (JobKind::Link, own));
    assert_eq!(count(&mut page), "3", "the reader's own workspace responds");
    page.send(Command::Stop);
    page.pass(2_000);
    page.platform.look.set(0.0);
    let ended = page.ended(JobKind::Link).expect("an end");
    assert!(ended.stopped);
    assert_eq!((page.front(), page.cards().len()), (own, cards), "nothing was opened");
    open(&mut page);
    page.platform.look.set(0.0);
    page.pass(2_000);
    assert_ne!(page.front(), own, "it is open after its job");
    assert_eq!(count(&mut page), "20");
}

#[test]
fn a_link_over_a_limit_is_refused_with_the_limit() {
    let mut page = Page::opened(&MemoryStore::new());
    let plan = LoadPlan {
        target: Target::strings("Notes", "Id", None),
        rate: Rate::steady(1),
        from: hashrange_link::OPENED_AT,
        span: Duration::from_seconds(1),
        keys: KeyChoice::Monotonic,
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 1, most: 1 },
        mix: Mix(vec![(Action::Query, 1)]),
        suffixes: Some(Suffixes::new(1_000_000, '-', Suffix::Hash)),
        consistent: false,
        retries: None,
    };
    let load = hashrange_journal::Entry::Load {
        plan: plan.to_text(),
        seed: 1,
    };
    let link = hashrange_link::Link {
        past: vec![(hashrange_link::OPENED_AT, load)],
        ..Default::default()
    };
    page.follow_link(&hashrange_link::write(&link).expect("a text"));
    let words = "This link contains more than the page accepts: too many suffixes of a load: 1000000; the limit is 1000. \
                 Nothing was changed.";
    assert_eq!(page.refused().as_deref(), Some(words));
    assert!(page.ended(JobKind::Link).is_some(), "the page does not try it again");
}
