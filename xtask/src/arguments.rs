//! The words after a command's name: flags, options with a value, and the rest.
//! It knows no command; a word nobody asked for is an error.

use crate::failure::Failure;

/// The words not yet taken by a command.
pub(crate) struct Arguments {
    words: Vec<String>,
}

impl Arguments {
    pub(crate) fn new(words: Vec<String>) -> Self {
        Self { words }
    }

    /// Whether help is asked for, before a `--` that hands the rest to another program.
    pub(crate) fn asks_for_help(&mut self) -> bool {
        self.words.iter().take_while(|word| *word != "--").any(|word| word == "--help" || word == "-h")
    }

    /// Takes a flag such as `--verbose`; says whether it was there.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.words.len();
        self.words.retain(|word| word != name);
        self.words.len() != before
    }

    /// Takes every `--name value` and `--name=value`, in order.
    ///
    /// # Errors
    /// When the last word is the option and no value follows.
    pub(crate) fn values(&mut self, name: &str) -> Result<Vec<String>, Failure> {
        let with_equals = format!("{name}=");
        let mut values = Vec::new();
        let mut rest = Vec::new();
        let mut words = std::mem::take(&mut self.words).into_iter();
        while let Some(word) = words.next() {
            if word == name {
                let value = words
                    .next()
                    .ok_or_else(|| Failure::new("reading the arguments", format!("{name} needs a value")))?;
                values.push(value);
            } else if let Some(value) = word.strip_prefix(&with_equals) {
                values.push(value.to_owned());
            } else {
                rest.push(word);
            }
        }
        self.words = rest;
        Ok(values)
    }

    /// Takes an option that may be given once; the last one wins.
    pub(crate) fn value(&mut self, name: &str) -> Result<Option<String>, Failure> {
        Ok(self.values(name)?.pop())
    }

    /// Hands out whatever is left, for another program; a leading `--` is dropped.
    pub(crate) fn rest(mut self) -> Vec<String> {
        if self.words.first().is_some_and(|word| word == "--") {
            self.words.remove(0);
        }
        self.words
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// When a word is left that no one took.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.words.first() {
            None => Ok(()),
            Some(word) => Err(Failure::new(
                "reading the arguments",
                format!("`{word}` is not understood; --help lists the options"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn arguments(words: &[&str]) -> Arguments {
        Arguments::new(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn options_take_both_spellings() {
        let mut given = arguments(&["--port", "9000", "--verbose", "--port=9001"]);
        assert_eq!(given.value("--port").unwrap().as_deref(), Some("9001"));
        assert!(given.flag("--verbose"));
        assert!(given.finish().is_ok());
    }

    #[test]
    fn unknown_words_and_missing_values_are_errors() {
        assert!(arguments(&["--prot", "9000"]).finish().is_err());
        assert!(arguments(&["--port"]).value("--port").is_err());
    }

    #[test]
    fn help_after_a_double_dash_belongs_to_the_other_program() {
        assert!(!arguments(&["--", "--help"]).asks_for_help());
        assert_eq!(arguments(&["--", "--help"]).rest(), ["--help"]);
    }
}
