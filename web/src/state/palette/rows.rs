//! What the palette found, as HTML: groups of rows, with the words that match marked. Escapes every text.
//!
//! One string instead of a view for each row: a list changes with each key and has no state of its own.

use super::likeness::likeness;
use super::{Found, Index, group, is_between};

impl Index {
    /// The rows of a list. With `active` they are options, and the one at this position is selected.
    #[must_use]
    pub fn rows(&self, found: &[Found], query: &str, active: Option<usize>) -> String {
        let asked = self.asked(query);
        let (mut html, mut last) = (String::new(), "");
        for (at, one) in found.iter().enumerate() {
            let group = group(&one.place);
            if group != last {
                let end = if last.is_empty() { "" } else { "</div>" };
                html += &format!(
                    "{end}<div role=\"group\" aria-label=\"{group}\"><p class=\"palette-group\" aria-hidden=\"true\">{group}</p>"
                );
                last = group;
            }
            let option =
                active.map(|active| format!("role=\"option\" id=\"found-{at}\" aria-selected=\"{}\"", at == active));
            let (title, detail) = (marked(&one.title, &asked), marked(&one.detail, &asked));
            html += &format!(
                "<div class=\"palette-row\" {}><span>{title}</span><small>{detail}</small></div>",
                option.unwrap_or_default()
            );
        }
        // The browser ends the last group.
        html
    }
}

/// A text as HTML, with the words that match in `<mark>`.
fn marked(text: &str, asked: &str) -> String {
    let mut html = String::new();
    let mut at = 0;
    for word in text.split(is_between) {
        at += word.len();
        // What is between words has one byte each.
        let gap = text.get(at..=at).unwrap_or_default();
        at += gap.len();
        let small = word.to_ascii_lowercase();
        let is_match = asked.split_terminator(' ').any(|one| likeness(one, &small) > 0);
        let (start, end) = if is_match { ("<mark>", "</mark>") } else { ("", "") };
        html += &format!("{start}{}{end}{}", escaped(word), escaped(gap));
    }
    html
}

/// A text that a browser shows as it is.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
