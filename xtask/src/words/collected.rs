//! The English words of the page, as the calls of `t!` in the source code have them. Must not know translations.

use std::collections::BTreeMap;

use hashrange_words::fingerprint;
use proc_macro2::{TokenStream, TokenTree};

use crate::failure::Failure;
use crate::groups::groups;
use crate::project::Project;
use crate::tidy::sources;

/// The courses, whose titles are words of the page.
const COURSES: &str = "lessons/courses.json";

/// A text with the file in which it comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) file: String,
    pub(crate) english: String,
    pub(crate) fingerprint: u32,
}

/// Every text once, by file and in the order of the file.
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) texts: Vec<Text>,
    /// Two texts with one fingerprint, as pairs of a file and a message.
    pub(crate) faults: Vec<(String, String)>,
    known: BTreeMap<u32, String>,
}

/// The texts of the page and of the crates.
///
/// # Errors
/// When a file cannot be read.
pub(crate) fn of_project(project: &Project) -> Result<Collected, Failure> {
    let mut files = sources::read(project)?;
    let is_code = |path: &str| ["web/src/", "crates/"].iter().any(|folder| path.starts_with(folder));
    files.retain(|file| file.path == COURSES || (file.is_rust() && is_code(&file.path)));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut collected = Collected::default();
    for file in files.iter().filter(|file| file.path == COURSES) {
        collected.take_courses(&file.text)?;
    }
    for file in files.iter().filter(|file| !file.path.starts_with("crates/words/")) {
        if file.text.contains("t!(") {
            collected.take(&file.path, &file.text)?;
        }
    }
    Ok(collected)
}

impl Collected {
    /// Takes the texts of a file.
    pub(super) fn take(&mut self, file: &str, source: &str) -> Result<(), Failure> {
        let tokens: TokenStream = source
            .parse()
            .map_err(|error| Failure::new(format!("reading {file}"), format!("{error}")))?;
        self.walk(file, tokens);
        Ok(())
    }

    /// Takes the titles of courses and what they are about.
    fn take_courses(&mut self, source: &str) -> Result<(), Failure> {
        let courses: Vec<serde_json::Value> = serde_json::from_str(source)
            .map_err(|error| Failure::new(format!("reading {COURSES}"), error.to_string()))?;
        for course in &courses {
            for word in ["title", "about"] {
                self.add(COURSES, course[word].as_str().unwrap_or_default().to_owned());
            }
        }
        Ok(())
    }

    fn walk(&mut self, file: &str, tokens: TokenStream) {
        for (name, group) in groups(tokens) {
            if let ("t", Some(TokenTree::Literal(literal))) = (name.as_str(), group.stream().into_iter().next())
                && let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string())
            {
                self.add(file, text.value());
            }
            self.walk(file, group.stream());
        }
    }

    fn add(&mut self, file: &str, english: String) {
        if english.contains('\n') {
            self.faults
                .push((file.to_owned(), format!("`{english}` has several lines")));
        }
        let fingerprint = fingerprint(&english);
        match self.known.get(&fingerprint) {
            Some(known) if *known == english => {}
            Some(known) => self.faults.push((
                file.to_owned(),
                format!("`{english}` has the fingerprint of `{known}`; word one of them in another way"),
            )),
            None => {
                self.known.insert(fingerprint, english.clone());
                let file = file.to_owned();
                self.texts.push(Text {
                    file,
                    english,
                    fingerprint,
                });
            }
        }
    }

    /// The English of a fingerprint.
    pub(super) fn english_of(&self, fingerprint: u32) -> Option<&str> {
        self.known.get(&fingerprint).map(String::as_str)
    }

    /// The file of English words.
    pub(crate) fn english(&self) -> String {
        let mut out = "# The English words of the page, by file. `cargo xtask words` writes them from the calls of `t!`; do not edit them.\n".to_owned();
        let mut last = "";
        for Text {
            file,
            english,
            fingerprint,
        } in &self.texts
        {
            if file != last {
                out += &format!("\n[{file}]\n");
                last = file;
            }
            out += &format!("{fingerprint:08x} | {english}\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Collected;

    #[test]
    fn texts_are_collected_once_from_views_and_functions_but_not_from_tests() {
        let source = r#"
            fn a() { view! { <p title=t!("One")>{t!("Two {n}", n = 1)}</p> }; t!("One"); other!("Three"); }
            #[cfg(test)]
            mod tests { fn b() { t!("Four"); } }
        "#;
        let mut collected = Collected::default();
        collected.take("a.rs", source).expect("Rust");
        let texts: Vec<_> = collected.texts.iter().map(|text| text.english.as_str()).collect();
        assert_eq!(texts, ["One", "Two {n}"]);
        assert_eq!(collected.faults, []);
        assert!(collected.english().contains("\n[a.rs]\n"));
    }
}
