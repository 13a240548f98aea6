//! The workload: generated loads on the selected table, what will throttle them, and two runs beside each other.
//!
//! A load goes on while another tab is in front, so its desk is made where the page begins, with `provide_load_desk`.
//! Must not know how a load is carried out: the engine does that.

pub mod results;

use hashrange_protocol::{Command, DaxOptions, LoadTally, Settings, Throttling};
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::results::Results;
use super::fields::{Checkbox, Choice, Options, TextField};
use super::live_shell::guide;
use crate::components::{Button, ButtonKind, ModelTag, Source, SourceLink, on_submit_key};
use crate::selection::Selection;
use crate::session::{Session, use_paper, use_selection, use_session};
use crate::state::load_forecast::{Provisioned, forecast};
use crate::state::load_form::LoadForm;
use crate::state::table_schema::TableSchema;

/// Where AWS describes write sharding.
const SHARDING: Source = guide("Using write sharding", "bp-partition-key-sharding.html");

/// The form of loads, which belongs to the workspace in front, and what is wrong with it.
#[derive(Clone, Copy)]
struct Desk {
    session: Session,
    form: RwSignal<LoadForm>,
    problem: RwSignal<Option<String>>,
    /// The load that was the newest when another one was asked for, until that has begun.
    awaited: RwSignal<Option<Option<LoadTally>>>,
}

impl Desk {
    fn new() -> Self {
        let (session, problem, awaited) = (use_session(), RwSignal::new(None), RwSignal::new(None));
        Effect::new(move || {
            session.workspace().track();
            problem.set(None);
            awaited.set(None);
        });
        Self { session, form: use_paper("load"), problem, awaited }
    }
}

/// Makes the desk of loads and gives it to everything below.
pub fn provide_load_desk() {
    provide_context(Desk::new());
}

/// The workload of the selected table.
#[component]
pub fn WorkloadView() -> impl IntoView {
    let desk = use_context::<Desk>().unwrap_or_else(Desk::new);
    let selection = use_selection();
    view! {
        <div class="workload" on:keydown:capture=on_submit_key(move || start(desk, selection))>
            <p class="workload-about">
                "Sends generated requests to the selected table in virtual time. The same seed sends the same requests. "
                <ModelTag reason="AWS documents 1,000 WCU/s and 3,000 RCU/s for a partition, not how much of a short burst it lets through; we let none through" />
                " "
                <SourceLink source=SHARDING />
            </p>
            {fields(desk)}
            {switches(desk)}
            <Forecast desk />
            {ways(desk)}
            <Results newest=run_at(desk, 0) before=run_at(desk, 1) awaits=awaits(desk) />
        </div>
    }
}

/// A load's results: the newest's, or those of the one before.
fn run_at(desk: Desk, place: usize) -> Memo<Option<LoadTally>> {
    let Desk { session, awaited, .. } = desk;
    Effect::new(move || {
        let newest = session.runs().with(|runs| runs.first().cloned());
        if awaited.with_untracked(|before| before.as_ref().is_some_and(|before| *before != newest)) {
            awaited.set(None);
        }
    });
    Memo::new(move |_| {
        // One that was asked for takes the first place at once.
        let place = if awaited.with(Option::is_some) { place.checked_sub(1)? } else { place };
        session.runs().with(|runs| runs.get(place).cloned())
    })
}

/// Whether a load was asked for that has not begun.
fn awaits(desk: Desk) -> Memo<bool> {
    Memo::new(move |_| desk.awaited.with(Option::is_some))
}

/// Changes the settings in force.
fn change(session: Session, act: impl FnOnce(&mut Settings)) {
    let mut settings = untrack(|| session.settings());
    act(&mut settings);
    session.change_settings(&settings);
}

fn set_throttling(session: Session, on: bool) {
    change(session, |settings| {
        settings.physics.throttling.mode = if on { Throttling::Adaptive } else { Throttling::Off };
    });
}

/// Values with their words.
fn choices(list: &[(&str, &str)]) -> Options {
    list.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect()
}

fn fields(desk: Desk) -> impl IntoView {
    let form = desk.form;
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
        ("zipf", "Zipf (a few keys get most)"),
        ("hot", "one key gets 90 %"),
        ("monotonic", "sequentially"),
    ]);
    let suffix = choices(&[
        ("none", "none"),
        ("random", "random"),
        ("rotation", "round robin"),
        ("points", "calculated (code points)"),
        ("hash", "calculated (hash)"),
    ]);
    let mix = choices(&[
        ("put", "PutItem"),
        ("update", "UpdateItem"),
        ("delete", "DeleteItem"),
        ("get", "GetItem"),
        ("query", "Query"),
        ("mixed", "50 % PutItem, 50 % GetItem"),
    ]);
    let course = choices(&[
        ("steady", "steady"),
        ("burst", "burst (5× in the middle fifth)"),
        ("daily", "daily curve (24 hours)"),
    ]);
    let retries = choices(&[
        ("none", "none"),
        ("standard", "standard mode (3 attempts)"),
        ("dynamodb", "earlier SDKs (11 attempts)"),
    ]);
    view! {
        <div class="workload-form">
            {choice("Requests", mix, |form| &mut form.mix)}
            {text("Requests a second", |form| &mut form.rate)}
            {text("Seconds", |form| &mut form.seconds)}
            {choice("Rate over time", course, |form| &mut form.course)}
            {text("Item size in bytes", |form| &mut form.bytes)}
            {text("Partition key values", |form| &mut form.values)}
            {choice("Distribution", keys, |form| &mut form.keys)}
            {choice("Suffix", suffix, |form| &mut form.suffix)}
            {text("Suffixes", |form| &mut form.suffixes)}
            {choice("Client retries", retries, |form| &mut form.retries)}
            {text("Seed", |form| &mut form.seed)}
        </div>
    }
}

/// What the load meets: throttling, an accelerator, consistency.
fn switches(desk: Desk) -> impl IntoView {
    let Desk { session, form, .. } = desk;
    let throttling = Memo::new(move |_| session.settings().physics.throttling.mode != Throttling::Off);
    let dax = Memo::new(move |_| session.settings().dax.is_some());
    let consistent = Signal::derive(move || form.with(|form| form.consistent));
    view! {
        <div class="workload-switches">
            <Checkbox
                label="Throttle requests"
                checked=throttling
                on_change=move |on| set_throttling(session, on)
            />
            <Checkbox label="DAX in front of the tables" checked=dax on_change=move |on: bool| change(session, |now| now.dax = on.then_some(DaxOptions::DEFAULT)) />
            <Checkbox
                label="Strongly consistent reads"
                checked=consistent
                on_change=move |on| form.update(|form| form.consistent = on)
            />
        </div>
    }
}

/// Sends the load of the form, unless one runs.
fn start(desk: Desk, selection: Selection) {
    let Desk { session, problem, form, awaited } = desk;
    if awaited.with_untracked(Option::is_some) || session.job().with_untracked(Option::is_some) {
        return;
    }
    let table = untrack(|| selection.table.get().and_then(|name| session.table(&name)));
    let Some(schema) = table.as_ref().and_then(TableSchema::read) else { return };
    match form.get_untracked().plan(&schema, session.now().get_untracked()) {
        Ok((plan, seed)) => {
            problem.set(None);
            awaited.set(Some(session.runs().with_untracked(|runs| runs.first().cloned())));
            session.ask_for(Command::Load { plan: Box::new(plan), seed });
        }
        Err(words) => problem.set(Some(words)),
    }
}

/// Start, stop, and runs worth comparing.
fn ways(desk: Desk) -> impl IntoView {
    let Desk { session, problem, form, awaited } = desk;
    let selection = use_selection();
    let running = Memo::new(move |_| awaited.with(Option::is_some) || session.job().with(Option::is_some));
    // What these show is throttling, and how it ends: so it is on.
    let suffix = move |name: &'static str| {
        move |()| {
            set_throttling(session, true);
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
            <Button kind=ButtonKind::Primary disabled=running on_press=move |()| start(desk, selection)>"Start"</Button>
            <Button disabled=Signal::derive(move || !running.get()) on_press=move |()| session.stop_job()>
                "Stop"
            </Button>
            <span class="workload-or">"Presets:"</span>
            <Button disabled=running on_press=suffix("none")>"One hot key"</Button>
            <Button disabled=running on_press=suffix("random")>"Ten random suffixes"</Button>
            <Button disabled=running on_press=suffix("hash")>"Ten calculated suffixes"</Button>
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
        // On demand there is nothing to have a share of.
        let own = Some(table.provisioned_throughput.write_capacity_units).filter(|units| *units > 0)?;
        let index = table.global_secondary_indexes.first()?;
        let reads = index.provisioned_throughput.read_capacity_units;
        Some((table.table_name.clone(), index.index_name.clone(), own, reads))
    });
    let set = move |percent: u64| {
        move |()| {
            let Some((table, index, own, reads)) = found.get_untracked() else { return };
            let writes = (own * percent / 100).max(1);
            let body = format!(
                r#"{{"TableName":"{table}","GlobalSecondaryIndexUpdates":[{{"Update":{{"IndexName":"{index}","ProvisionedThroughput":{{"ReadCapacityUnits":{reads},"WriteCapacityUnits":{writes}}}}}}}]}}"#
            );
            // Refused when it is what it was, or while it is changing: then nothing is to be done.
            spawn_local(async move { drop(session.send_json("UpdateTable", body).await) });
        }
    };
    view! {
        <Show when=move || found.with(Option::is_some)>
            <Button disabled=running on_press=set(50)>"Index at 0.5× the table's WCU"</Button>
            <Button disabled=running on_press=set(150)>"Index at 1.5× the table's WCU"</Button>
        </Show>
    }
}

/// What the load of the form asks of the selected table, and what will throttle it.
#[component]
fn Forecast(desk: Desk) -> impl IntoView {
    let Desk { session, form, .. } = desk;
    let selection = use_selection();
    let lines = Memo::new(move |_| {
        let table = selection.table.get().and_then(|name| session.table(&name))?;
        let throttles = session.settings().physics.throttling.mode != Throttling::Off;
        form.with(|form| forecast(form, &Provisioned::of(&table), throttles))
    });
    let lines = move || lines.get().unwrap_or_default().into_iter().map(|line| view! { <p>{line}</p> }).collect_view();
    view! {
        <section class="workload-forecast" aria-label="What to expect">
            <h3>"What to expect"</h3>
            {lines}
        </section>
    }
}
