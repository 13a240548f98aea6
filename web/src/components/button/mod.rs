//! The button in its four styles. Must not know its action.

use leptos::prelude::*;

use crate::derived::{MaybeProp, Signal};

/// The style of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonKind {
    /// A bordered button.
    #[default]
    Plain,
    /// A button without border, for rare actions.
    Quiet,
    /// The main button of a view.
    Primary,
    /// A button that destroys something.
    Danger,
}

impl ButtonKind {
    /// The classes of a button of this kind.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Plain => "btn",
            Self::Quiet => "btn btn-quiet",
            Self::Primary => "btn btn-primary",
            Self::Danger => "btn btn-danger",
        }
    }
}

/// A button. `label` names it for assistive technology if its content is not text. `keys` shows its shortcut.
#[component]
pub fn Button(
    /// Its style.
    #[prop(optional)]
    kind: ButtonKind,
    /// Its accessible name and tooltip, if the content is not enough.
    #[prop(optional, into)]
    label: MaybeProp<String>,
    /// Whether it is disabled.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// The shortcut that does the same, as shown on the button.
    #[prop(optional, into)]
    keys: Option<&'static str>,
    /// Called when it is pressed.
    #[prop(into)]
    on_press: Callback<()>,
    children: Children,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=kind.class()
            aria-label=move || label.get()
            title=move || label.get()
            prop:disabled=move || disabled.get()
            on:click=move |_| on_press.run(())
        >
            {children()}
            {keys.map(|keys| view! { <kbd>{keys}</kbd> })}
        </button>
    }
}
