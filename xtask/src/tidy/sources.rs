//! The project's text files: those that git tracks or would add.

use std::fs;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// A text file. Its path is relative to the root, with forward slashes.
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl SourceFile {
    #[cfg(test)]
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.extension() == "rs"
    }

    /// Whether it is hand-written code. The rules about headers, lengths and names apply to it.
    pub(super) fn is_code(&self) -> bool {
        matches!(self.extension(), "rs" | "ts" | "js" | "mjs" | "css")
    }
}

/// Returns the Rust files below a folder: the relative path of each, with its text.
pub(super) fn rust_below<'a>(files: &'a [SourceFile], folder: &str) -> Vec<(&'a str, &'a str)> {
    let rust = files.iter().filter(|file| file.is_rust());
    rust.filter_map(|file| Some((file.path.strip_prefix(folder)?, file.text.as_str())))
        .collect()
}

/// Reads every text file of the project.
///
/// # Errors
/// When git cannot list them or one cannot be read.
pub(crate) fn read(project: &Project) -> Result<Vec<SourceFile>, Failure> {
    let mut command = project.command("git");
    command.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let captured = run::capture(command, false)?;
    if !captured.success {
        return Err(Failure::new("listing the project's files", captured.tail(3)).by_hand("git ls-files"));
    }
    let mut files = Vec::new();
    for path in captured.text.lines() {
        // A file that was deleted without a commit of the deletion is still listed.
        let Ok(bytes) = fs::read(project.path(path)) else {
            continue;
        };
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(SourceFile {
                path: path.to_owned(),
                text,
            });
        }
    }
    Ok(files)
}
