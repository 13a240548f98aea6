//! What surrounds the requests of a program, as a text with places for what differs.
//!
//! A text and one reader of it are smaller than code for each language. Must not know any single language.

use crate::draft::{Draft, Style};
use crate::literal::Escapes;
use crate::request::{Request, Task};

/// A text with places:
///
/// | place | what stands there |
/// |---|---|
/// | `@1`, `@2`, `@3` | the names of the service in its library |
/// | `@q`, `@t`, `@e` | the first operation; its table and the endpoint as literals |
/// | `@i`, `@c`, `@o` | the imports; the call of the first request; the calls of the others |
/// | `@(` … `@)` | a part for programs with an endpoint |
/// | `@[` … `@]` | a part for programs that wait |
/// | `@,`, `@;`, `@.`, `@<` | the beginning of a group: with commas, with all commas, with spaces, of calls |
/// | `@\|`, `@>` | the next element of a group; its end |
pub(super) struct Frame {
    /// The text.
    pub(super) text: &'static str,
    /// The unit of indentation.
    pub(super) unit: &'static str,
    /// How the language writes characters by number.
    pub(super) escapes: Escapes,
    /// The names of each [`crate::request::Service`] in its library.
    pub(super) services: [[&'static str; 3]; 3],
    /// Writes the imports that depend on the requests.
    pub(super) imports: fn(&Task<'_>, [&'static str; 3], &mut Draft),
    /// What stands before and after the call of each other request.
    pub(super) around: [&'static str; 2],
    /// Writes the call of a request.
    pub(super) call: fn(&Request<'_>, [&'static str; 3], &mut Draft),
}

impl Frame {
    /// Writes a program.
    pub(super) fn write(&self, task: &Task<'_>, out: &mut Draft) {
        out.unit = self.unit;
        out.escapes = self.escapes;
        let [tables, streams, scaling] = self.services;
        let names = match task.first.service as u8 {
            0 => tables,
            1 => streams,
            _ => scaling,
        };
        let mut rest = self.text;
        while let Some((before, after)) = rest.split_once('@') {
            out.add(before);
            rest = after.get(1..).unwrap_or_default();
            let mark = after.as_bytes().first().copied().unwrap_or_default();
            match mark {
                b'1'..=b'3' => out.add(names.get(usize::from(mark - b'1')).copied().unwrap_or_default()),
                b'q' => out.add(task.first.operation),
                b't' => out.quote(task.first.value.text("TableName")),
                b'e' => out.quote(task.endpoint.unwrap_or_default()),
                b'i' => (self.imports)(task, names, out),
                b'c' => (self.call)(&task.first, names, out),
                b'o' => {
                    for request in &task.others {
                        let [before, after] = self.around;
                        out.add(before);
                        (self.call)(request, names, out);
                        out.add(after);
                    }
                }
                b'(' if task.endpoint.is_none() => rest = rest.split_once("@)").map_or("", |(_, after)| after),
                b'[' if !task.waits => rest = rest.split_once("@]").map_or("", |(_, after)| after),
                b',' => out.begin("", Style::Commas),
                b';' => out.begin("", Style::AllCommas),
                b'.' => out.begin("", Style::Spaced),
                b'<' => out.begin("", Style::Calls),
                b'|' => out.item(),
                b'>' => out.end(""),
                _ => {}
            }
        }
        out.add(rest);
    }
}
