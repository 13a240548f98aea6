//! Rates of a table or index as fields: provisioned units, or the maximum units on demand.

use hashrange_wire::BillingMode;
use hashrange_words::t;
use leptos::prelude::*;

use crate::derived::Signal;
use crate::state::table_change::RateDraft;
use crate::views::fields::TextField;

/// The two fields of a mode.
#[component]
pub fn RateFields(
    /// The typed or current values.
    #[prop(into)]
    rates: Signal<RateDraft>,
    /// The mode.
    #[prop(into)]
    mode: Signal<BillingMode>,
    /// Receives typed values.
    #[prop(into)]
    on_change: Callback<RateDraft>,
) -> impl IntoView {
    let fields = move || match mode.get() {
        BillingMode::Provisioned => [
            (t!("Read units per second"), false, false),
            (t!("Write units per second"), true, false),
        ],
        BillingMode::PayPerRequest => [
            (t!("Maximum read units per second"), false, true),
            (t!("Maximum write units per second"), true, true),
        ],
    };
    let field = move |(label, writes, most): (&'static str, bool, bool)| {
        view! {
            <TextField
                label=label
                value=Signal::derive(move || rates.with(|rates| part(rates, writes, most).clone()))
                on_input=move |text: String| {
                    let mut typed = rates.get_untracked();
                    *part_mut(&mut typed, writes, most) = text;
                    on_change.run(typed);
                }
                placeholder=if most { t!("no maximum") } else { "" }
                mono=true
            />
        }
    };
    view! { <div class="key-fields even">{move || fields().map(field).collect_view()}</div> }
}

fn part(rates: &RateDraft, writes: bool, most: bool) -> &String {
    match (writes, most) {
        (false, false) => &rates.read,
        (true, false) => &rates.write,
        (false, true) => &rates.most_read,
        (true, true) => &rates.most_write,
    }
}

fn part_mut(rates: &mut RateDraft, writes: bool, most: bool) -> &mut String {
    match (writes, most) {
        (false, false) => &mut rates.read,
        (true, false) => &mut rates.write,
        (false, true) => &mut rates.most_read,
        (true, true) => &mut rates.most_write,
    }
}
