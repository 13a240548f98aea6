//! The switch of throttling, wherever it is, and the button beside a text that says that throttling is off.
//!
//! Must not know the other settings.

use hashrange_protocol::Throttling;
use hashrange_words::t;
use leptos::prelude::*;

use super::handle::use_physics;
use crate::components::{Button, ButtonKind, Segmented};
use crate::memo::Memo;
use crate::session::{Session, use_session};

/// Switches throttling from now on.
pub fn set_throttling(session: Session, mode: Throttling) {
    let mut settings = untrack(|| session.settings());
    settings.physics.throttling.mode = mode;
    session.change_settings(&settings);
}

/// The switch, with what the current choice means.
#[component]
pub fn ThrottlingSwitch() -> impl IntoView {
    let session = use_session();
    let mode = Memo::new(move |_| session.settings().physics.throttling.mode);
    let modes = vec![
        (Throttling::Off, t!("Off")),
        (Throttling::Adaptive, t!("Adaptive")),
        (Throttling::Split, t!("Split evenly")),
    ];
    view! {
        <Segmented
            label=t!("Throttling")
            options=modes
            chosen=mode
            on_choose=move |mode| set_throttling(session, mode)
        />
        <p class="part-note">{move || throttling_note(mode.get())}</p>
    }
}

/// Opens Physics, where the switch is.
#[component]
pub fn ThrottlingButton() -> impl IntoView {
    let physics = use_physics();
    view! { <Button kind=ButtonKind::Quiet on_press=move |()| physics.open.set(true)>{t!("Throttling in Physics…")}</Button> }
}

fn throttling_note(mode: Throttling) -> &'static str {
    match mode {
        Throttling::Off => t!("The simulation throttles no request, whatever the provisioned throughput."),
        Throttling::Adaptive => {
            t!(
                "Documented (adaptive capacity): any partition can use the table's throughput, up to 3,000 RCU/s and 1,000 WCU/s."
            )
        }
        Throttling::Split => t!("Each partition has an equal share of the provisioned throughput, as before 2019."),
    }
}
