//! The choice of light, dark or the system's theme.

use hashrange_words::t;
use leptos::prelude::*;

use super::{ButtonKind, Menu, MenuItem};
use crate::derived::Signal;
use crate::preferences::Theme;
use crate::signal::RwSignal;

/// A menu of the three themes. The owner of `theme` applies and stores it.
#[component]
pub fn ThemeToggle(
    /// The current theme.
    theme: RwSignal<Theme>,
) -> impl IntoView {
    let sign = Signal::derive(move || {
        match theme.get() {
            Theme::System => "◐",
            Theme::Light => "☀",
            Theme::Dark => "☾",
        }
        .to_owned()
    });
    let items = Theme::ALL
        .iter()
        .map(|&value| {
            view! {
                <MenuItem checked=Signal::derive(move || theme.get() == value) on_choose=move |()| theme.set(value)>
                    {value.words()}
                </MenuItem>
            }
        })
        .collect_view();
    view! {
        <Menu label=sign description=t!("Theme") kind=ButtonKind::Quiet>
            {items}
        </Menu>
    }
}
