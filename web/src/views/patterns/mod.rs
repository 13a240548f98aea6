//! Patterns: the access patterns of the application, each run against the present design, and the bill of a month.

pub mod bill;
pub mod day;
pub mod files;
pub mod form;
pub mod keeper;
pub mod limit;
pub mod row;
pub mod upkeep;
pub mod what_if;

use hashrange_protocol::pattern::Change;
use hashrange_words::t;
use leptos::prelude::*;

use self::bill::BillPane;
use self::files::{ExportMenu, ImportFile};
pub use self::keeper::{Patterns, provide_patterns, use_patterns};
use self::limit::LimitPane;
use self::row::PatternLine;
use self::what_if::WhatIf;
use crate::components::{Button, ButtonKind, Each, EmptyState, ModelTag, When};
use crate::effect::{effect, effect_again};
use crate::memo::Memo;
use crate::selection::{Tab, use_selection};
use crate::views::files::Outcome;

/// Said while a table or an index is not ACTIVE.
fn waits() -> &'static str {
    t!("A table or an index is changing. The patterns run again when it is ACTIVE.")
}

hashrange_late::late!(page:
    /// The Patterns tab.
    pub fn patterns_view() -> AnyView { view! { <PatternsView /> }.into_any() }
);

/// The Patterns tab.
#[component]
fn PatternsView() -> impl IntoView {
    let (patterns, selection) = (use_patterns(), use_selection());
    let design = patterns.design();
    // A measured day is that of the patterns and the design.
    effect_again(move |began| {
        patterns.kept.track();
        patterns.what_if.track();
        design.track();
        if began {
            patterns.days.set(None);
        }
    });
    // They run again when the tab opens, and whenever a pattern, the design or the terms of the bill change.
    effect(move || {
        patterns.kept.track();
        patterns.terms.track();
        patterns.what_if.track();
        patterns.days.track();
        if let (Some(design), Tab::Patterns) = (design.get(), selection.tab.get()) {
            patterns.run(design);
        }
    });
    let is_empty = move || patterns.kept.with(Vec::is_empty);
    view! {
        <div class="patterns">
            <When holds=move || !is_empty() fallback=move || view! { <NoPattern patterns /> }>
                <section class="patterns-board" aria-label=t!("Access patterns")>
                    <Head patterns design run=Callback::new(move |()| {
                        if let Some(design) = design.get_untracked() {
                            patterns.run(design);
                        }
                    }) />
                    <Rows patterns />
                </section>
                <div class="patterns-figures">
                    <BillPane patterns />
                    <LimitPane patterns />
                </div>
            </When>
        </div>
    }
}

/// The sentence about all patterns, what the last change of the design did, and the button that runs them.
#[component]
fn Head(patterns: Patterns, design: Memo<Option<String>>, run: Callback<()>) -> impl IntoView {
    let passing = Memo::new(move |_| {
        patterns.board.with(|board| {
            board.as_ref().map(|board| {
                let passing = board.rows.iter().filter(|row| row.run.passes()).count();
                let design = if board_tries(patterns) {
                    t!("the tried")
                } else {
                    t!("the present")
                };
                t!(
                    "{passing} of {rows} pass against {design} design.",
                    passing,
                    rows = board.rows.len(),
                    design
                )
            })
        })
    });
    view! {
        <header class="patterns-head">
            <p role="status">
                <strong>{move || passing.get()}</strong>
                " " {t!("Each ran once in a copy of the tables, without throttling.")} " "
                <ModelTag reason=t!("A month is each run times its rate. Real calls differ in size, and throttled calls cost nothing.") />
            </p>
            <div class="patterns-tools">
                <WhatIf patterns />
                <Button on_press=move |()| patterns.add()>{t!("New pattern")}</Button>
                <ExportMenu patterns />
                <ImportFile patterns />
                <Button kind=ButtonKind::Primary on_press=run>{t!("Run all")}</Button>
            </div>
        </header>
        <Outcome result=patterns.said />
        <p class="view-note" role="status">{move || design.with(Option::is_none).then_some(waits())}</p>
        <p class="patterns-trouble" role="alert">{move || patterns.trouble.get()}</p>
        <p class="patterns-since" role="status">{move || since_words(patterns)}</p>
    }
}

/// Whether a change of the design is tried.
fn board_tries(patterns: Patterns) -> bool {
    patterns.what_if.with(Option::is_some)
}

/// What the last change of the design did, or what the tried one would do, over all patterns.
fn since_words(patterns: Patterns) -> Option<String> {
    let before = patterns.before.get()?;
    let board = patterns.board.get()?;
    let kept = patterns.kept.get();
    let (mut broke, mut mended, mut cheaper, mut dearer) = (0, 0, 0, 0);
    for (pattern, row) in kept.iter().zip(&board.rows) {
        let old = before.runs.iter().find(|(name, _)| *name == pattern.name);
        for change in old.map_or_else(Vec::new, |(_, old)| Change::between(old, &row.run)) {
            match change {
                Change::Broke => broke += 1,
                Change::Mended => mended += 1,
                Change::Cheaper(_) => cheaper += 1,
                Change::Dearer(_) => dearer += 1,
                Change::NoScan | Change::ReturnsFewer | Change::ReturnsMore => {}
            }
        }
    }
    let tries = board_tries(patterns);
    let since = if tries {
        t!("With this change")
    } else {
        t!("Since the last change of the design")
    };
    let now = if tries { "now" } else { "before" };
    let old = before
        .total
        .map(|total| format!(" ({now}: {total})"))
        .unwrap_or_default();
    Some(t!(
        "{since}: {broke} broke, {mended} fixed, {cheaper} cheaper, {dearer} dearer; a month costs {total}{old}.",
        since,
        broke,
        mended,
        cheaper,
        dearer,
        total = board.bill.total,
        old
    ))
}

/// The patterns as rows of a table.
#[component]
fn Rows(patterns: Patterns) -> impl IntoView {
    let places = move || 0..patterns.kept.with(Vec::len);
    view! {
        <div class="patterns-scroll" tabindex="0" role="region" aria-label=t!("Table of patterns")>
            <table class="patterns-table">
                <thead>
                    <tr>
                        <th scope="col">{t!("Pattern")}</th>
                        <th scope="col">{t!("Served by")}</th>
                        <th scope="col" class="num">{t!("A call")}</th>
                        <th scope="col" class="num">{t!("Read → returned")}</th>
                        <th scope="col" class="num">{t!("How often")}</th>
                        <th scope="col" class="num">{t!("A month")}</th>
                    </tr>
                </thead>
                <tbody>
                    <Each each=places key=|place| *place let:place>
                        <PatternLine patterns place />
                    </Each>
                </tbody>
            </table>
        </div>
    }
}

/// How patterns come here.
#[component]
fn NoPattern(patterns: Patterns) -> impl IntoView {
    let selection = use_selection();
    let text = t!(
        "A pattern is one request of your application: which tables and indexes serve it, what it returns, what a \
                call and a month cost. Patterns run again whenever you change the design. Write a request in Query or \
                Request and choose Keep as a pattern, or write it by form. Or import a file: patterns as JSON, the file of AWS's \
                DynamoDB MCP server, or a NoSQL Workbench model with facets."
    );
    view! {
        <EmptyState title=t!("What will your application ask?") text=text.to_owned()>
            <Button kind=ButtonKind::Primary on_press=move |()| selection.tab.set(Tab::Query)>{t!("Open Query")}</Button>
            <Button on_press=move |()| selection.tab.set(Tab::Request)>{t!("Open Request")}</Button>
            <Button on_press=move |()| patterns.add()>{t!("New pattern")}</Button>
            <ImportFile patterns />
            <Outcome result=patterns.said />
        </EmptyState>
    }
}
