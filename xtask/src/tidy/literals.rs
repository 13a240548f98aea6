//! Rule: words for readers are in `t!`, so that they can be translated. Looks at the markup of `view!`: its texts, and the
//! attributes that people read or hear. Words in other code are not seen.

use proc_macro2::{TokenStream, TokenTree};

use super::finding::Finding;
use super::sources::{SourceFile, rust_below};
use crate::groups::groups;

const RULE: &str = "literals";
const PAGE: &str = "web/src/";

/// Attributes and properties with words.
const READ: [&str; 20] = [
    "about",
    "action",
    "alt",
    "caption",
    "description",
    "empty",
    "heading",
    "help",
    "hint",
    "label",
    "none",
    "note",
    "placeholder",
    "question",
    "reason",
    "summary",
    "title",
    "verb",
    "wanted",
    "words",
];

/// Words that are the same in every language.
const NAMES: [&str; 12] = [
    "Ctrl",
    "Enter",
    "Hashrange",
    "IA",
    "Query",
    "Scan",
    "Standard",
    "base",
    "hashrange",
    "min",
    "ms",
    "null",
];

/// Checks the views of the page.
pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in rust_below(files, PAGE) {
        if let (true, Ok(tokens)) = (text.contains("view!"), text.parse::<TokenStream>()) {
            walk(tokens, &mut |words| {
                let message = format!("the words {words} are not in `t!`");
                findings.push(Finding::new(RULE, format!("{PAGE}{path}"), message));
            });
        }
    }
    findings
}

/// Finds the markup in code.
fn walk(tokens: TokenStream, found: &mut dyn FnMut(&str)) {
    for (name, group) in groups(tokens) {
        match name.as_str() {
            "view" => markup(group.stream(), found),
            _ => walk(group.stream(), found),
        }
    }
}

/// Finds literal words in markup: texts, and attributes that people read.
fn markup(tokens: TokenStream, found: &mut dyn FnMut(&str)) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => walk(group.stream(), found),
            TokenTree::Literal(literal)
                if is_words(&literal.to_string()) && is_read(tokens.get(..at).unwrap_or_default()) =>
            {
                found(&literal.to_string());
            }
            _ => {}
        }
    }
}

/// Whether people read a literal after these tokens: it is a text, or the value of one of the attributes.
fn is_read(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(equals)] if equals.as_char() == '=' => {
            let is_aria = matches!(before, [.., TokenTree::Ident(aria), TokenTree::Punct(_), _, _] if aria == "aria");
            READ.iter().any(|read| name == read) || (is_aria && name == "label")
        }
        [.., TokenTree::Punct(sign)] => sign.as_char() == '>',
        [.., TokenTree::Literal(_) | TokenTree::Group(_)] => true,
        _ => false,
    }
}

/// Whether a literal is a text with a word: two letters, one of them small.
fn is_words(literal: &str) -> bool {
    let Some(text) = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return false;
    };
    // An address, or the name of a sample's attribute.
    if text.contains("://") || text == "ttl" {
        return false;
    }
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    words.any(|word| word.len() > 1 && word.bytes().any(|letter| letter.is_ascii_lowercase()) && !NAMES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check};

    fn found(source: &str) -> Vec<String> {
        let findings = check(&[SourceFile::new("web/src/a.rs", source)]);
        findings.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn words_in_markup_are_found() {
        let source = r#"fn a() { view! { <p class="a b" aria-label="Close it">"One " {b("no")} "→" " two"</p> } }"#;
        let wrong = ["\"Close it\"", "\"One \"", "\" two\""].map(|words| format!("the words {words} are not in `t!`"));
        assert_eq!(found(source), wrong);
    }

    #[test]
    fn words_in_t_and_tests_are_right() {
        let source = r#"
            fn a() { view! { <p title=t!("One")>{t!("Two")} "12 ms"</p> } }
            #[cfg(test)]
            mod tests { fn b() { view! { <p>"Three"</p> } } }
        "#;
        assert_eq!(found(source), Vec::<String>::new());
    }
}
