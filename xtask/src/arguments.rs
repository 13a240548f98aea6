//! The words after a command's name, as lexopt reads them: the common part of commands without options, and the error
//! messages. Must not know any command. Each command reads its own options from the parser.

use std::ffi::OsString;

use lexopt::Parser;

use crate::failure::Failure;

/// Whether help is requested before a `--` that passes the rest to another program.
pub(crate) fn ask_for_help(words: &[OsString]) -> bool {
    words
        .iter()
        .take_while(|word| *word != "--")
        .any(|word| word == "--help" || word == "-h")
}

/// Checks that no more words follow.
///
/// # Errors
/// When there is another one.
pub(crate) fn finish(mut parser: Parser) -> Result<(), Failure> {
    match parser.next()? {
        None => Ok(()),
        Some(word) => Err(word.unexpected().into()),
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::new("reading the arguments", format!("{error}; --help lists the options"))
    }
}

#[cfg(test)]
mod tests {
    use super::{ask_for_help, finish};
    use lexopt::Parser;

    #[test]
    fn help_after_a_double_dash_belongs_to_the_other_program() {
        assert!(ask_for_help(&["--port".into(), "-h".into()]));
        assert!(!ask_for_help(&["--".into(), "--help".into()]));
    }

    #[test]
    fn a_word_that_nobody_takes_is_an_error() {
        assert!(finish(Parser::from_args([""; 0])).is_ok());
        let failure = finish(Parser::from_args(["--prot", "9000"])).unwrap_err().to_string();
        assert!(failure.contains("--prot") && failure.contains("--help"), "{failure}");
    }
}
