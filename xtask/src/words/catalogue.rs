//! A file of words: `# English` and `<fingerprint> | <translation>`, by source file. Must not know where files are.

use std::collections::{BTreeMap, BTreeSet};

use super::collected::{Collected, Text};

/// The heading of translations whose English the source no longer has.
const OUTDATED: &str = "[outdated]";

/// The translations of a file, each with the English that stands above it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Catalogue(BTreeMap<u32, (String, String)>);

/// Reads a file of words.
///
/// # Errors
/// The first line that cannot be read.
pub(crate) fn read(text: &str) -> Result<Catalogue, String> {
    let (mut all, mut english) = (BTreeMap::new(), "");
    for (line, number) in text.lines().zip(1..) {
        if let Some(comment) = line.strip_prefix("# ") {
            english = comment;
        } else if !line.is_empty() && !line.starts_with('[') {
            let (fingerprint, words) = line
                .split_once(" |")
                .and_then(|(fingerprint, words)| Some((u32::from_str_radix(fingerprint, 16).ok()?, words.trim())))
                .ok_or_else(|| format!("line {number} is no `<fingerprint> | <words>`"))?;
            if !words.is_empty()
                && all
                    .insert(fingerprint, (english.to_owned(), words.to_owned()))
                    .is_some()
            {
                return Err(format!("line {number} translates {fingerprint:08x} again"));
            }
        }
    }
    Ok(Catalogue(all))
}

impl Catalogue {
    /// The file with the texts of the source in their order, and the texts that it misses.
    pub(crate) fn in_line_with(&self, tag: &str, collected: &Collected) -> (String, Vec<String>) {
        let mut out = format!(
            "# The words of the page in `{tag}`. A line translates the English above it. Names in braces stay, and so do the\n\
             # words of plurals before their forms. `cargo xtask words` keeps this file in line with the source code.\n"
        );
        let (mut last, mut missing) = ("", Vec::new());
        for Text {
            file,
            english,
            fingerprint,
        } in &collected.texts
        {
            if file != last {
                out += &format!("\n[{file}]\n");
                last = file;
            }
            let words = self.0.get(fingerprint).map_or("", |(_, words)| words.as_str());
            if words.is_empty() {
                missing.push(english.clone());
            }
            out += format!("# {english}\n{fingerprint:08x} | {words}").trim_end();
            out.push('\n');
        }
        let outdated = self
            .0
            .iter()
            .filter(|(fingerprint, _)| collected.english_of(**fingerprint).is_none());
        for (at, (fingerprint, (english, words))) in outdated.enumerate() {
            if at == 0 {
                out += &format!("\n{OUTDATED}\n");
            }
            out += &format!("# {english}\n{fingerprint:08x} | {words}\n");
        }
        (out, missing)
    }

    /// Translations that name other values than their English.
    pub(crate) fn faults(&self, collected: &Collected) -> Vec<String> {
        let of_source = self
            .0
            .iter()
            .filter_map(|(fingerprint, (_, words))| Some((collected.english_of(*fingerprint)?, words)));
        of_source
            .filter(|(english, words)| names(english) != names(words))
            .map(|(english, words)| format!("`{words}` does not name the same values as `{english}`"))
            .collect()
    }
}

/// The names of values in words: what follows a brace, unless the brace begins a form of a plural.
fn names(words: &str) -> BTreeSet<&str> {
    const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];
    let mut names = BTreeSet::new();
    for (at, _) in words.match_indices('{') {
        let before = words[..at].trim_end().rsplit([' ', '}']).next().unwrap_or_default();
        let name = words[at + 1..].split([',', '}']).next().unwrap_or_default();
        if !FORMS.contains(&before) && !before.starts_with('=') {
            names.insert(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{Catalogue, names, read};
    use crate::words::collected::Collected;

    fn collected() -> Collected {
        let mut collected = Collected::default();
        let source = r#"fn a() { t!("One"); t!("{n, plural, one {item} other {# items}} of {table}", n, table); }"#;
        collected.take("a.rs", source).expect("Rust");
        collected
    }

    #[test]
    fn a_file_comes_in_line_with_the_source_and_loses_nothing() {
        let collected = collected();
        let (text, missing) = Catalogue::default().in_line_with("es", &collected);
        assert_eq!(missing.len(), 2);
        let one = collected.texts[0].fingerprint;
        let translated = text.replace(&format!("{one:08x} |\n"), &format!("{one:08x} | Uno\n"));
        let old = format!("{translated}\n# Gone\n00000001 | Ido\n");
        let catalogue = read(&old).expect("a file of words");
        let (text, missing) = catalogue.in_line_with("es", &collected);
        assert_eq!(missing.len(), 1);
        assert!(text.ends_with("[outdated]\n# Gone\n00000001 | Ido\n"), "{text}");
        assert_eq!(read(&text), Ok(catalogue));
    }

    #[test]
    fn a_translation_names_the_values_of_its_english() {
        let collected = collected();
        let fingerprint = collected.texts[1].fingerprint;
        let faults = |words: &str| {
            let file = read(&format!("{fingerprint:08x} | {words}\n")).expect("a file of words");
            file.faults(&collected)
        };
        assert_eq!(
            faults("{n, plural, one {elemento} many {# de elementos} other {# elementos}} de {table}"),
            [""; 0]
        );
        assert_eq!(faults("{n} de {tabla}").len(), 1);
        assert_eq!(names("{a} {b, number}").into_iter().collect::<Vec<_>>(), ["a", "b"]);
    }
}
