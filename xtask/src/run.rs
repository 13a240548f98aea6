//! Runs other programs. Shows their output, or holds it until they have ended.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, PipeReader};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// The output and result of a finished program.
pub(crate) struct Captured {
    /// Whether it ended with success.
    pub(crate) success: bool,
    /// Standard output and standard error, in the order in which they were written.
    pub(crate) text: String,
}

impl Captured {
    /// The last `count` lines, for a message.
    pub(crate) fn tail(&self, count: usize) -> String {
        let lines: Vec<&str> = self.text.lines().collect();
        let start = lines.len().saturating_sub(count);
        lines.get(start..).unwrap_or_default().join("\n")
    }
}

/// The command line as typed in a shell.
pub(crate) fn line(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        let _ = write!(text, " {}", argument.to_string_lossy());
    }
    text
}

fn not_started(line: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("starting `{line}`"), error.to_string())
}

/// Runs a program with its output on the terminal.
///
/// # Errors
/// When it cannot be started or ends with a failure.
pub(crate) fn show(mut command: Command) -> Result<(), Failure> {
    let line = line(&command);
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| not_started(&line, &error))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(
            format!("running `{line}`"),
            format!("it ended with {status}; its own words are above"),
        ))
    }
}

/// How to run a program whose output may be of interest.
pub(crate) type Run<'a> = dyn Fn(Command) -> Result<(), Failure> + 'a;

/// Runs a program whose output is needed only after a failure. Its last lines are then part of the failure.
///
/// # Errors
/// When it cannot be started or ends with a failure.
pub(crate) fn quietly(command: Command) -> Result<(), Failure> {
    let line = line(&command);
    let captured = capture(command, false)?;
    if captured.success {
        Ok(())
    } else {
        Err(Failure::new(format!("running `{line}`"), captured.tail(40)))
    }
}

/// Runs a program and captures its output. `echo` also shows each line when it arrives.
///
/// # Errors
/// When it cannot be started. A program that ran and failed is a result, not an error.
pub(crate) fn capture(mut command: Command, echo: bool) -> Result<Captured, Failure> {
    let line = line(&command);
    let (reader, writer) = std::io::pipe().map_err(|error| not_started(&line, &error))?;
    let twin = writer.try_clone().map_err(|error| not_started(&line, &error))?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(twin)
        .spawn()
        .map_err(|error| not_started(&line, &error))?;
    // The command still has this end of the pipe. Without the drop, the reader would not reach the end.
    drop(command);

    let text = Arc::new(Mutex::new(String::new()));
    let reading = thread::spawn({
        let text = Arc::clone(&text);
        move || read_lines(reader, &text, echo)
    });
    let status = child.wait().map_err(|error| not_started(&line, &error))?;
    // A grandchild that outlives the program can keep the pipe open. Do not wait for its output.
    let patience = Instant::now() + Duration::from_secs(2);
    while !reading.is_finished() && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    let text = text.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Captured {
        success: status.success(),
        text,
    })
}

fn read_lines(reader: PipeReader, text: &Mutex<String>, echo: bool) {
    let mut reader = BufReader::new(reader);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let piece = String::from_utf8_lossy(&bytes);
        if echo {
            print!("{piece}");
        }
        text.lock().unwrap_or_else(PoisonError::into_inner).push_str(&piece);
        bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Captured, capture, line};
    use std::process::Command;

    #[test]
    fn output_and_success_are_kept() {
        let mut command = Command::new("cargo");
        command.arg("--version");
        assert_eq!(line(&command), "cargo --version");
        let captured = capture(command, false).unwrap();
        assert!(captured.success);
        assert!(captured.text.starts_with("cargo "));
    }

    #[test]
    fn a_missing_program_is_named() {
        let failure = capture(Command::new("no-such-program-here"), false).err().unwrap();
        assert!(failure.to_string().contains("no-such-program-here"));
    }

    #[test]
    fn the_tail_is_the_last_lines() {
        let captured = Captured {
            success: true,
            text: "a\nb\nc\n".to_owned(),
        };
        assert_eq!(captured.tail(2), "b\nc");
        assert_eq!(captured.tail(9), "a\nb\nc");
    }
}
