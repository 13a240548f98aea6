//! Writes the programs of `tests/requests.json` to a folder, for the stage `code` of `cargo xtask test`. Each language has
//! a folder with a file for each request, in their order; tables have one of their own.
//!
//! Usage: programs FOLDER ENDPOINT
#![allow(clippy::disallowed_methods, reason = "a command: writes files")]

use std::error::Error;
use std::fs;
use std::path::Path;

use hashrange_code::{Language, request, table};
use hashrange_wire::JsonTree;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, endpoint] = words.as_slice() else {
        return Err("usage: programs FOLDER ENDPOINT".into());
    };
    let requests = JsonTree::parse(include_str!("../tests/requests.json"))?;
    for language in Language::ALL {
        let folder = Path::new(folder).join(language.id());
        fs::create_dir_all(&folder)?;
        let mut later = Vec::new();
        let mut create = None;
        for (place, pair) in requests.elements().iter().enumerate() {
            let [operation, body] = pair.elements() else {
                return Err("a request is an operation and a body".into());
            };
            let operation = operation.text().unwrap_or_default();
            match operation {
                "CreateTable" => create = Some(body),
                "UpdateTimeToLive" | "UpdateContinuousBackups" => later.push((operation, body.clone())),
                _ => {}
            }
            if language.sends_requests() {
                let name = format!("{place:02}.{}", language.extension());
                fs::write(folder.join(name), request(language, operation, body, Some(endpoint))?)?;
            }
        }
        if let Some(create) = create {
            let name = format!("table.{}", language.extension());
            fs::write(folder.join(name), table(language, create, &later, Some(endpoint))?)?;
        }
    }
    Ok(())
}
