//! The four key hues, each with its shape, so that colour is not the only sign.

use hashrange_words::t;
use leptos::prelude::*;

/// The role of an attribute in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphRole {
    /// Partition key of the table: a filled square.
    PartitionKey,
    /// Sort key of the table or of a local secondary index: a filled triangle.
    SortKey,
    /// Partition key of a global secondary index: a hollow square.
    IndexPartitionKey,
    /// Sort key of a global secondary index: a hollow triangle.
    IndexSortKey,
}

impl GlyphRole {
    /// The class of the hue.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::PartitionKey => "key-pk",
            Self::SortKey => "key-sk",
            Self::IndexPartitionKey => "key-gpk",
            Self::IndexSortKey => "key-gsk",
        }
    }

    /// Its name.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::PartitionKey => t!("partition key"),
            Self::SortKey => t!("sort key"),
            Self::IndexPartitionKey => t!("index partition key"),
            Self::IndexSortKey => t!("index sort key"),
        }
    }
}

/// The shape of a key role in its hue. It has an accessible name only with `named`. Omit `named` beside text that names
/// the role.
#[component]
pub fn KeyGlyph(
    /// The role shown.
    role: GlyphRole,
    /// Whether assistive technology reads the role.
    #[prop(optional)]
    named: bool,
) -> impl IntoView {
    let shape = match role {
        GlyphRole::PartitionKey => view! { <rect x="0.5" y="0.5" width="9" height="9" rx="2" fill="currentColor"></rect> }.into_any(),
        GlyphRole::SortKey => view! { <path d="M5 0.5L10 9.5H0Z" fill="currentColor"></path> }.into_any(),
        GlyphRole::IndexPartitionKey => view! {
            <rect x="1.2" y="1.2" width="7.6" height="7.6" rx="1.6" fill="none" stroke="currentColor" stroke-width="1.8"></rect>
        }
        .into_any(),
        GlyphRole::IndexSortKey => view! {
            <path d="M5 1.6L9 8.8H1Z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"></path>
        }
        .into_any(),
    };
    view! {
        <svg
            class=format!("key-glyph {}", role.class())
            viewBox="0 0 10 10"
            role=named.then_some("img")
            aria-label=named.then_some(role.words())
            aria-hidden=(!named).then_some("true")
        >
            {shape}
        </svg>
    }
}

/// An attribute's name with the glyph of its role, in its hue. Without a role, a plain name.
#[component]
pub fn KeyName(
    /// The attribute's name.
    #[prop(into)]
    name: String,
    /// Its role, if it is a key.
    #[prop(optional_no_strip)]
    role: Option<GlyphRole>,
) -> impl IntoView {
    let class = role.map_or("key-name", |role| match role {
        GlyphRole::PartitionKey => "key-name key-pk",
        GlyphRole::SortKey => "key-name key-sk",
        GlyphRole::IndexPartitionKey => "key-name key-gpk",
        GlyphRole::IndexSortKey => "key-name key-gsk",
    });
    view! {
        <span class=class>
            {role.map(|role| view! { <KeyGlyph role named=true /> })}
            <span class="key-name-text">{name}</span>
        </span>
    }
}
