//! The workload: generated loads on the selected table, what will throttle them, and two runs side by side.
//!
//! A load continues while another tab is open, so its editor is created at the root of the page, with
//! `provide_load_editor`. Must not know how a load runs: the engine does that.

pub mod results;

use hashrange_protocol::{Command, DaxOptions, LoadTally, Settings, Throttling};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::results::Results;
use super::fields::{Checkbox, Choice, Options, TextField};
use super::live_shell::guide;
use super::physics::throttling::{ThrottlingSwitch, set_throttling};
use crate::components::{Button, ButtonKind, ModelTag, Source, SourceLink, When, on_submit_key};
use crate::derived::Signal;
use crate::effect::effect;
use crate::memo::Memo;
use crate::selection::Selection;
use crate::session::{Session, use_saved_part, use_selection, use_session};
use crate::signal::RwSignal;
use crate::state::load_forecast::{Provisioned, forecast};
use crate::state::load_form::LoadForm;
use crate::state::table_schema::TableSchema;

/// The address of AWS's description of write sharding.
fn sharding() -> Source {
    guide(t!("Using write sharding"), "bp-partition-key-sharding.html")
}

/// The form of loads, which belongs to the workspace in front, and its errors.
#[derive(Clone, Copy)]
struct LoadEditor {
    session: Session,
    form: RwSignal<LoadForm>,
    problem: RwSignal<Option<String>>,
    /// The latest load when another one was requested, stored until that one has started.
    awaited: RwSignal<Option<Option<LoadTally>>>,
}

impl LoadEditor {
    fn new() -> Self {
        let (session, problem, awaited) = (use_session(), RwSignal::new(None), RwSignal::new(None));
        effect(move || {
            session.workspace().track();
            problem.set(None);
            awaited.set(None);
        });
        Self {
            session,
            form: use_saved_part("load"),
            problem,
            awaited,
        }
    }
}

/// Provides the editor of loads to all views below.
pub fn provide_load_editor() {
    provide_context(LoadEditor::new());
}

hashrange_late::late!(page:
    /// The Workload tab.
    pub fn workload_view() -> AnyView { view! { <WorkloadView /> }.into_any() }
);

/// The workload of the selected table.
#[component]
pub fn WorkloadView() -> impl IntoView {
    let editor = use_context::<LoadEditor>().unwrap_or_else(LoadEditor::new);
    let selection = use_selection();
    view! {
        <div class="workload" on:keydown:capture=on_submit_key(move || start(editor, selection))>
            <p class="workload-about">
                {t!("Sends generated requests to the selected table in virtual time. The same seed generates the same requests.")} " "
                <ModelTag reason=t!("AWS documents 1,000 WCU/s and 3,000 RCU/s for a partition, not how far a short burst may exceed them; here no burst exceeds them") />
                " "
                <SourceLink source=sharding() />
            </p>
            {fields(editor)}
            {switches(editor)}
            <Forecast editor />
            {ways(editor)}
            <Results newest=run_at(editor, 0) before=run_at(editor, 1) awaits=awaits(editor) />
        </div>
    }
}

/// The results of the latest load (place 0) or of the load before it.
fn run_at(editor: LoadEditor, place: usize) -> Memo<Option<LoadTally>> {
    let LoadEditor { session, awaited, .. } = editor;
    effect(move || {
        let newest = session.runs().with(|runs| runs.first().cloned());
        if awaited.with_untracked(|before| before.as_ref().is_some_and(|before| *before != newest)) {
            awaited.set(None);
        }
    });
    Memo::new(move |_| {
        // A requested load takes the first place at once.
        let place = if awaited.with(Option::is_some) {
            place.checked_sub(1)?
        } else {
            place
        };
        session.runs().with(|runs| runs.get(place).cloned())
    })
}

/// Whether a load was requested that has not started.
fn awaits(editor: LoadEditor) -> Memo<bool> {
    Memo::new(move |_| editor.awaited.with(Option::is_some))
}

/// Changes the current settings.
fn change(session: Session, act: impl FnOnce(&mut Settings)) {
    let mut settings = untrack(|| session.settings());
    act(&mut settings);
    session.change_settings(&settings);
}

/// Values with their labels.
fn choices(list: &[(&str, &str)]) -> Options {
    list.iter()
        .map(|(value, words)| ((*value).to_owned(), (*words).to_owned()))
        .collect()
}

fn fields(editor: LoadEditor) -> impl IntoView {
    let form = editor.form;
    let text = move |label: &'static str, part: fn(&mut LoadForm) -> &mut String| {
        let value = Signal::derive(move || part(&mut form.get()).clone());
        view! { <TextField label value on_input=move |typed: String| form.update(|form| *part(form) = typed) /> }
    };
    let choice = move |label: &'static str, list: Options, part: fn(&mut LoadForm) -> &mut String| {
        let value = Signal::derive(move || part(&mut form.get()).clone());
        view! { <Choice label options=list value on_change=move |chosen: String| form.update(|form| *part(form) = chosen) /> }
    };
    let keys = choices(&[
        ("uniform", "evenly"),
        ("zipf", t!("Zipf (a few keys get most)")),
        ("hot", t!("one key gets 90 %")),
        ("monotonic", "sequentially"),
    ]);
    let suffix = choices(&[
        ("none", "none"),
        ("random", "random"),
        ("rotation", t!("round robin")),
        ("points", t!("calculated (code points)")),
        ("hash", t!("calculated (hash)")),
    ]);
    let mix = choices(&[
        ("put", "PutItem"),
        ("update", "UpdateItem"),
        ("delete", "DeleteItem"),
        ("get", "GetItem"),
        ("query", "Query"),
        ("mixed", t!("50 % PutItem, 50 % GetItem")),
    ]);
    let course = choices(&[
        ("steady", "steady"),
        ("burst", t!("burst (5× in the middle fifth)")),
        ("daily", t!("daily curve (24 hours)")),
    ]);
    let retries = choices(&[
        ("none", "none"),
        ("standard", t!("standard mode (4 attempts)")),
        ("dynamodb", t!("earlier SDKs (11 attempts)")),
    ]);
    view! {
        <div class="workload-form">
            {choice(t!("Requests"), mix, |form| &mut form.mix)}
            {text(t!("Requests a second"), |form| &mut form.rate)}
            {text(t!("Seconds"), |form| &mut form.seconds)}
            {choice(t!("Rate over time"), course, |form| &mut form.course)}
            {text(t!("Item size in bytes"), |form| &mut form.bytes)}
            {text(t!("Partition key values"), |form| &mut form.values)}
            {choice(t!("Distribution"), keys, |form| &mut form.keys)}
            {choice(t!("Suffix"), suffix, |form| &mut form.suffix)}
            {text(t!("Suffixes"), |form| &mut form.suffixes)}
            {choice(t!("Client retries"), retries, |form| &mut form.retries)}
            {text(t!("Seed"), |form| &mut form.seed)}
        </div>
    }
}

/// The environment of the load: throttling, an accelerator, consistency.
fn switches(editor: LoadEditor) -> impl IntoView {
    let LoadEditor { session, form, .. } = editor;
    let dax = Memo::new(move |_| session.settings().dax.is_some());
    let consistent = Signal::derive(move || form.with(|form| form.consistent));
    view! {
        <div class="workload-switches"><span>{t!("Throttling:")}</span><ThrottlingSwitch /></div>
        <div class="workload-switches">
            <Checkbox label=t!("DAX in front of the tables") checked=dax on_change=move |on: bool| change(session, |now| now.dax = on.then_some(DaxOptions::DEFAULT)) />
            <Checkbox
                label=t!("Strongly consistent reads")
                checked=consistent
                on_change=move |on| form.update(|form| form.consistent = on)
            />
        </div>
    }
}

/// Sends the load of the form, unless a load runs.
fn start(editor: LoadEditor, selection: Selection) {
    let LoadEditor {
        session,
        problem,
        form,
        awaited,
    } = editor;
    if awaited.with_untracked(Option::is_some) || session.job().with_untracked(Option::is_some) {
        return;
    }
    let table = untrack(|| selection.table.get().and_then(|name| session.table(&name)));
    let Some(schema) = table.as_ref().and_then(TableSchema::read) else {
        return;
    };
    match form.get_untracked().plan(&schema, session.now().get_untracked()) {
        Ok((plan, seed)) => {
            problem.set(None);
            awaited.set(Some(session.runs().with_untracked(|runs| runs.first().cloned())));
            session.ask_for(Command::Load {
                plan: Box::new(plan),
                seed,
            });
        }
        Err(words) => problem.set(Some(words)),
    }
}

/// The buttons to start and stop, and presets of runs to compare.
fn ways(editor: LoadEditor) -> impl IntoView {
    let LoadEditor {
        session,
        problem,
        form,
        awaited,
    } = editor;
    let selection = use_selection();
    let running = Memo::new(move |_| awaited.with(Option::is_some) || session.job().with(Option::is_some));
    // These presets show throttling and its remedy, so they switch it on.
    let suffix = move |name: &'static str| {
        move |()| {
            set_throttling(session, Throttling::Adaptive);
            form.update(|form| {
                form.values = "1".to_owned();
                form.keys = "uniform".to_owned();
                form.suffix = name.to_owned();
                form.suffixes = "10".to_owned();
            });
        }
    };
    view! {
        <div class="workload-ways">
            <Button kind=ButtonKind::Primary disabled=running on_press=move |()| start(editor, selection)>{t!("Start")}</Button>
            <Button disabled=Signal::derive(move || !running.get()) on_press=move |()| session.stop_job()>
                {t!("Stop")}
            </Button>
            <span class="workload-or">{t!("Presets:")}</span>
            <Button disabled=running on_press=suffix("none")>{t!("One hot key")}</Button>
            <Button disabled=running on_press=suffix("random")>{t!("Ten random suffixes")}</Button>
            <Button disabled=running on_press=suffix("hash")>{t!("Ten calculated suffixes")}</Button>
            <Ratio running />
        </div>
        <p class="workload-problem" role="alert">{move || problem.get()}</p>
    }
}

/// Sets the write capacity of the table's first global index to a share of the table's own.
#[component]
fn Ratio(
    /// Whether a load runs.
    running: Memo<bool>,
) -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let found = Memo::new(move |_| {
        let table = selection.table.get().and_then(|name| session.table(&name))?;
        // An on-demand table has no provisioned rate to compare with.
        let own = Some(table.provisioned_throughput.write_capacity_units).filter(|units| *units > 0)?;
        let index = table.global_secondary_indexes.first()?;
        let reads = index.provisioned_throughput.read_capacity_units;
        Some((table.table_name.clone(), index.index_name.clone(), own, reads))
    });
    let set = move |percent: u64| {
        move |()| {
            let Some((table, index, own, reads)) = found.get_untracked() else {
                return;
            };
            let writes = (own * percent / 100).max(1);
            let body = format!(
                r#"{{"TableName":"{table}","GlobalSecondaryIndexUpdates":[{{"Update":{{"IndexName":"{index}","ProvisionedThroughput":{{"ReadCapacityUnits":{reads},"WriteCapacityUnits":{writes}}}}}}}]}}"#
            );
            // The service refuses the same value, and a change during another one. Both refusals are ignored.
            spawn_local(async move { drop(session.send_json("UpdateTable", body).await) });
        }
    };
    view! {
        <When holds=move || found.with(Option::is_some)>
            <Button disabled=running on_press=set(50)>{t!("Index at 0.5× the table's WCU")}</Button>
            <Button disabled=running on_press=set(150)>{t!("Index at 1.5× the table's WCU")}</Button>
        </When>
    }
}

/// What the load of the form requires from the selected table, and what will throttle it.
#[component]
fn Forecast(editor: LoadEditor) -> impl IntoView {
    let LoadEditor { session, form, .. } = editor;
    let selection = use_selection();
    let lines = Memo::new(move |_| {
        let table = selection.table.get().and_then(|name| session.table(&name))?;
        let throttles = session.settings().physics.throttling.mode != Throttling::Off;
        form.with(|form| forecast(form, &Provisioned::of(&table), throttles))
    });
    let lines = move || {
        lines
            .get()
            .unwrap_or_default()
            .into_iter()
            .map(|line| view! { <p>{line}</p> })
            .collect_view()
    };
    view! {
        <section class="workload-forecast" aria-label=t!("What to expect")>
            <h3>{t!("What to expect")}</h3>
            {lines}
        </section>
    }
}
