//! Switches the table's stream on or off.

use hashrange_wire::{Request, StreamSpecification, StreamViewType, TableDescription, UpdateTableRequest};
use hashrange_words::t;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::views::fields::{Choice, Options};

fn views() -> Options {
    let words = |view: StreamViewType| match view {
        StreamViewType::NewAndOldImages => t!("New and old image"),
        StreamViewType::NewImage => t!("New image"),
        StreamViewType::OldImage => t!("Old image"),
        StreamViewType::KeysOnly => t!("Keys only"),
    };
    let option = |view: &StreamViewType| {
        (
            view.as_str().to_owned(),
            format!("{} ({})", words(*view), view.as_str()),
        )
    };
    StreamViewType::ALL.iter().map(option).collect()
}

/// The view type of a stream that is on.
fn current(table: &TableDescription) -> Option<StreamViewType> {
    table
        .stream_specification
        .filter(|stream| stream.stream_enabled)?
        .stream_view_type
}

/// The stream section of the settings.
#[component]
pub fn StreamSettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let on = live.signal(current);
    let on = Memo::new(move |_| on.get().flatten());
    let enabled = Signal::derive(move || on.get().is_some());
    let typed = RwSignal::new(StreamViewType::NewAndOldImages);
    let chosen = Signal::derive(move || on.get().unwrap_or_else(|| typed.get()).as_str().to_owned());
    let requests = Signal::derive(move || {
        let (stream_enabled, view) = if enabled.get() {
            (false, None)
        } else {
            (true, Some(typed.get()))
        };
        vec![Request::UpdateTable(UpdateTableRequest {
            table_name: live.name.get_value(),
            stream_specification: Some(StreamSpecification {
                stream_enabled,
                stream_view_type: view,
            }),
            ..UpdateTableRequest::default()
        })]
    });
    let label = live.word(|table| match (current(table), &table.latest_stream_label) {
        (Some(_), Some(label)) => {
            t!(
                "On since {label}. To change the view type, turn the stream off and on again.",
                label
            )
        }
        (None, Some(label)) => t!(
            "Off. The latest stream was {label}; you can read its records for 24 hours.",
            label
        ),
        (_, None) => t!("Off. A stream stores each change of an item for 24 hours.").to_owned(),
    });
    view! {
        <fieldset class="design-part" id="settings-stream" tabindex="-1">
            <legend>{t!("Stream")}</legend>
            <p class="part-note">{move || label.get()}</p>
            <Choice
                label=t!("View type")
                options=views()
                value=chosen
                disabled=enabled
                on_change=move |word: String| {
                    typed.set(StreamViewType::from_wire(&word).unwrap_or(StreamViewType::NewAndOldImages));
                }
            />
            <ChangeButton
                label=Signal::derive(move || {
                    if enabled.get() { t!("Turn stream off") } else { t!("Turn stream on") }.to_owned()
                })
                requests
            />
        </fieldset>
    }
}
