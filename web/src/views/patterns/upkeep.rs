//! What a month has beside the patterns: backups, exports, restores and reads of streams, as numbers of the reader.
//!
//! Must not know prices, nor what is charged.

use hashrange_protocol::pattern::Upkeep;
use hashrange_words::t;
use leptos::prelude::*;

use super::keeper::Patterns;
use crate::derived::Signal;
use crate::signal::RwSignal;
use crate::views::fields::TextField;

/// The numbers.
#[component]
pub fn UpkeepFields(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let fields = fields().map(|(label, hint, of)| view! { <Count patterns label hint of /> });
    view! {
        <details class="bill-upkeep">
            <summary>{t!("Backups, exports and streams")}</summary>
            <div class="pattern-form">{fields.into_iter().collect_view()}</div>
        </details>
    }
}

/// The number that a field shows.
type Of = fn(&mut Upkeep) -> &mut u32;

/// The fields: what each counts, and of which tables.
fn fields() -> [(&'static str, &'static str, Of); 4] {
    [
        (
            t!("On-demand backups kept"),
            t!("Of each table with its local indexes, at its present size. Backups that exist are counted too."),
            |upkeep| &mut upkeep.backups,
        ),
        (
            t!("Full exports a month"),
            t!("Of each table with point-in-time recovery."),
            |upkeep| &mut upkeep.exports,
        ),
        (
            t!("Restores a month"),
            t!("Of each table with all its indexes."),
            |upkeep| &mut upkeep.restores,
        ),
        (
            t!("GetRecords calls a day"),
            t!("To each stream. Calls of Lambda triggers are free."),
            |upkeep| &mut upkeep.stream_reads,
        ),
    ]
}

/// One number. Empty is none.
#[component]
fn Count(patterns: Patterns, label: &'static str, hint: &'static str, of: Of) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let value = move || {
        let mut upkeep = patterns.terms.with(|terms| terms.upkeep);
        Some(*of(&mut upkeep))
            .filter(|count| *count > 0)
            .map(|count| count.to_string())
    };
    let enter = move |typed: String| {
        let count = if typed.trim().is_empty() {
            Some(0)
        } else {
            typed.trim().parse().ok()
        };
        wrong.set(count.is_none());
        if let Some(count) = count {
            patterns.terms.update(|terms| *of(&mut terms.upkeep) = count);
        }
    };
    view! {
        <TextField
            label
            hint
            value=Signal::derive(move || value().unwrap_or_default())
            error=crate::derived::MaybeProp::derive(move || wrong.get().then(|| t!("Enter a whole number.").to_owned()))
            on_input=enter
        />
    }
}
