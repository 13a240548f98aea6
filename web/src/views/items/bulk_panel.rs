//! The dialog that changes or deletes the selected items: the change, its preview, the progress, and what was refused.
//!
//! All requests are one step of undo. Must not know how items are selected.

use hashrange_protocol::Command;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_values::{AttributeType, Item};
use hashrange_wire::attribute_value_to_json;
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Button, ButtonKind, Toasts, Tone, When, use_toasts};
use crate::derived::Signal;
use crate::effect::effect;
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::state::bulk_change::{BulkChange, BulkForm, BulkRun};
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Choice as Chosen, TextField, options};
use crate::views::item_grid::Choice;

/// The choice of no value.
const REMOVED: &str = "removed";

/// How far the change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The reader decides.
    Asks,
    /// Requests are sent.
    Sends,
    /// Some requests were refused or not sent.
    Ended,
}

/// What the dialog says: what a change will do, how far it is, or what was refused.
#[derive(Clone, Debug, Default, PartialEq)]
struct Told {
    /// The change that will happen, if the engine has seen the items.
    change: Option<BulkChange>,
    words: String,
    /// A line for each of the first items.
    lines: Vec<String>,
}

/// The page around the dialog.
#[derive(Clone, Copy)]
struct Around {
    session: Session,
    selection: Selection,
    toasts: Toasts,
    schema: Signal<TableSchema>,
    choice: Choice,
}

/// The state of the dialog. It is small, because every closure of the dialog has a copy.
#[derive(Clone, Copy)]
pub struct Bulk {
    around: StoredValue<Around>,
    pub(super) open: RwSignal<bool>,
    /// Whether the items are deleted; otherwise an attribute changes.
    pub(super) deletes: RwSignal<bool>,
    /// The items.
    pub(super) keys: RwSignal<Vec<Item>>,
    form: RwSignal<BulkForm>,
    told: RwSignal<Told>,
    phase: RwSignal<Phase>,
    /// Whether the reader stopped it.
    stopped: RwSignal<bool>,
}

impl Bulk {
    /// A closed dialog.
    pub(super) fn new(schema: Signal<TableSchema>, choice: Choice) -> Self {
        let around = Around {
            session: use_session(),
            selection: use_selection(),
            toasts: use_toasts(),
            schema,
            choice,
        };
        Self {
            around: StoredValue::new(around),
            open: RwSignal::new(false),
            deletes: RwSignal::new(false),
            keys: RwSignal::new(Vec::new()),
            form: RwSignal::new(BulkForm::default()),
            told: RwSignal::new(Told::default()),
            phase: RwSignal::new(Phase::Asks),
            stopped: RwSignal::new(false),
        }
    }

    /// Opens the dialog for the selected items. While requests are sent it shows these.
    pub(super) fn ask(self, deletes: bool) {
        if self.phase.get_untracked() != Phase::Sends {
            self.deletes.set(deletes);
            self.begin_anew();
        }
        self.open.set(true);
    }

    /// Takes the items that are selected now.
    fn begin_anew(self) {
        self.told.set(Told::default());
        self.phase.set(Phase::Asks);
        self.keys
            .set(self.around.with_value(|around| around.choice.keys.get_untracked()));
    }

    fn change(self) -> Result<BulkChange, String> {
        if self.deletes.get() {
            return Ok(BulkChange::Delete);
        }
        let schema = self.around.with_value(|around| around.schema);
        self.form.with(|form| schema.with(|schema| form.change(schema)))
    }

    /// Asks the engine what the change would do. The answer to an earlier form is dropped.
    fn look(self) {
        if self.phase.get() != Phase::Asks {
            return;
        }
        let change = match self.change() {
            Ok(change) => change,
            Err(words) => return self.tell(words, Vec::new()),
        };
        let (attribute, value) = match &change {
            BulkChange::Delete => (String::new(), None),
            BulkChange::Put(attribute, value) => (attribute.clone(), value.as_ref().map(attribute_value_to_json)),
        };
        let Around { session, schema, .. } = self.around.get_value();
        let (table, keys) = (schema.with_untracked(|schema| schema.name.clone()), self.keys.get());
        let selected = keys.len();
        let call = Call::LookAtItems {
            table,
            keys,
            attribute,
            value,
        };
        spawn_local(async move {
            let seen = session.run(call).await;
            let is_current =
                untrack(|| self.phase.try_get() == Some(Phase::Asks) && self.change().as_ref() == Ok(&change));
            if let (Some(CallResult::Items { found, same, first }), true) = (seen, is_current) {
                let words = change.foretell(selected, found, same);
                let line = |item: &Item| schema.with_untracked(|schema| change.line(schema, item));
                let lines = first.iter().map(line).collect();
                let change = Some(change);
                self.told.try_set(Told { change, words, lines });
            }
        });
    }

    /// Sends the requests, one after another.
    fn send(self) {
        let Ok(change) = untrack(|| self.change()) else { return };
        // The view may be gone before the end; the requests continue.
        let around = self.around.get_value();
        let (schema, keys) = (around.schema.get_untracked(), self.keys.get_untracked());
        self.phase.set(Phase::Sends);
        self.stopped.set(false);
        spawn_local(async move {
            let (mut run, mut done) = (BulkRun::of(keys.len()), Vec::new());
            let mut goes_on = true;
            around.session.ask_for(Command::Step { begins: true });
            for key in keys {
                if !goes_on || self.stopped.try_get_untracked() == Some(true) {
                    break;
                }
                let answer = around
                    .session
                    .send_json(change.operation(), change.body(&schema, &key))
                    .await;
                goes_on = run.take(&key, &answer);
                self.tell(run.progress(&change), Vec::new());
                if answer.is_ok() {
                    done.push(key);
                }
            }
            // Another workspace in front has no such step.
            if goes_on {
                around.session.ask_for(Command::Step { begins: false });
            }
            self.ended(&around, &change, run, &done);
        });
    }

    /// Says how far the requests are, if the dialog still exists.
    fn tell(self, words: String, lines: Vec<String>) {
        let change = None;
        self.told.try_set(Told { change, words, lines });
    }

    /// Reports the end. Refused items stay selected, so that the reader can try again.
    fn ended(self, around: &Around, change: &BulkChange, run: BulkRun, done: &[Item]) {
        around
            .choice
            .keys
            .try_update(|keys| keys.retain(|key| !done.contains(key)));
        let is_gone = |key: &Option<Item>| key.as_ref().is_some_and(|key| done.contains(key));
        if *change == BulkChange::Delete && around.selection.item.with_untracked(is_gone) {
            around.selection.item.set(None);
        }
        let mut words = run.words(change);
        if run.done < run.total && self.open.try_get_untracked() == Some(true) {
            self.phase.try_set(Phase::Ended);
            return self.tell(words, run.failures);
        }
        self.phase.try_set(Phase::Asks);
        self.open.try_set(false);
        if run.done > 0 && !around.session.workspace().get_untracked().is_remote() {
            words += &format!(" {}", t!("One undo takes all of it back."));
        }
        let tone = if run.failed > 0 { Tone::Bad } else { Tone::Good };
        around.toasts.say(tone, words);
    }
}

hashrange_late::late!(page:
    /// The content of the dialog.
    pub(super) fn bulk_panel(bulk: Bulk) -> AnyView { view! { <Panel bulk /> }.into_any() }
);

#[component]
fn Panel(bulk: Bulk) -> impl IntoView {
    let Bulk { told, phase, .. } = bulk;
    effect(move || bulk.look());
    let deletes = bulk.deletes.get_untracked();
    let edits = move || !deletes && phase.get() == Phase::Asks;
    let leave = move |()| match phase.get_untracked() {
        Phase::Sends => bulk.stopped.set(true),
        Phase::Asks | Phase::Ended => bulk.open.set(false),
    };
    let act = move |()| match phase.get_untracked() {
        Phase::Asks => bulk.send(),
        Phase::Ended => bulk.begin_anew(),
        Phase::Sends => {}
    };
    let waits = Signal::derive(move || match phase.get() {
        Phase::Asks => bulk.change().ok() != told.with(|told| told.change.clone()) || bulk.change().is_err(),
        Phase::Sends => true,
        Phase::Ended => false,
    });
    let line = |line: String| view! { <li>{line}</li> };
    let lines = move || {
        told.with(|told| told.lines.clone())
            .into_iter()
            .map(line)
            .collect_view()
    };
    let kind = if deletes {
        ButtonKind::Danger
    } else {
        ButtonKind::Primary
    };
    view! {
        <div class="bulk-panel">
            <When holds=edits><Form bulk /></When>
            <p role="status">{move || told.with(|told| told.words.clone())}</p>
            <ul class="bulk-lines">{lines}</ul>
            <div class="dialog-actions">
                <Button on_press=leave>
                    {move || match phase.get() {
                        Phase::Asks => t!("Cancel"),
                        Phase::Sends => t!("Stop"),
                        Phase::Ended => t!("Close"),
                    }}
                </Button>
                <Button kind disabled=waits on_press=act>
                    {move || match (phase.get(), deletes) {
                        (Phase::Ended, _) => t!("Try the rest again"),
                        (_, true) => t!("Delete items"),
                        (_, false) => t!("Change items"),
                    }}
                </Button>
            </div>
        </div>
    }
}

/// The attribute and its new value.
#[component]
fn Form(bulk: Bulk) -> impl IntoView {
    let form = bulk.form;
    let kind = move || form.with(|form| form.kind.map_or(REMOVED, AttributeType::descriptor).to_owned());
    let choose_kind = move |word: String| {
        let kind = AttributeType::ALL.into_iter().find(|kind| kind.descriptor() == word);
        form.update(|form| form.kind = kind);
    };
    let kinds = options(AttributeType::ALL.iter().map(|kind| kind.descriptor()).chain([REMOVED]));
    view! {
        <div class="bulk-form dialog-first">
            <TextField
                label=t!("Attribute")
                value=Signal::derive(move || form.with(|form| form.attribute.clone()))
                on_input=move |text| form.update(|form| form.attribute = text)
            />
            <Chosen label=t!("New type") options=kinds value=Signal::derive(kind) on_change=choose_kind />
            <TextField
                label=t!("New value")
                value=Signal::derive(move || form.with(|form| form.text.clone()))
                on_input=move |text| form.update(|form| form.text = text)
            />
        </div>
    }
}
