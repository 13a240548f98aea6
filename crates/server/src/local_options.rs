//! The options of DynamoDB Local, for users who come from there: translated to this server's options, or refused with a
//! replacement.
//!
//! Must not know what an option does. The names are those of AWS's guide (documented: dynamodb-local-options).

use std::ffi::OsString;

use crate::option_error::OptionError;

/// Commands, which have their own options.
const COMMANDS: [&str; 4] = ["copy", "relay", "salvage", "violations"];

/// The meaning of an option of DynamoDB Local.
enum Meaning {
    /// The default behaviour of this server.
    Usual,
    /// An option of this server; a value may follow.
    Same(&'static str),
    /// A default that options of this server override.
    Default(&'static str),
    /// Origins, with commas between them.
    Origins,
    /// An option for Java, with a value.
    OfJava,
    /// An option without an equivalent; the replacement.
    Instead(&'static str),
}

/// Translates the options of DynamoDB Local to those of this server.
///
/// # Errors
/// For an option with a replacement, and for contradicting options.
pub(crate) fn translated(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, OptionError> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments
        .first()
        .is_some_and(|first| COMMANDS.iter().any(|command| first == command))
    {
        return Ok(arguments);
    }
    check_together(&arguments)?;
    let (mut defaults, mut options) = (Vec::new(), Vec::new());
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.to_str().and_then(meaning) {
            None => options.push(argument),
            Some(Meaning::Usual) => {}
            Some(Meaning::Same(option)) => options.push(option.into()),
            Some(Meaning::Default(option)) => defaults.push(option.into()),
            Some(Meaning::OfJava) => drop(rest.next()),
            Some(Meaning::Origins) => options.extend(origins(rest.next())),
            Some(Meaning::Instead(instead)) => {
                return Err(OptionError::Local {
                    option: argument.to_string_lossy().into_owned(),
                    instead,
                });
            }
        }
    }
    defaults.append(&mut options);
    Ok(defaults)
}

/// The meaning of an argument, if it is an option of DynamoDB Local, which has one dash.
fn meaning(argument: &str) -> Option<Meaning> {
    if argument.starts_with("-D") {
        return Some(Meaning::Usual);
    }
    Some(match argument {
        "-port" => Meaning::Same("--port"),
        "-help" => Meaning::Same("--help"),
        "-version" => Meaning::Same("--version"),
        "-cors" | "--cors" => Meaning::Origins,
        "-jar" => Meaning::OfJava,
        "-dbPath" | "--dbPath" => Meaning::Instead(
            "--data-dir <folder>, which stores everything there in its own format; it cannot read files of DynamoDB Local",
        ),
        _ => match argument
            .strip_prefix('-')
            .map(|name| name.strip_prefix('-').unwrap_or(name))?
        {
            // Without --data-dir everything is in memory, without --regions all Regions are one, no telemetry is sent,
            // and a journal needs no optimization.
            "inMemory" | "sharedDb" | "disableTelemetry" | "optimizeDbBeforeStartup" => Meaning::Usual,
            "delayTransientStatuses" => Meaning::Default("--physics=classroom"),
            _ => return None,
        },
    })
}

fn origins(list: Option<OsString>) -> Vec<OsString> {
    let option = OsString::from("--allow-origin");
    match list.as_ref().and_then(|list| list.to_str()) {
        Some(list) => list
            .split(',')
            .map(|origin| format!("--allow-origin={}", origin.trim()).into())
            .collect(),
        // A missing or invalid value is reported like any other.
        None => std::iter::once(option).chain(list).collect(),
    }
}

/// Refuses options of DynamoDB Local and of this server that contradict each other.
fn check_together(arguments: &[OsString]) -> Result<(), OptionError> {
    let names = |name: &str| {
        arguments.iter().any(|argument| {
            let text = argument.to_string_lossy();
            text.trim_start_matches('-').split('=').next() == Some(name) && text.starts_with('-')
        })
    };
    for (one, other) in [("inMemory", "data-dir"), ("sharedDb", "regions")] {
        if names(one) && names(other) {
            return Err(OptionError::Contradiction { one, other });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::translated;

    fn put(line: &str) -> Result<String, String> {
        let words = translated(line.split_whitespace().map(Into::into)).map_err(|error| error.to_string())?;
        Ok(words
            .iter()
            .map(|word| word.to_string_lossy())
            .collect::<Vec<_>>()
            .join(" "))
    }

    #[test]
    fn what_people_start_dynamodb_local_with_is_understood() {
        for (line, ours) in [
            ("", ""),
            ("-jar DynamoDBLocal.jar -sharedDb -inMemory", ""),
            (
                "-Djava.library.path=./DynamoDBLocal_lib -jar DynamoDBLocal.jar -sharedDb -port 8001",
                "--port 8001",
            ),
            ("--port 1 -disableTelemetry -optimizeDbBeforeStartup", "--port 1"),
            ("--inMemory --sharedDb", ""),
            (
                "--physics aws -delayTransientStatuses",
                "--physics=classroom --physics aws",
            ),
            (
                "-cors http://a.test,https://b.test:1",
                "--allow-origin=http://a.test --allow-origin=https://b.test:1",
            ),
            ("-cors *", "--allow-origin=*"),
            ("-cors", "--allow-origin"),
            ("-help", "--help"),
            ("-version", "--version"),
            ("-h -V --data-dir inMemory", "-h -V --data-dir inMemory"),
            ("violations -c keep -port 1", "violations -c keep -port 1"),
        ] {
            assert_eq!(put(line).as_deref(), Ok(ours), "{line}");
        }
    }

    #[test]
    fn the_rest_is_answered_with_what_to_use() {
        for (line, part) in [
            ("-dbPath ./data", "--data-dir <folder>"),
            ("--dbPath ./data", "--dbPath"),
            ("-inMemory --data-dir a", "--data-dir"),
            ("-inMemory --data-dir=a", "--data-dir"),
            ("-sharedDb --regions", "--regions"),
        ] {
            let message = put(line).expect_err(line);
            assert!(message.contains(part), "{line}: {message}");
        }
    }
}
