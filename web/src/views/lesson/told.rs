//! The words of a lesson with their figures. Must not know where they stand.

use hashrange_protocol::{Told, Word};
use leptos::prelude::*;

/// Words with their figures.
pub(super) fn told(words: Told) -> impl IntoView {
    words.into_iter().map(word).collect_view()
}

/// A piece of a text. A figure that differs from the lesson's own says so: somebody else was at work.
fn word(word: Word) -> AnyView {
    match word {
        Word::Text(text) => text.into_any(),
        Word::Figure { found, expected } if found == expected => {
            view! { <strong class="lesson-figure">{found}</strong> }.into_any()
        }
        Word::Figure { found, expected } => {
            let title = format!("{expected} when nothing but the lesson happens");
            view! { <strong class="lesson-figure lesson-off" title=title>{found}" (otherwise "{expected}")"</strong> }
                .into_any()
        }
    }
}

/// The same as plain text, to be read out.
pub(super) fn plain(words: &Told) -> String {
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
        let figure = Word::Figure { found: "200".to_owned(), expected: "199".to_owned() };
        assert_eq!(plain(&vec![figure, Word::Text(" were throttled.".to_owned())]), "200 were throttled.");
        assert_eq!(plain(&Told::new()), "");
    }
}
