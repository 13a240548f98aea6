//! How each language writes a program. A file for each language.
//!
//! Must not know where requests come from.

mod cdk;
pub(crate) mod cli;
mod csharp;
mod frame;
mod go;
mod java;
pub(crate) mod javascript;
mod leaf;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod tree;

use crate::draft::Draft;
use crate::language::Language;
use crate::request::Task;

/// Writes a table. All other programs need no code of AWS CDK.
pub(crate) fn write_table(language: Language, task: &Task<'_>, out: &mut Draft) {
    if language == Language::Cdk {
        cdk::write(task, out);
    } else {
        write(language, task, out);
    }
}

/// Writes a program that sends requests. AWS CDK sends none.
pub(crate) fn write(language: Language, task: &Task<'_>, out: &mut Draft) {
    match language {
        Language::Cli => cli::write(task, out),
        Language::Python => python::write(task, out),
        Language::JavaScript => javascript::write(task, out),
        Language::Java => java::write(task, out),
        Language::Go => go::write(task, out),
        Language::Rust => rust::write(task, out),
        Language::CSharp => csharp::write(task, out),
        Language::Cdk => {}
    }
}
