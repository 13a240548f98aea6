//! Reads the attributes and blocks of a body.
//!
//! Must not know the forms of values.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::cursor::Cursor;
use super::tree::{Attribute, Block, Body, Form, HclFault, Part, Piece};

impl<'t> Cursor<'t> {
    /// Reads a body: of a file, or to the brace of its block.
    pub(super) fn body(&mut self, is_block: bool) -> Result<Body<'t>, HclFault> {
        let mut body = Body::default();
        let mut names = BTreeSet::new();
        loop {
            self.blank();
            match self.peek() {
                None if !is_block => return Ok(body),
                Some('}') if is_block => return Ok(body),
                _ => {}
            }
            let part = self.part()?;
            if let Part::Attribute(attribute) = &part
                && !names.insert(attribute.name)
            {
                return Err(self.fault(&format!("one attribute `{}`", attribute.name)));
            }
            body.parts.push(part);
            self.space();
            let is_over = match self.peek() {
                None | Some('\n') => true,
                Some(letter) => is_block && letter == '}',
            };
            if !is_over {
                return Err(self.fault("the end of the line"));
            }
        }
    }

    fn part(&mut self) -> Result<Part<'t>, HclFault> {
        let line = self.place().line;
        let name = self.name().ok_or_else(|| self.fault("an attribute or a block"))?;
        self.space();
        if self.rest().starts_with('=') && !self.rest().starts_with("==") {
            self.skip(1);
            self.begin_value();
            let value = self.expression()?;
            return Ok(Part::Attribute(Attribute { name, value }));
        }
        let mut labels = Vec::new();
        while !self.eat("{") {
            labels.push(self.label()?);
            self.space();
        }
        let body = self.deeper(|cursor| cursor.between(false, |cursor| cursor.body(true)))?;
        self.need("}")?;
        Ok(Part::Block(Block {
            line,
            name,
            labels,
            body,
        }))
    }

    /// A label of a block: a name, or a text in quotes.
    fn label(&mut self) -> Result<Cow<'t, str>, HclFault> {
        if let Some(name) = self.name() {
            return Ok(name.into());
        }
        let expected = self.fault("`=`, a label or `{`");
        if self.peek() != Some('"') {
            return Err(expected);
        }
        let Form::Template(pieces) = self.quoted()? else {
            return Err(expected);
        };
        let text = |piece| match piece {
            Piece::Text(text) => Some(text),
            _ => None,
        };
        let label = pieces.into_iter().map(text).collect::<Option<String>>();
        label.map(Cow::Owned).ok_or(expected)
    }
}
