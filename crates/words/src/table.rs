//! A file of words: `<fingerprint> | <words>` in lines, between comments and headings. Must not know the English.

/// Translated words by the fingerprint of their English.
#[derive(Debug, Default)]
pub struct Table(Vec<(u32, &'static str)>);

impl Table {
    /// Reads a file. Skips lines that are not words, and words that are empty: those are not translated yet.
    #[must_use]
    pub fn read(text: &'static str) -> Self {
        let mut all = text.lines().filter_map(entry).collect::<Vec<_>>();
        all.sort_unstable_by_key(|(fingerprint, _)| *fingerprint);
        Self(all)
    }

    /// The words for the English with this fingerprint.
    #[must_use]
    pub fn words(&self, fingerprint: u32) -> Option<&&'static str> {
        let at = self.0.binary_search_by_key(&fingerprint, |(one, _)| *one).ok()?;
        self.0.get(at).map(|(_, words)| words)
    }
}

fn entry(line: &'static str) -> Option<(u32, &'static str)> {
    let (fingerprint, words) = line.split_once(" | ")?;
    let is_hex = fingerprint.len() == 8 && fingerprint.bytes().all(|byte| byte.is_ascii_hexdigit());
    let fingerprint = is_hex.then(|| u32::from_str_radix(fingerprint, 16).ok()).flatten()?;
    (!words.is_empty()).then_some((fingerprint, words))
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_file_of_words_is_read() {
        let table = Table::read("# Words\n\n# Item\nff000001 | Elemento\n00000002 | a | b\n00000003 | \nx | y\n");
        assert_eq!(table.words(0xFF00_0001), Some(&"Elemento"));
        assert_eq!(table.words(2), Some(&"a | b"));
        assert_eq!(table.words(3), None);
    }
}
