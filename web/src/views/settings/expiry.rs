//! Switches time to live on or off.

use hashrange_protocol::{TimeToLive, TimeToLiveQuestion};
use hashrange_wire::{Request, TimeToLiveSpecification, UpdateTimeToLiveRequest};
use hashrange_words::t;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::session::use_reading;
use crate::signal::RwSignal;
use crate::views::fields::TextField;
use crate::views::suggestions::use_seen;

/// The TTL section of the settings.
#[component]
pub fn ExpirySettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let reported = use_reading(move || {
        Some(TimeToLiveQuestion {
            table: live.name.get_value(),
        })
    });
    let current =
        Memo::new(move |_| reported.with(|reported| reported.as_ref()?.attribute.as_ref().map(ToString::to_string)));
    // A known attribute is proposed until the reader types another.
    let seen = use_seen();
    let proposed = Memo::new(move |_| live.name.with_value(|name| seen.0.with(|seen| seen.expiry(name))));
    let written = RwSignal::new(None::<String>);
    let typed = move || {
        written
            .get()
            .unwrap_or_else(|| proposed.with(|name| name.as_ref().map(ToString::to_string).unwrap_or_default()))
    };
    let enabled = Signal::derive(move || current.with(Option::is_some));
    let attribute = Signal::derive(move || current.get().unwrap_or_else(typed));
    let requests = Signal::derive(move || {
        let attribute = attribute.get();
        if attribute.is_empty() || reported.with(Option::is_none) {
            return Vec::new();
        }
        let time_to_live_specification = TimeToLiveSpecification {
            enabled: !enabled.get(),
            attribute_name: attribute.as_str().into(),
        };
        let table_name = live.name.get_value();
        vec![Request::UpdateTimeToLive(UpdateTimeToLiveRequest {
            table_name,
            time_to_live_specification,
        })]
    });
    let hint = MaybeProp::derive(move || {
        let is_proposed = !enabled.get() && written.with(Option::is_none);
        let name = proposed.get().filter(|_| is_proposed)?;
        Some(t!("Proposed: values of {name} are epoch seconds.", name))
    });
    view! {
        <fieldset class="design-part" id="settings-expiry" tabindex="-1">
            <legend>{t!("Time to live")}</legend>
            <p class="part-note">
                {move || reported.with(|reported| reported.as_ref().map(state))}
            </p>
            <TextField
                label=t!("Attribute with the expiry time (epoch seconds)")
                value=attribute
                on_input=move |text: String| written.set(Some(text))
                hint=hint
                placeholder="ttl"
                mono=true
                list="design-attributes"
                disabled=enabled
            />
            <ChangeButton
                label=Signal::derive(move || {
                    if enabled.get() { t!("Turn time to live off") } else { t!("Turn time to live on") }.to_owned()
                })
                requests
            />
        </fieldset>
    }
}

fn state(reported: &TimeToLive) -> String {
    match &reported.attribute {
        Some(attribute) => {
            t!(
                "ENABLED: DynamoDB deletes items some time after the epoch second in {attribute}.",
                attribute
            )
        }
        None => t!("DISABLED: no item expires.").to_owned(),
    }
}
