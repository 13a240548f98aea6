//! The groups of tokens in Rust source, without those of tests, each with the macro that it is given to.
//!
//! Must not know what a macro means.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The groups that stand directly in these tokens, each with the name of its macro; empty if it is no macro's.
pub(crate) fn groups(tokens: TokenStream) -> Vec<(String, Group)> {
    let (mut found, mut is_test) = (Vec::new(), false);
    let mut before = [None, None];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            // The tests of a file are in a module at its end.
            is_test = is_test || group.stream().to_string() == "cfg (test)";
            if is_test && group.delimiter() == Delimiter::Brace {
                is_test = false;
            } else {
                found.push((macro_of(&before), group.clone()));
            }
        }
        let [_, last] = before;
        before = [last, Some(token)];
    }
    found
}

/// The macro whose arguments follow these two tokens: its name and its mark.
fn macro_of(before: &[Option<TokenTree>; 2]) -> String {
    match before {
        [Some(TokenTree::Ident(name)), Some(TokenTree::Punct(mark))] if mark.as_char() == '!' => name.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn groups_have_their_macros_and_those_of_tests_are_left_out() {
        let source = r#"fn a(b: C) { d!("e") } #[cfg(test)] mod tests { f!("g") }"#;
        let found = groups(source.parse().expect("Rust"));
        let texts: Vec<_> = found.iter().map(|(name, group)| format!("{name}{group}")).collect();
        assert_eq!(texts, ["(b : C)", r#"{ d ! ("e") }"#, "[cfg (test)]"]);
        let (_, body) = &found[1];
        let inner = groups(body.stream());
        assert_eq!(inner[0].0, "d");
    }
}
