//! One dial as a field: its value in people's units, what is known of it, and the message while it is no value.

use hashrange_protocol::dials::{DAX, Dial, LIMITS, PHYSICS};
use hashrange_protocol::{DaxOptions, Settings};
use hashrange_protocol::{Limits, Physics};
use leptos::prelude::*;

use super::measure::Measure;
use super::words::{Evidence, Words};
use crate::components::ModelTag;
use crate::session::use_session;
use crate::views::fields::TextField;

/// Whose dial it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Physics.
    Physics,
    /// Limits.
    Limits,
    /// The accelerator.
    Dax,
}

/// Does something with the dial of this name; `None` where there is none now.
pub fn on_dial<R>(settings: &mut Settings, of: Of, name: &str, act: impl FnOnce(&mut Dial<'_>) -> R) -> Option<R> {
    match of {
        Of::Physics => {
            let (_, dial) = PHYSICS.iter().find(|(known, _)| *known == name)?;
            Some(act(&mut dial(&mut settings.physics)))
        }
        Of::Limits => {
            let (_, dial) = LIMITS.iter().find(|(known, _)| *known == name)?;
            Some(act(&mut dial(&mut settings.limits)))
        }
        Of::Dax => {
            let (_, dial) = DAX.iter().find(|(known, _)| *known == name)?;
            Some(act(&mut dial(settings.dax.as_mut()?)))
        }
    }
}

/// The settings as they were before anything was changed.
#[must_use]
pub fn usual(settings: &Settings) -> Settings {
    let physics = Physics::preset(&settings.preset).unwrap_or(settings.physics);
    let dax = settings.dax.map(|_| DaxOptions::DEFAULT);
    Settings { physics, limits: Limits::aws(), dax, ..settings.clone() }
}

fn measure(dial: &Dial<'_>, name: &str) -> Measure {
    match dial {
        Dial::Span(_) | Dial::Duration(_) => Measure::Time,
        _ if name.ends_with("_bytes") => Measure::Bytes,
        _ => Measure::Count,
    }
}

fn shown(settings: &Settings, of: Of, name: &str) -> String {
    let text = on_dial(&mut settings.clone(), of, name, |dial| measure(dial, name).to_people(&dial.text()));
    text.unwrap_or_default()
}

/// The settings with a dial set to what was typed.
fn with_dial(settings: &Settings, of: Of, name: &str, typed: &str) -> Result<Settings, &'static str> {
    let mut settings = settings.clone();
    let set = on_dial(&mut settings, of, name, |dial| {
        let held = measure(dial, name).to_held(typed, matches!(dial, Dial::Span(_)))?;
        dial.set(&held).ok_or("Out of range.")
    });
    set.unwrap_or(Ok(())).map(|()| settings)
}

/// The field. What is typed is in force once it is left or Enter is pressed.
#[component]
pub fn DialField(
    /// Settings in force.
    settings: Memo<Settings>,
    /// Whose dial it is.
    of: Of,
    /// The dial.
    words: Words,
) -> impl IntoView {
    let session = use_session();
    let typed = RwSignal::new(None::<String>);
    let value = Memo::new(move |_| typed.get().unwrap_or_else(|| settings.with(|now| shown(now, of, words.name))));
    let problem = Memo::new(move |_| {
        let typed = typed.get()?;
        settings.with(|now| with_dial(now, of, words.name, &typed).err())
    });
    let apply = move || {
        let Some(text) = typed.try_get_untracked().flatten() else { return };
        let Some(Ok(changed)) = settings.try_with_untracked(|now| with_dial(now, of, words.name, &text)) else {
            return;
        };
        typed.set(None);
        if settings.with_untracked(|now| *now != changed) {
            session.change_settings(&changed);
        }
    };
    let hint = MaybeProp::derive(move || {
        let (now, before) = settings.with(|now| (shown(now, of, words.name), shown(&usual(now), of, words.name)));
        (now != before).then(|| format!("changed; the preset has {before}"))
    });
    let known = match words.evidence {
        Evidence::Documented => view! { <span class="dial-known">"documented"</span> }.into_any(),
        Evidence::Observed => view! { <span class="dial-known">"observed"</span> }.into_any(),
        Evidence::Model => view! { <ModelTag reason="AWS does not document this value; we chose it" /> }.into_any(),
    };
    view! {
        <div
            class="dial"
            on:keydown=move |event| {
                if event.key() == "Enter" {
                    apply();
                }
            }
        >
            <TextField
                label=words.label
                value
                on_input=move |text: String| typed.set(Some(text))
                error=MaybeProp::derive(move || problem.get().map(str::to_owned))
                hint
                on_leave=Callback::new(move |()| apply())
                mono=true
            />
            {known}
        </div>
    }
}
