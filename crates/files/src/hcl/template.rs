//! Reads templates: texts in quotes, and heredocs.
//!
//! Must not know what their values are.

use super::cursor::Cursor;
use super::tree::{Form, HclFault, Piece};

impl<'t> Cursor<'t> {
    /// Reads a text in quotes. It is on one line, but its interpolations need not be.
    pub(super) fn quoted(&mut self) -> Result<Form<'t>, HclFault> {
        self.skip(1);
        let mut pieces = Vec::new();
        loop {
            if let Some(piece) = self.interpolation()? {
                pieces.push(piece);
                continue;
            }
            let text = self.text_run(&['"', '\\', '\n']);
            match self.peek() {
                _ if !text.is_empty() => add_text(&mut pieces, &text),
                Some('"') => {
                    self.skip(1);
                    return Ok(Form::Template(pieces));
                }
                Some('\\') => {
                    let letter = self.escape()?;
                    add_text(&mut pieces, letter.encode_utf8(&mut [0; 4]));
                }
                _ => return Err(self.fault("`\"` on the same line")),
            }
        }
    }

    /// Reads a complete text as a template. It has no escape sequences.
    pub(super) fn template(&mut self) -> Result<Vec<Piece<'t>>, HclFault> {
        let mut pieces = Vec::new();
        while !self.rest().is_empty() {
            match self.interpolation()? {
                Some(piece) => pieces.push(piece),
                None => add_text(&mut pieces, &self.text_run(&[])),
            }
        }
        Ok(pieces)
    }

    /// Text without these letters and without interpolations. `$${` and `%%{` are `${` and `%{`.
    fn text_run(&mut self, ends: &[char]) -> String {
        let mut text = String::new();
        loop {
            let rest = self.rest();
            if rest.starts_with("$${") || rest.starts_with("%%{") {
                text.push_str(rest.get(1..3).unwrap_or_default());
                self.skip(3);
                continue;
            }
            match self.peek() {
                Some(letter) if !ends.contains(&letter) && !rest.starts_with("${") && !rest.starts_with("%{") => {
                    text.push(letter);
                    self.skip(letter.len_utf8());
                }
                _ => return text,
            }
        }
    }

    fn escape(&mut self) -> Result<char, HclFault> {
        self.skip(1);
        let kind = self.peek();
        self.skip(kind.map_or(0, char::len_utf8));
        let length = match kind {
            Some('n') => return Ok('\n'),
            Some('r') => return Ok('\r'),
            Some('t') => return Ok('\t'),
            Some(letter @ ('"' | '\\')) => return Ok(letter),
            Some('u') => 4,
            Some('U') => 8,
            _ => return Err(self.fault("an escape sequence of HCL")),
        };
        let digits = self.rest().get(..length).unwrap_or_default();
        self.skip(length);
        let code = u32::from_str_radix(digits, 16)
            .ok()
            .filter(|_| !digits.starts_with('+'));
        code.and_then(char::from_u32)
            .ok_or_else(|| self.fault("the code of a character"))
    }

    /// An interpolation or a directive, if one is next.
    fn interpolation(&mut self) -> Result<Option<Piece<'t>>, HclFault> {
        let is_directive = self.rest().starts_with("%{");
        if !is_directive && !self.rest().starts_with("${") {
            return Ok(None);
        }
        self.skip(2);
        let strips = self.eat("~");
        self.between(true, |cursor| {
            let piece = if is_directive {
                cursor.directive()?;
                Piece::Other
            } else {
                Piece::Value(cursor.expression()?)
            };
            cursor.space();
            let strips = cursor.eat("~") || strips;
            cursor.need("}")?;
            Ok(Some(if strips { Piece::Other } else { piece }))
        })
    }

    /// Reads over a directive, to its end.
    fn directive(&mut self) -> Result<(), HclFault> {
        self.space();
        match self.name() {
            Some("if") => self.expression().map(drop),
            Some("for") => self.for_intro(),
            Some("else" | "endif" | "endfor") => Ok(()),
            _ => Err(self.fault("if, for, else, endif or endfor")),
        }
    }

    /// Reads a heredoc: lines to the one with its mark. With `<<-` the lines lose the white space that all begin with.
    pub(super) fn heredoc(&mut self) -> Result<Form<'t>, HclFault> {
        self.skip(2);
        let is_indented = self.eat("-");
        let mark = self.name().ok_or_else(|| self.fault("the mark of a heredoc"))?;
        self.eat("\r");
        if !self.eat("\n") {
            return Err(self.fault("the end of the line"));
        }
        let mut pieces = Vec::new();
        // The pieces that begin lines.
        let mut beginnings = Vec::new();
        loop {
            let line = self.rest().split('\n').next().unwrap_or_default();
            if line.trim() == mark {
                self.skip(line.trim_end().len());
                break;
            }
            beginnings.push(pieces.len());
            self.heredoc_line(&mut pieces, mark)?;
        }
        if is_indented {
            unindent(&mut pieces, &beginnings);
        }
        Ok(Form::Template(pieces))
    }

    /// Reads a line with its end. Its texts stay separate from those of other lines.
    fn heredoc_line(&mut self, pieces: &mut Vec<Piece<'t>>, mark: &str) -> Result<(), HclFault> {
        loop {
            if let Some(piece) = self.interpolation()? {
                pieces.push(piece);
                continue;
            }
            let mut text = self.text_run(&['\n']);
            let is_over = self.eat("\n");
            if !is_over && self.rest().is_empty() {
                return Err(self.fault(&format!("a line `{mark}`")));
            }
            if is_over {
                text.push('\n');
            }
            pieces.push(Piece::Text(text));
            if is_over {
                return Ok(());
            }
        }
    }
}

fn add_text(pieces: &mut Vec<Piece<'_>>, more: &str) {
    match pieces.last_mut() {
        Some(Piece::Text(text)) => text.push_str(more),
        _ => pieces.push(Piece::Text(more.to_owned())),
    }
}

/// Removes the white space that all lines begin with. Blank lines do not count.
fn unindent(pieces: &mut [Piece<'_>], beginnings: &[usize]) {
    let indent = |text: &str| text.chars().take_while(|letter| letter.is_whitespace()).count();
    let is_blank = |text: &str| text.ends_with('\n') && text.trim().is_empty();
    let common = beginnings.iter().filter_map(|at| match pieces.get(*at) {
        Some(Piece::Text(text)) if is_blank(text) => None,
        Some(Piece::Text(text)) => Some(indent(text)),
        _ => Some(0),
    });
    let common = common.min().unwrap_or(0);
    for at in beginnings {
        if let Some(Piece::Text(text)) = pieces.get_mut(*at)
            && !is_blank(text)
        {
            *text = text.chars().skip(common).collect();
        }
    }
}
