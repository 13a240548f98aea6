//! Point-in-time recovery of a table: on or off, and restoring a time to a new table.

use hashrange_protocol::{Recovery, RecoveryQuestion};
use hashrange_wire::{
    PointInTimeRecoverySpecification, Request, RestoreTableToPointInTimeRequest, UpdateContinuousBackupsRequest,
};
use hashrange_words::t;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use crate::components::When;
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::session::use_reading;
use crate::signal::{ReadSignal, RwSignal};
use crate::state::figures;
use crate::views::fields::TextField;

/// The recovery section of the settings.
#[component]
pub fn RecoverySettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    // The restorable period changes with time.
    let reported = use_reading(move || {
        Some(RecoveryQuestion {
            table: live.name.get_value(),
        })
    });
    let on = Memo::new(move |_| reported.with(|reported| reported.is_some_and(|reported| reported.kept.is_some())));
    let requests = Signal::derive(move || {
        let request = |reported: &Recovery| {
            Request::UpdateContinuousBackups(UpdateContinuousBackupsRequest {
                table_name: live.name.get_value(),
                point_in_time_recovery_specification: PointInTimeRecoverySpecification {
                    point_in_time_recovery_enabled: reported.kept.is_none(),
                    recovery_period_in_days: None,
                },
            })
        };
        reported.with(|reported| reported.iter().map(request).collect::<Vec<_>>())
    });
    view! {
        <fieldset class="design-part" id="settings-recovery" tabindex="-1">
            <legend>{t!("Point-in-time recovery")}</legend>
            <p class="part-note">{move || reported.with(|reported| reported.map(state))}</p>
            <ChangeButton
                label=Signal::derive(move || if on.get() { t!("Turn recovery off") } else { t!("Turn recovery on") }.to_owned())
                requests
            />
            <When holds=move || on.get()>
                <Restore live reported />
            </When>
        </fieldset>
    }
}

/// The fields for a time, and for the table to create from it.
#[component]
fn Restore(live: LiveTable, reported: ReadSignal<Option<Recovery>>) -> impl IntoView {
    let (moment, target) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let wrong = move || moment.with(|text| !text.trim().is_empty() && figures::read_moment(text).is_none());
    let requests = Signal::derive(move || {
        if wrong() || target.with(String::is_empty) {
            return Vec::new();
        }
        let asked = moment.with(|text| figures::read_moment(text));
        vec![Request::RestoreTableToPointInTime(RestoreTableToPointInTimeRequest {
            source_table_name: Some(live.name.get_value()),
            target_table_name: target.get(),
            use_latest_restorable_time: asked.is_none().then_some(true),
            restore_date_time: asked.map(|at| at.as_epoch_seconds_f64()),
            ..RestoreTableToPointInTimeRequest::default()
        })]
    });
    let latest = move || reported.with(|reported| Some(figures::moment(reported.as_ref()?.kept?.latest, 0)));
    view! {
        <div class="key-fields even">
            <TextField
                label=t!("Time (UTC)")
                value=moment
                on_input=move |text: String| moment.set(text)
                placeholder=MaybeProp::derive(latest)
                error=MaybeProp::derive(move || wrong().then(|| t!("Enter a time such as 2019-10-25 08:40:00.").to_owned()))
                mono=true
            />
            <TextField
                label=t!("New table's name")
                value=target
                on_input=move |text: String| target.set(text.trim().to_owned())
                mono=true
            />
        </div>
        <ChangeButton label=t!("Restore to this time") requests on_done=Callback::new(move |()| target.set(String::new())) />
    }
}

fn state(reported: Recovery) -> String {
    let Some(kept) = reported.kept else {
        return t!("Off. When it is on, you can restore any second of the last 35 days to a new table.").to_owned();
    };
    let [from, to] = [kept.earliest, kept.latest].map(|at| figures::moment(at, 0));
    t!(
        "On, up to {days} days back: you can restore any time from {from} to {to}.",
        days = kept.days,
        from,
        to
    )
}
