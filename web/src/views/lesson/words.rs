//! The texts of a lesson with their figures. Must not know where they are shown.

use hashrange_protocol::{FigureText, Word};
use hashrange_words::t;
use leptos::prelude::*;

/// Text with its figures.
pub(super) fn figure_text(words: FigureText) -> impl IntoView {
    words.into_iter().map(word).collect_view()
}

/// A piece of a text. A figure that differs from the lesson's own is marked, because the learner has changed something.
fn word(word: Word) -> AnyView {
    match word {
        Word::Text(text) => text.into_any(),
        Word::Figure { found, expected } if found == expected => {
            view! { <strong class="lesson-figure">{found}</strong> }.into_any()
        }
        Word::Figure { found, expected } => {
            let title = t!("{expected} if you follow only the steps of the lesson", expected);
            view! { <strong class="lesson-figure lesson-off" title=title>{found}" " {t!("(otherwise")} " "{expected}")"</strong> }
                .into_any()
        }
    }
}

/// The same as plain text, for screen readers.
pub(super) fn plain(words: &FigureText) -> String {
    let text = |word: &Word| match word {
        Word::Text(text) => text.clone(),
        Word::Figure { found, .. } => found.clone(),
    };
    words.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_out_with_the_figures_found() {
        let figure = Word::Figure {
            found: "200".to_owned(),
            expected: "199".to_owned(),
        };
        assert_eq!(
            plain(&vec![figure, Word::Text(" were throttled.".to_owned())]),
            "200 were throttled."
        );
        assert_eq!(plain(&FigureText::new()), "");
    }
}
