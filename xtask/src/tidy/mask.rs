//! Rust text with the inside of comments, strings and character literals replaced with blanks, byte for byte. So a rule
//! can search for words and braces only in code. Line ends and byte positions do not change.

/// Returns a copy of the same length and the same lines.
pub(super) fn masked(text: &str) -> Vec<u8> {
    let mut scanner = Scanner {
        bytes: text.as_bytes().to_vec(),
        at: 0,
    };
    while scanner.at < scanner.bytes.len() {
        scanner.step();
    }
    scanner.bytes
}

struct Scanner {
    bytes: Vec<u8>,
    at: usize,
}

impl Scanner {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Blanks the current byte unless it ends a line, and advances.
    fn blank(&mut self) {
        if let Some(byte) = self.bytes.get_mut(self.at)
            && *byte != b'\n'
        {
            *byte = b' ';
        }
        self.at += 1;
    }

    fn step(&mut self) {
        match (self.peek(0), self.peek(1)) {
            (b'/', b'/') => self.blank_while(|scanner| scanner.peek(0) != b'\n'),
            (b'/', b'*') => self.blank_block_comment(),
            (b'"', _) => self.blank_string(),
            (b'\'', _) => self.blank_character(),
            (b'r', b'"' | b'#') if !self.after_word() => self.blank_raw_string(),
            _ => self.at += 1,
        }
    }

    /// Whether the previous byte belongs to a longer word than the string prefix `b` or `c`.
    fn after_word(&self) -> bool {
        let before = |back: usize| {
            self.at
                .checked_sub(back)
                .and_then(|at| self.bytes.get(at))
                .copied()
                .unwrap_or(b' ')
        };
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if matches!(before(1), b'b' | b'c') {
            word(before(2))
        } else {
            word(before(1))
        }
    }

    fn blank_while(&mut self, wanted: impl Fn(&Self) -> bool) {
        while self.at < self.bytes.len() && wanted(self) {
            self.blank();
        }
    }

    fn blank_block_comment(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => depth += 1,
                (b'*', b'/') => depth -= 1,
                _ => {
                    self.blank();
                    continue;
                }
            }
            self.blank();
            self.blank();
            if depth == 0 {
                return;
            }
        }
    }

    fn blank_string(&mut self) {
        self.blank();
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\\' => {
                    self.blank();
                    self.blank();
                }
                b'"' => return self.blank(),
                _ => self.blank(),
            }
        }
    }

    /// A quote opens a character or a lifetime. Only a character ends with a second quote.
    fn blank_character(&mut self) {
        if self.peek(1) == b'\\' {
            self.blank();
            self.blank();
            self.blank();
            self.blank_while(|scanner| !matches!(scanner.peek(0), b'\'' | b'\n'));
            return self.blank();
        }
        let width = match self.peek(1) {
            0..=0x7f => 1,
            0x80..=0xdf => 2,
            0xe0..=0xef => 3,
            _ => 4,
        };
        if self.peek(1 + width) == b'\'' {
            for _ in 0..width + 2 {
                self.blank();
            }
        } else {
            self.at += 1;
        }
    }

    fn blank_raw_string(&mut self) {
        let mut hashes = 0;
        while self.peek(1 + hashes) == b'#' {
            hashes += 1;
        }
        if self.peek(1 + hashes) != b'"' {
            // A raw identifier such as r#type.
            self.at += 1;
            return;
        }
        for _ in 0..hashes + 2 {
            self.blank();
        }
        self.blank_while(|scanner| !(scanner.peek(0) == b'"' && (1..=hashes).all(|ahead| scanner.peek(ahead) == b'#')));
        for _ in 0..=hashes {
            self.blank();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::masked;

    fn mask(text: &str) -> String {
        String::from_utf8(masked(text)).unwrap()
    }

    #[test]
    fn comments_and_strings_are_blanked() {
        assert_eq!(mask("a // {\nb"), "a     \nb");
        let nested = "a /* { /* } */ { */ b";
        assert_eq!(mask(nested), format!("a{}b", " ".repeat(nested.len() - 2)));
        for string in [r#""{ \" }""#, "r#\"{ \" }\"#", "r\"{\\\""] {
            let blank = " ".repeat(string.len());
            assert_eq!(mask(&format!("a({string}) b")), format!("a({blank}) b"));
        }
        assert_eq!(mask("x(br\"{\") y"), "x(b    ) y");
    }

    #[test]
    fn characters_are_blanked_and_lifetimes_are_not() {
        assert_eq!(mask("f('{', '\\'', 'é')"), "f(   ,     ,     )");
        assert_eq!(mask("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
        assert_eq!(mask("r#type { }"), "r#type { }");
    }

    #[test]
    fn positions_stay() {
        let text = "let a = \"é\n\"; // ü\nfn b() {}";
        assert_eq!(masked(text).len(), text.len());
        assert_eq!(mask(text).lines().count(), text.lines().count());
    }
}
