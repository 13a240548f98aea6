//! Lines of comma-separated values for spreadsheets (RFC 4180). Must not know the meaning of the cells.

/// Lines in sequence, the headings first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Csv {
    text: String,
}

impl Csv {
    /// Starts with these headings.
    #[must_use]
    pub fn new(headings: &[&str]) -> Self {
        let mut csv = Self::default();
        csv.line(headings);
        csv
    }

    /// Adds a line.
    pub fn line(&mut self, cells: &[impl AsRef<str>]) {
        for (at, cell) in cells.iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            self.cell(cell.as_ref());
        }
        self.text.push_str("\r\n");
    }

    fn cell(&mut self, cell: &str) {
        if cell.contains([',', '"', '\n', '\r']) {
            self.text.push('"');
            self.text.push_str(&cell.replace('"', "\"\""));
            self.text.push('"');
        } else {
            self.text.push_str(cell);
        }
    }

    /// All lines.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::Csv;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut csv = Csv::new(&["key", "units"]);
        csv.line(&["a,b", "1"]);
        csv.line(&["say \"so\"", ""]);
        assert_eq!(csv.into_text(), "key,units\r\n\"a,b\",1\r\n\"say \"\"so\"\"\",\r\n");
    }
}
