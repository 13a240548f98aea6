//! Small buttons that export a view: its picture as an SVG or PNG file, its figures as CSV.
//!
//! Must not know what is shown. The picture is any SVG in the given element. The figures are the view's text.

pub mod csv;
mod picture;
mod raster;

use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

pub use self::csv::Csv;
use crate::components::offer_download;
use crate::derived::Signal;

/// The buttons. A click creates the file.
#[component]
pub fn ExportButtons(
    /// The file name, without extension.
    #[prop(into)]
    name: Signal<String>,
    /// The element with the picture: one or several SVG elements, which are stacked. Without it there are only figures.
    #[prop(optional)]
    picture: Option<NodeRef<html::Div>>,
    /// Returns the figures.
    #[prop(into)]
    csv: Callback<(), String>,
) -> impl IntoView {
    let file = move |ending: &str| format!("{}.{ending}", file_name(&name.get_untracked()));
    let save_picture = move |_| {
        let holder = picture.and_then(|picture| picture.get_untracked());
        let text = holder.and_then(|holder| picture::standalone(&holder));
        if let Some(text) = text {
            offer_download(&file("svg"), "image/svg+xml", text.as_bytes());
        }
    };
    let save_raster = move |_| {
        let holder = picture.and_then(|picture| picture.get_untracked());
        let text = holder.and_then(|holder| picture::standalone(&holder));
        if let Some(text) = text {
            spawn_local(raster::offer(file("png"), text));
        }
    };
    let save_figures = move |_| offer_download(&file("csv"), "text/csv", csv.run(()).as_bytes());
    let has_picture = picture.is_some();
    let label = move |what: &'static str| move || t!("Download {name} as {what}", name = name.get(), what);
    view! {
        <span class="export">
            {has_picture.then(|| view! {
                <button type="button" class="export-button" aria-label=label("SVG") title=label("SVG") on:click=save_picture>
                    "SVG"
                </button>
                <button type="button" class="export-button" aria-label=label("PNG") title=label("PNG") on:click=save_raster>
                    "PNG"
                </button>
            })}
            <button type="button" class="export-button" aria-label=label("CSV") title=label("CSV") on:click=save_figures>
                "CSV"
            </button>
        </span>
    }
}

/// A name that is valid in every file system: letters, digits, dots and dashes.
fn file_name(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || "._".contains(letter) {
            letter
        } else {
            '-'
        }
    };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_are_fit_for_files() {
        assert_eq!(
            file_name("partitions Game Scores/ü_1.x"),
            "partitions-Game-Scores--_1.x"
        );
    }
}
