//! A command of bash as its words.
//!
//! Must not know what a command does.

use crate::command_fault::CommandFault;

/// The words of one command.
///
/// # Errors
/// When a quote is open at the end, or bash would do more than divide words: variables, pipes, several commands.
pub(crate) fn words(command: &str) -> Result<Vec<String>, CommandFault> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.trim().chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\r' | '\n' => words.extend(word.take()),
            '\'' => quoted(&mut characters, '\'', word.get_or_insert_default())?,
            '"' => quoted(&mut characters, '"', word.get_or_insert_default())?,
            '\\' => match characters.next() {
                Some('\n') => {}
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err(CommandFault::Quote),
            },
            '$' | '`' | '|' | '&' | ';' | '<' | '>' | '(' | ')' => return Err(CommandFault::Special(character)),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Adds the text up to the closing quote.
fn quoted(characters: &mut std::str::Chars<'_>, quote: char, word: &mut String) -> Result<(), CommandFault> {
    while let Some(character) = characters.next() {
        match character {
            _ if character == quote => return Ok(()),
            '$' | '`' if quote == '"' => return Err(CommandFault::Special(character)),
            '\\' if quote == '"' => match characters.next() {
                Some('\n') => {}
                Some(escaped @ ('"' | '\\' | '$' | '`')) => word.push(escaped),
                Some(other) => word.extend(['\\', other]),
                None => break,
            },
            _ => word.push(character),
        }
    }
    Err(CommandFault::Quote)
}

#[cfg(test)]
mod tests {
    use super::{CommandFault, words};

    #[test]
    fn words_are_those_of_bash() {
        for (command, expected) in [
            (" aws  dynamodb\\\n scan ", vec!["aws", "dynamodb", "scan"]),
            (r#"a'b c'"d\"\e"\ f '' "#, vec![r#"ab cd"\e f"#, ""]),
            ("'it'\\''s'", vec!["it's"]),
        ] {
            assert_eq!(words(command).unwrap(), expected);
        }
    }

    #[test]
    fn what_bash_would_replace_is_refused() {
        assert_eq!(words("a 'b"), Err(CommandFault::Quote));
        assert_eq!(words("a \\"), Err(CommandFault::Quote));
        for command in ["a && b", "a | b", "a \"$b\"", "a $(b)", "a > b"] {
            assert!(matches!(words(command), Err(CommandFault::Special(_))), "{command}");
        }
        assert!(words("a '$b && c'").is_ok());
    }
}
