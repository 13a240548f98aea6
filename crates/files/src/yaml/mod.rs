//! YAML as a tree with the line of each value, as CloudFormation reads it: YAML 1.1, whose tags such as `!Ref` stand for
//! members.
//!
//! `saphyr-parser` turns the text into events. Must not know what a document means.

mod scalar;
mod tag;
#[cfg(test)]
mod tests;

use hashrange_wire::{JsonContent, JsonTree};
use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use crate::file_fault::{FileFault, FileReason};

/// Maximum depth of mappings and sequences in each other.
const MOST_NESTED: usize = 64;
/// Maximum bytes that anchors keep and aliases repeat. A short file can repeat a long value very often.
const MOST_REPEATED: usize = 16 << 20;

/// What a file contains.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct YamlRead {
    /// The first document. An empty file has null.
    pub(crate) tree: JsonTree,
    /// The line of a second document, which is not read.
    pub(crate) next: Option<usize>,
}

/// Reads the first document of a file.
///
/// # Errors
/// When the text is not YAML, too deep, or repeats too much.
pub(crate) fn parse(text: &str) -> Result<YamlRead, FileFault> {
    let mut reader = Reader {
        parser: Parser::new_from_str(text),
        anchored: Vec::new(),
        repeated: 0,
        lines: text.matches(['\n', '\r']).count() + 1,
    };
    let mut read = YamlRead {
        tree: JsonTree::default(),
        next: None,
    };
    let mut is_read = false;
    loop {
        let (event, span) = reader.event()?;
        match event {
            Event::StreamEnd => return Ok(read),
            Event::DocumentStart(_) if is_read => {
                read.next = Some(span.start.line());
                return Ok(read);
            }
            Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {}
            event => {
                read.tree = reader.node((event, span), 0)?;
                is_read = true;
            }
        }
    }
}

/// Builds trees from events.
struct Reader<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// The values of anchors, by their numbers.
    anchored: Vec<Option<JsonTree>>,
    /// Bytes that anchors keep and aliases repeat so far.
    repeated: usize,
    /// The lines of the text, at most.
    lines: usize,
}

impl<'t> Reader<'t> {
    fn event(&mut self) -> Result<(Event<'t>, Span), FileFault> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => {
                // An error at the end of the text has a line behind it.
                let (line, column) = (error.marker().line().min(self.lines), error.marker().col() + 1);
                let why = error.info().to_owned();
                Err(FileFault::new(line, "", FileReason::Yaml { column, why }))
            }
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    /// The value that begins with this event.
    fn node(&mut self, (event, span): (Event<'t>, Span), depth: usize) -> Result<JsonTree, FileFault> {
        if depth > MOST_NESTED {
            return Err(fault(span, "at most 64 nested levels are expected"));
        }
        // An empty value at the end of the text has a line behind it.
        let line = span.start.line().min(self.lines);
        let (content, anchor) = match event {
            Event::Alias(number) => return self.alias(number, span, depth),
            Event::Scalar(text, style, anchor, tag) => {
                let is_plain = style == ScalarStyle::Plain;
                (tag::scalar(tag.as_deref(), &text, is_plain, line), anchor)
            }
            Event::SequenceStart(anchor, tag) => (tag::collection(tag.as_deref(), self.sequence(depth)?, line), anchor),
            Event::MappingStart(anchor, tag) => (tag::collection(tag.as_deref(), self.mapping(depth)?, line), anchor),
            _ => return Err(fault(span, "a value is expected")),
        };
        let tree = JsonTree { line, content };
        if anchor > 0 {
            self.spend(bytes_of(&tree), span)?;
            self.anchored.resize(self.anchored.len().max(anchor + 1), None);
            if let Some(place) = self.anchored.get_mut(anchor) {
                *place = Some(tree.clone());
            }
        }
        Ok(tree)
    }

    /// The value of an anchor again, at the line of the alias.
    fn alias(&mut self, number: usize, span: Span, depth: usize) -> Result<JsonTree, FileFault> {
        let found = self.anchored.get(number).and_then(Option::as_ref);
        let found = found.ok_or_else(|| fault(span, "an alias of a complete value is expected"))?;
        let (bytes, deepest) = (bytes_of(found), depth + depth_of(found));
        let tree = JsonTree {
            line: span.start.line(),
            ..found.clone()
        };
        self.spend(bytes, span)?;
        if deepest > 2 * MOST_NESTED {
            return Err(fault(span, "at most 64 nested levels are expected"));
        }
        Ok(tree)
    }

    /// Counts repeated bytes, within the limit.
    fn spend(&mut self, bytes: usize, span: Span) -> Result<(), FileFault> {
        self.repeated = self.repeated.saturating_add(bytes);
        if self.repeated > MOST_REPEATED {
            return Err(fault(span, "at most 16 MB of values of anchors are expected"));
        }
        Ok(())
    }

    fn sequence(&mut self, depth: usize) -> Result<JsonContent, FileFault> {
        let mut elements = Vec::new();
        loop {
            let (event, span) = self.event()?;
            if event == Event::SequenceEnd {
                return Ok(JsonContent::List(elements));
            }
            elements.push(self.node((event, span), depth + 1)?);
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<JsonContent, FileFault> {
        let (mut members, mut merged) = (Vec::new(), Vec::new());
        loop {
            let (event, span) = self.event()?;
            let (name, is_merge) = match &event {
                Event::MappingEnd => break,
                Event::Scalar(text, style, _, None) => {
                    let is_merge = *style == ScalarStyle::Plain && text == "<<";
                    (Some(text.clone().into_owned()), is_merge)
                }
                _ => (None, false),
            };
            let key = self.node((event, span), depth + 1)?;
            let name = name.or_else(|| key.text().map(str::to_owned));
            let name = name.ok_or_else(|| fault(span, "a text is expected as the key"))?;
            let value = self.event()?;
            let value = self.node(value, depth + 1)?;
            if is_merge {
                merged.push((value, span));
            } else {
                members.push((name, value));
            }
        }
        for (value, span) in merged {
            self.merge(&mut members, value, span)?;
        }
        Ok(JsonContent::Object(members))
    }

    /// Adds the members of the mappings after `<<` that are not there.
    fn merge(&mut self, members: &mut Vec<(String, JsonTree)>, value: JsonTree, span: Span) -> Result<(), FileFault> {
        let mappings = match value.content {
            JsonContent::List(elements) => elements,
            _ => vec![value],
        };
        for mapping in mappings {
            let JsonContent::Object(more) = mapping.content else {
                return Err(fault(span, "a mapping is expected after <<"));
            };
            for (name, member) in more {
                self.spend(members.len(), span)?;
                if !members.iter().any(|(other, _)| *other == name) {
                    members.push((name, member));
                }
            }
        }
        Ok(())
    }
}

fn fault(span: Span, why: &str) -> FileFault {
    let (column, why) = (span.start.col() + 1, why.to_owned());
    FileFault::new(span.start.line(), "", FileReason::Yaml { column, why })
}

/// The bytes that a value takes in memory, approximately.
fn bytes_of(tree: &JsonTree) -> usize {
    size_of::<JsonTree>() * crate::tables::build::bytes_of(tree)
}

/// The number of levels of a value; 0 for a text.
fn depth_of(tree: &JsonTree) -> usize {
    let members = tree.members().iter().map(|(_, member)| member);
    let parts = members.chain(tree.elements());
    parts.map(|part| depth_of(part) + 1).max().unwrap_or(0)
}
