//! Physics and limits: everything that the service does not promise, as settings. A preset sets all of them. Each can
//! be changed.
//!
//! Changes apply from now on and are stored in the journal, as requests are.

pub mod accelerator;
mod handle;
pub mod measure;
pub mod setting;
pub mod throttling;
pub mod words;

use hashrange_protocol::Settings;
use hashrange_protocol::{Limits, Physics};
use hashrange_words::t;
use leptos::prelude::*;

use self::accelerator::AcceleratorPart;
pub use self::handle::{PhysicsDialog, provide_physics, use_physics};
use self::setting::{SettingField, SettingOwner};
use self::throttling::ThrottlingSwitch;
use self::words::{GroupWords, limit_groups, physics_groups, replication};
use crate::components::{Button, Dialog, ModelTag, Segmented, late_view};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;

/// The dialog.
#[component]
pub fn PhysicsDialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <Dialog open title=t!("Physics and limits") wide=true>
            {late_view(physics_panel)}
        </Dialog>
    }
}

hashrange_late::late!(page:
    /// The content of the dialog.
    pub fn physics_panel() -> AnyView { view! { <PhysicsPanel /> }.into_any() }
);

/// The content of the dialog.
#[component]
pub fn PhysicsPanel() -> impl IntoView {
    let session = use_session();
    let settings = Memo::new(move |_| session.settings());
    let change = move |change: &dyn Fn(&mut Settings)| {
        let mut now = settings.get_untracked();
        change(&mut now);
        session.change_settings(&now);
    };
    let presets = vec![
        ("classroom", t!("Classroom")),
        ("aws", "AWS"),
        ("instant", t!("Instant")),
    ];
    let preset = Signal::derive(move || {
        settings.with(|now| {
            ["classroom", "aws", "instant"]
                .into_iter()
                .find(|name| now.preset == *name)
                .unwrap_or("instant")
        })
    });
    let choose = move |name: &'static str| {
        change(&|settings| {
            name.clone_into(&mut settings.preset);
            settings.physics = Physics::preset(name).unwrap_or(settings.physics);
        });
    };
    let reset = move |()| {
        change(&|settings| {
            settings.physics = Physics::preset(&settings.preset).unwrap_or(settings.physics);
            settings.limits = Limits::aws();
        });
    };
    let changes = Memo::new(move |_| settings.with(Settings::changes));
    view! {
        <div class="physics">
            <section class="physics-part" id="physics-preset" tabindex="-1" aria-label=t!("Preset")>
                <Segmented label=t!("Preset") options=presets chosen=preset on_choose=choose />
                <p class="part-note">{move || preset_note(preset.get())}</p>
                <div class="physics-reset">
                    <Button disabled=Signal::derive(move || changes.get() == 0) on_press=reset>{t!("Reset to preset")}</Button>
                    <p class="part-note" role="status">{move || changes_words(changes.get())}</p>
                </div>
            </section>
            <section class="physics-part" id="physics-mode" tabindex="-1" aria-label=t!("Throttling")>
                <h3>{t!("Throttling")}</h3>
                <ThrottlingSwitch />
            </section>
            <section class="physics-part" id="physics-replicas" tabindex="-1" aria-label=t!("Replicas")>
                <h3>{t!("Replicas")}</h3>
                <SettingField settings of=SettingOwner::Physics words=replication() />
            </section>
            <AcceleratorPart settings />
            {physics_groups().into_iter().map(|group| view! { <SettingGroup settings of=SettingOwner::Physics group /> }).collect_view()}
            {limit_groups().into_iter().map(|group| view! { <SettingGroup settings of=SettingOwner::Limits group /> }).collect_view()}
        </div>
    }
}

/// Related settings, folded.
#[component]
fn SettingGroup(settings: Memo<Settings>, of: SettingOwner, group: GroupWords) -> impl IntoView {
    let (title, members) = group;
    let fields = members
        .iter()
        .map(|words| view! { <SettingField settings of words=*words /> })
        .collect_view();
    view! {
        <details class="physics-group" id=format!("physics-{}", title.replace(' ', "-"))>
            <summary>{title}</summary>
            <div class="physics-settings">{fields}</div>
        </details>
    }
}

fn preset_note(preset: &str) -> AnyView {
    match preset {
        "aws" => t!("Durations measured on the real service, where measurements exist.").into_any(),
        "classroom" => view! {
            "Events in the real order, with shorter waits. " <ModelTag reason=t!("AWS documents few durations; we chose these so that you can watch each process") />
        }
        .into_any(),
        _ => view! { {t!("Nothing takes time.")} " " <ModelTag reason=t!("AWS documents that most changes take time; here they take none") /> }.into_any(),
    }
}

fn changes_words(changes: usize) -> String {
    match changes {
        0 => t!("All settings as in the preset.").to_owned(),
        1 => t!("1 setting differs from the preset.").to_owned(),
        changes => t!("{changes} settings differ from the preset.", changes),
    }
}
