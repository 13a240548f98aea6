//! Rule: hand-written files have up to 800 lines. The number is a maximum, not an aim. It may be lowered, but not raised.
//! Clippy measures functions (`too-many-lines-threshold` in clippy.toml).

use super::finding::Finding;
use super::sources::SourceFile;

const CEILING: usize = 800;

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let code = files.iter().filter(|file| file.is_code());
    code.filter_map(|file| {
        let lines = file.text.lines().count();
        let message = format!("{lines} lines; the ceiling is {CEILING}");
        (lines > CEILING).then(|| Finding::new("length", &file.path, message))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check};

    #[test]
    fn files_have_a_ceiling_in_every_language() {
        assert!(check(&[SourceFile::new("a.css", &"a {}\n".repeat(800))]).is_empty());
        assert_eq!(check(&[SourceFile::new("a.css", &"a {}\n".repeat(801))]).len(), 1);
        assert!(check(&[SourceFile::new("a.md", &"text\n".repeat(2000))]).is_empty());
    }
}
