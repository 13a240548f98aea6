//! A search through the files of a folder.

use std::fs;
use std::path::Path;

/// Whether any text file below a folder satisfies the condition.
pub(super) fn any(folder: &Path, is_meant: &dyn Fn(&str) -> bool) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.any(|entry| {
            entry.is_ok_and(|entry| {
                let path = entry.path();
                if path.is_dir() {
                    any(&path, is_meant)
                } else {
                    fs::read_to_string(&path).is_ok_and(|text| is_meant(&text))
                }
            })
        })
    })
}
