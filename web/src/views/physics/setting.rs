//! One setting as a field: its value in readable units, its evidence, and the message for an invalid value.

use hashrange_protocol::setting::{DAX, LIMITS, PHYSICS, Setting};
use hashrange_protocol::{DaxOptions, Settings};
use hashrange_protocol::{Limits, Physics};
use hashrange_words::t;
use leptos::prelude::*;

use super::measure::Measure;
use super::words::{Evidence, SettingWords};
use crate::components::ModelTag;
use crate::derived::MaybeProp;
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::views::fields::TextField;

/// The owner of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingOwner {
    /// Physics.
    Physics,
    /// Limits.
    Limits,
    /// The accelerator.
    Dax,
}

/// Accesses the setting with this name. `None` if it does not exist now.
pub fn on_setting<R>(
    settings: &mut Settings,
    of: SettingOwner,
    name: &str,
    act: impl FnOnce(&mut Setting<'_>) -> R,
) -> Option<R> {
    match of {
        SettingOwner::Physics => {
            let (_, setting) = PHYSICS.iter().find(|(known, _)| *known == name)?;
            Some(act(&mut setting(&mut settings.physics)))
        }
        SettingOwner::Limits => {
            let (_, setting) = LIMITS.iter().find(|(known, _)| *known == name)?;
            Some(act(&mut setting(&mut settings.limits)))
        }
        SettingOwner::Dax => {
            let (_, setting) = DAX.iter().find(|(known, _)| *known == name)?;
            Some(act(&mut setting(settings.dax.as_mut()?)))
        }
    }
}

/// The default settings of the current preset.
#[must_use]
pub fn usual(settings: &Settings) -> Settings {
    let physics = Physics::preset(&settings.preset).unwrap_or(settings.physics);
    let dax = settings.dax.map(|_| DaxOptions::DEFAULT);
    Settings {
        physics,
        limits: Limits::aws(),
        dax,
        ..settings.clone()
    }
}

fn measure(setting: &Setting<'_>, name: &str) -> Measure {
    match setting {
        Setting::Span(_) | Setting::Duration(_) => Measure::Time,
        _ if name.ends_with("_bytes") => Measure::Bytes,
        _ => Measure::Count,
    }
}

fn shown(settings: &Settings, of: SettingOwner, name: &str) -> String {
    let text = on_setting(&mut settings.clone(), of, name, |setting| {
        measure(setting, name).to_people(&setting.text())
    });
    text.unwrap_or_default()
}

/// The settings with one setting changed to the typed text.
fn with_setting(settings: &Settings, of: SettingOwner, name: &str, typed: &str) -> Result<Settings, &'static str> {
    let mut settings = settings.clone();
    let set = on_setting(&mut settings, of, name, |setting| {
        let held = measure(setting, name).to_held(typed, matches!(setting, Setting::Span(_)))?;
        setting.set(&held).ok_or(t!("Out of range."))
    });
    set.unwrap_or(Ok(())).map(|()| settings)
}

/// The field. The typed value applies when the field is left or Enter is pressed.
#[component]
pub fn SettingField(
    /// The current settings.
    settings: Memo<Settings>,
    /// The owner of the setting.
    of: SettingOwner,
    /// The setting.
    words: SettingWords,
) -> impl IntoView {
    let session = use_session();
    let typed = RwSignal::new(None::<String>);
    let value = Memo::new(move |_| {
        typed
            .get()
            .unwrap_or_else(|| settings.with(|now| shown(now, of, words.name)))
    });
    let problem = Memo::new(move |_| {
        let typed = typed.get()?;
        settings.with(|now| with_setting(now, of, words.name, &typed).err())
    });
    let apply = move || {
        let Some(text) = typed.try_get_untracked().flatten() else {
            return;
        };
        let Some(Ok(changed)) = settings.try_with_untracked(|now| with_setting(now, of, words.name, &text)) else {
            return;
        };
        typed.set(None);
        if settings.with_untracked(|now| *now != changed) {
            session.change_settings(&changed);
        }
    };
    let hint = MaybeProp::derive(move || {
        let (now, before) = settings.with(|now| (shown(now, of, words.name), shown(&usual(now), of, words.name)));
        (now != before).then(|| t!("changed; the preset value is {before}", before))
    });
    let known = match words.evidence {
        Evidence::Documented => view! { <span class="setting-known">{t!("documented")}</span> }.into_any(),
        Evidence::Observed => view! { <span class="setting-known">{t!("observed")}</span> }.into_any(),
        Evidence::Model => view! { <ModelTag reason=t!("AWS does not document this value; we chose it") /> }.into_any(),
    };
    view! {
        <div
            class="setting"
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
