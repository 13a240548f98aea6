//! The formats of a link, and the texts about its length.
//!
//! Must not know its target.

use hashrange_protocol::MOST_LINK_CHARACTERS;
use hashrange_words::t;

use crate::state::figures::count;

/// The length above which some programs cut a link.
pub const LONG: usize = 2_000;

/// The length as text, with its consequences.
#[must_use]
pub fn length_words(characters: usize) -> String {
    let length = count(characters as u64);
    if characters <= LONG {
        format!("{length} characters.")
    } else {
        t!(
            "{length} characters. Some chat programs cut a message after 2,000 characters, others after 4,000, and mail programs \
             break long lines. If a link was cut, the page reports that when you open it. A file arrives complete.",
            length
        )
    }
}

/// The text instead of a link.
#[must_use]
pub fn too_long_words() -> String {
    let most = count(MOST_LINK_CHARACTERS as u64);
    t!(
        "This workspace is too large for a link of {most} characters. Send it as a file: the reader opens it with Workspaces, Open a file.",
        most
    )
}

/// The link as Markdown.
#[must_use]
pub fn markdown(name: &str, address: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if "\\[]`*_<>".contains(letter) {
            words.push('\\');
        }
        words.push(letter);
    }
    format!("[{words}]({address})")
}

/// The iframe that shows the target of the link. `address` has no question mark.
#[must_use]
pub fn iframe(name: &str, address: &str) -> String {
    let (base, fragment) = address.split_once('#').unwrap_or((address, ""));
    let title = name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        r#"<iframe src="{base}?embed#{fragment}" title="{title}" width="100%" height="640" loading="lazy"></iframe>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_link_says_what_may_become_of_it() {
        assert_eq!(length_words(1_234), "1,234 characters.");
        assert!(length_words(12_345).starts_with("12,345 characters. Some chat programs cut"));
        assert!(too_long_words().contains("32,000"));
    }

    #[test]
    fn names_stay_what_they_are_in_every_form() {
        let address = "https://a.test/x/#link=AX";
        assert_eq!(
            markdown("A [b] *c*", address),
            r"[A \[b\] \*c\*](https://a.test/x/#link=AX)"
        );
        let frame = iframe(r#"A "b" <c>"#, address);
        assert!(frame.contains(r#"src="https://a.test/x/?embed#link=AX""#), "{frame}");
        assert!(frame.contains(r#"title="A &quot;b&quot; &lt;c>""#), "{frame}");
    }
}
