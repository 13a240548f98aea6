//! Physics and limits: everything that the service does not promise, as settings. A preset sets all of them. Each can
//! be changed.
//!
//! Changes apply from now on and are stored in the journal, as requests are.

pub mod accelerator;
pub mod measure;
pub mod setting;
pub mod words;

use hashrange_protocol::Settings;
use hashrange_protocol::{Limits, Physics, Throttling};
use leptos::prelude::*;

use self::accelerator::AcceleratorPart;
use self::setting::{SettingField, SettingOwner};
use self::words::{GroupWords, LIMIT_GROUPS, PHYSICS_GROUPS, REPLICATION};
use crate::components::{Button, Dialog, ModelTag, Segmented, late_view};
use crate::session::use_session;

/// The handle that opens the dialog.
#[derive(Clone, Copy, Debug)]
pub struct PhysicsDialog {
    /// Whether the dialog is shown.
    pub open: RwSignal<bool>,
}

/// Puts the handle of the dialog into the context, for all views below.
pub fn provide_physics() -> PhysicsDialog {
    let dialog = PhysicsDialog {
        open: RwSignal::new(false),
    };
    provide_context(dialog);
    dialog
}

/// The handle of the page's dialog. Outside the page it opens nothing.
#[must_use]
pub fn use_physics() -> PhysicsDialog {
    use_context::<PhysicsDialog>().unwrap_or_else(|| PhysicsDialog {
        open: RwSignal::new(false),
    })
}

/// The dialog.
#[component]
pub fn PhysicsDialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <Dialog open title="Physics and limits" wide=true>
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
    let presets = vec![("classroom", "Classroom"), ("aws", "AWS"), ("instant", "Instant")];
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
    let modes = vec![
        (Throttling::Off, "Off"),
        (Throttling::Adaptive, "Adaptive"),
        (Throttling::Split, "Split evenly"),
    ];
    let mode = Signal::derive(move || settings.with(|now| now.physics.throttling.mode));
    view! {
        <div class="physics">
            <section class="physics-part" id="physics-preset" tabindex="-1" aria-label="Preset">
                <Segmented label="Preset" options=presets chosen=preset on_choose=choose />
                <p class="part-note">{move || preset_note(preset.get())}</p>
                <div class="physics-reset">
                    <Button disabled=Signal::derive(move || changes.get() == 0) on_press=reset>"Reset to preset"</Button>
                    <p class="part-note" role="status">{move || changes_words(changes.get())}</p>
                </div>
            </section>
            <section class="physics-part" id="physics-mode" tabindex="-1" aria-label="Throttling">
                <h3>"Throttling"</h3>
                <Segmented
                    label="Throttling"
                    options=modes
                    chosen=mode
                    on_choose=move |mode| change(&|settings| settings.physics.throttling.mode = mode)
                />
                <p class="part-note">{move || throttling_note(mode.get())}</p>
            </section>
            <section class="physics-part" id="physics-replicas" tabindex="-1" aria-label="Replicas">
                <h3>"Replicas"</h3>
                <SettingField settings of=SettingOwner::Physics words=REPLICATION />
            </section>
            <AcceleratorPart settings />
            {PHYSICS_GROUPS.into_iter().map(|group| view! { <SettingGroup settings of=SettingOwner::Physics group /> }).collect_view()}
            {LIMIT_GROUPS.into_iter().map(|group| view! { <SettingGroup settings of=SettingOwner::Limits group /> }).collect_view()}
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
        "aws" => "Durations measured on the real service, where measurements exist.".into_any(),
        "classroom" => view! {
            "Events in the real order, with shorter waits. " <ModelTag reason="AWS documents few durations; we chose these so that you can watch each process" />
        }
        .into_any(),
        _ => view! { "Nothing takes time. " <ModelTag reason="AWS documents that most changes take time; here they take none" /> }.into_any(),
    }
}

fn throttling_note(mode: Throttling) -> &'static str {
    match mode {
        Throttling::Off => "The simulation throttles no request, whatever the provisioned throughput.",
        Throttling::Adaptive => {
            "Documented (adaptive capacity): any partition can use the table's throughput, up to 3,000 RCU/s and 1,000 WCU/s."
        }
        Throttling::Split => "Each partition has an equal share of the provisioned throughput, as before 2019.",
    }
}

fn changes_words(changes: usize) -> String {
    match changes {
        0 => "All settings as in the preset.".to_owned(),
        1 => "1 setting differs from the preset.".to_owned(),
        changes => format!("{changes} settings differ from the preset."),
    }
}
