//! The result and the cost of a run on one line, with a button for the next page.

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, When};
use crate::memo::Memo;
use crate::state::read_run::write_units;
use crate::views::reader::Reader;

/// The banner of a read. Empty before the first page, unless that takes long.
#[component]
pub fn Banner(
    /// The read.
    reader: Reader,
) -> impl IntoView {
    let run = move || {
        reader
            .shown
            .with(|shown| shown.as_ref().map(|shown| figures(&shown.run)))
    };
    let more = Memo::new(move |_| {
        reader
            .shown
            .with(|shown| shown.as_ref().is_some_and(|it| it.run.has_next()))
    });
    view! {
        <div class="banner" role="status" hidden=move || reader.shown.with(Option::is_none) && !reader.is_slow()>
            {run}
            <span class="spacer"></span>
            <span class="banner-end">
                {move || match (reader.is_slow(), more.get()) {
                    (true, _) => "Reading…",
                    (false, true) => t!("There is more to read."),
                    (false, false) => t!("Read to the end."),
                }}
            </span>
            <When holds=move || more.get()>
                <Button kind=ButtonKind::Plain on_press=move |()| reader.next()>{t!("Retrieve next page")}</Button>
            </When>
        </div>
    }
}

fn figures(run: &crate::state::read_run::ReadRun) -> impl IntoView + use<> {
    let share = run.efficiency().map(|share| {
        view! { <span class="banner-figure"><b class="num">{format!("{share:.0} %")}</b>" " {t!("efficiency")}</span> }
    });
    let items = |number: u64| t!("{number, plural, one {item} other {items}}", number);
    let requests = t!(
        "{number, plural, one {request} other {requests}}",
        number = run.requests
    );
    view! {
        <span class="banner-figure"><b class="num">{run.returned}</b>" "{items(run.returned)}" " {t!("returned")}</span>
        <span class="banner-figure"><b class="num">{run.read}</b>" "{items(run.read)}" " {t!("read")}</span>
        {share}
        <span class="banner-figure"><b class="num">{write_units(run.units)}</b>" RCU"</span>
        <span class="banner-figure"><b class="num">{run.requests}</b>" "{requests}</span>
    }
}
