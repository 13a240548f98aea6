//! A request or a table as a program in a language: what a careful developer writes with a library of AWS.
//!
//! [`request()`] writes one request, [`table`] the requests that create a table, or the table for AWS CDK, [`test_list`]
//! requests as tests, [`command()`] a command of the AWS CLI, which [`read_command`] reads again. One walk over the
//! request's members serves all languages. Types come from AWS's models (`shapes.txt`).
//!
//! Programs send exactly the request. Python uses boto3's client, because its values state their types: sets, bytes and
//! all digits stay, and it has every operation. JavaScript uses the document client, where a set is a `Set` and bytes are
//! a `Uint8Array`; a number that JavaScript would change is a `NumberValue`. What a library cannot send is refused. Owns
//! the text of programs. Must not know the engine, the interface, or where a request comes from.

mod command;
mod command_fault;
mod draft;
mod language;
mod languages;
mod lists;
mod literal;
mod names;
mod reason;
mod request;
mod shapes;
mod shell_words;
mod value;

pub use command::{Command, command, read_command};
pub use command_fault::CommandFault;
pub use language::Language;
pub use lists::{Test, TestList, test_list};
pub use reason::Reason;

use draft::Draft;
use hashrange_wire::JsonTree;
use request::{Request, Service, Task};

/// Writes a request as a program. `endpoint` is the address of a service that is not AWS's.
///
/// # Errors
/// When the operation is unknown, the body is not one of its requests, or the language cannot send it.
pub fn request(language: Language, operation: &str, body: &JsonTree, endpoint: Option<&str>) -> Result<String, Reason> {
    if !language.sends_requests() {
        return Err(Reason::TablesOnly(language));
    }
    let task = Task {
        first: Request::read(operation, body)?,
        others: Vec::new(),
        waits: false,
        endpoint,
    };
    let mut draft = Draft::new();
    languages::write(language, &task, &mut draft);
    draft.finish()
}

/// Writes a table as a program that creates it and waits until it can be used. `create` is the body of CreateTable.
/// `later` has the operations that complete the table, such as UpdateTimeToLive, with their bodies. AWS CDK uses no
/// endpoint.
///
/// # Errors
/// When an operation is not one of DynamoDB, or a body is not one of its requests.
pub fn table(
    language: Language,
    create: &JsonTree,
    later: &[(&str, JsonTree)],
    endpoint: Option<&str>,
) -> Result<String, Reason> {
    let first = Request::read("CreateTable", create)?;
    let mut others = Vec::new();
    for (operation, body) in later {
        let request = Request::read(operation, body)?;
        if request.service != Service::Tables {
            return Err(Reason::Operation((*operation).to_owned()));
        }
        others.push(request);
    }
    let task = Task {
        first,
        others,
        waits: true,
        endpoint,
    };
    let mut draft = Draft::new();
    languages::write_table(language, &task, &mut draft);
    draft.finish()
}

#[cfg(test)]
mod escape_tests;
#[cfg(test)]
mod refusal_tests;
#[cfg(test)]
mod tests;
