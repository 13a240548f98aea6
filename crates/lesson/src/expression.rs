//! Sums over figures: `rate / partitions`, `up(item-bytes 7 / 1024)`.
//!
//! Owns parsing and evaluating them. Must not know where a figure's value comes from.

use hashrange_values::real;
use std::fmt;

use hashrange_workload::{Figure, FigureFault};

use crate::Wrong;
use crate::bounds::{MOST_TERMS, held};
use crate::fault::cut;
use crate::nearest::nearest;

/// The maximum depth of nested brackets.
const DEEPEST: u32 = 12;

/// A figure and its table; the lesson's own table if none is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The figure.
    pub figure: Figure,
    /// The table, written `@Table` after the figure.
    pub table: Option<String>,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
}

/// A sum.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// A figure.
    Figure(Asked),
    /// An operation on two expressions.
    Of(Box<Expression>, Operator, Box<Expression>),
    /// Rounded up.
    Up(Box<Expression>),
    /// Rounded down.
    Down(Box<Expression>),
}

/// The value of a sum.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Value {
    /// The value of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        match real(text) {
            Some(number) if number.is_finite() => Self::Number(number),
            _ => Self::Text(text.to_owned()),
        }
    }

    /// The number; `None` for a text.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }

    /// Whether it equals the value of a text.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        match (self, Self::of(text)) {
            (Self::Number(one), Self::Number(other)) => (one - other).abs() < 1e-9,
            _ => self.to_string() == text,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A sum such as 0.1 + 0.2 is shown as people write it.
            Self::Number(number) => write!(formatter, "{}", (number * 1e6).round() / 1e6),
            Self::Text(text) => formatter.write_str(text),
        }
    }
}

impl Expression {
    /// Reads a sum.
    ///
    /// # Errors
    /// When it is invalid, or names an unknown figure.
    pub fn read(words: &str) -> Result<Self, Wrong> {
        let tokens = tokens(words);
        let mut reader = SumReader {
            words,
            tokens: &tokens,
            depth: 0,
            terms: 0,
        };
        let sum = reader.sum()?;
        if reader.tokens.is_empty() {
            Ok(sum)
        } else {
            Err(reader.wrong("there is text after the end"))
        }
    }

    /// Evaluates it. A figure that is not a number becomes a text on its own, and an empty text in a sum.
    pub fn value(&self, ask: &impl Fn(&Asked) -> String) -> Value {
        match self {
            Self::Number(number) => Value::Number(*number),
            Self::Figure(asked) => Value::of(&ask(asked)),
            Self::Up(inner) => rounded(inner, f64::ceil, ask),
            Self::Down(inner) => rounded(inner, f64::floor, ask),
            Self::Of(one, operator, other) => {
                let (Some(one), Some(other)) = (one.value(ask).number(), other.value(ask).number()) else {
                    return Value::Text(String::new());
                };
                Value::Number(match operator {
                    Operator::Plus => one + other,
                    Operator::Minus => one - other,
                    Operator::Times => one * other,
                    Operator::Over if other == 0.0 => return Value::Text(String::new()),
                    Operator::Over => one / other,
                })
            }
        }
    }

    /// Whether it contains one of these figures.
    #[must_use]
    pub fn has(&self, meant: &impl Fn(&Figure) -> bool) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Figure(asked) => meant(&asked.figure),
            Self::Up(inner) | Self::Down(inner) => inner.has(meant),
            Self::Of(one, _, other) => one.has(meant) || other.has(meant),
        }
    }
}

fn rounded(inner: &Expression, round: fn(f64) -> f64, ask: &impl Fn(&Asked) -> String) -> Value {
    inner
        .value(ask)
        .number()
        .map_or_else(|| Value::Text(String::new()), |number| Value::Number(round(number)))
}

/// The words, with brackets as separate words; quoted text is one word.
fn tokens(words: &str) -> Vec<String> {
    let (mut all, mut quoted): (Vec<String>, bool) = (Vec::new(), false);
    let mut word = String::new();
    for letter in words.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' | '(' | ')' if !quoted => {
                if !word.is_empty() {
                    all.push(std::mem::take(&mut word));
                }
                if letter != ' ' {
                    all.push(letter.to_string());
                }
            }
            _ => word.push(letter),
        }
    }
    if !word.is_empty() {
        all.push(word);
    }
    all
}

struct SumReader<'a> {
    words: &'a str,
    tokens: &'a [String],
    depth: u32,
    /// The numbers and figures so far.
    terms: u64,
}

impl SumReader<'_> {
    fn wrong(&self, reason: &'static str) -> Wrong {
        Wrong::Sum {
            words: cut(self.words),
            reason,
        }
    }

    fn next_is(&self, word: &str) -> bool {
        self.tokens.first().is_some_and(|next| next == word)
    }

    fn take(&mut self) -> Option<String> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first.clone())
    }

    fn sum(&mut self) -> Result<Expression, Wrong> {
        let mut sum = self.product()?;
        while let Some(operator) = self.operator(&[("+", Operator::Plus), ("-", Operator::Minus)]) {
            sum = Expression::Of(Box::new(sum), operator, Box::new(self.product()?));
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Expression, Wrong> {
        let mut product = self.factor()?;
        while let Some(operator) = self.operator(&[("*", Operator::Times), ("/", Operator::Over)]) {
            product = Expression::Of(Box::new(product), operator, Box::new(self.factor()?));
        }
        Ok(product)
    }

    fn operator(&mut self, known: &[(&str, Operator)]) -> Option<Operator> {
        let (_, operator) = known.iter().find(|(word, _)| self.next_is(word))?;
        self.take();
        Some(*operator)
    }

    fn factor(&mut self) -> Result<Expression, Wrong> {
        let Some(first) = self.take() else {
            return Err(self.wrong("a number or a figure is missing"));
        };
        self.terms += u64::from(first != "(");
        held("terms in a sum", self.terms, MOST_TERMS)?;
        if let Some(number) = real(&first)
            && number.is_finite()
        {
            return Ok(Expression::Number(number));
        }
        match first.as_str() {
            "(" => self.bracket(),
            "up" if self.next_is("(") => {
                self.take();
                Ok(Expression::Up(Box::new(self.bracket()?)))
            }
            "down" if self.next_is("(") => {
                self.take();
                Ok(Expression::Down(Box::new(self.bracket()?)))
            }
            _ => self.figure(first),
        }
    }

    /// The expression after an opening bracket, and the closing bracket.
    fn bracket(&mut self) -> Result<Expression, Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("brackets are too deep"));
        }
        let inner = self.sum()?;
        self.depth -= 1;
        match self.take().as_deref() {
            Some(")") => Ok(inner),
            _ => Err(self.wrong("a bracket is not closed")),
        }
    }

    fn figure(&mut self, first: String) -> Result<Expression, Wrong> {
        let (mut words, mut table) = (first, None);
        while let Some(next) = self.tokens.first() {
            if matches!(next.as_str(), "+" | "-" | "*" | "/" | "(" | ")") || table.is_some() {
                break;
            }
            match next.strip_prefix('@') {
                Some(name) => table = Some(name.to_owned()),
                None => {
                    words.push(' ');
                    words.push_str(next);
                }
            }
            self.take();
        }
        let figure = Figure::read(&words).map_err(|fault| match fault {
            FigureFault::Unknown(name) => {
                let near = nearest(&name, Figure::WORDS.iter().map(|word| word.name));
                Wrong::Figure { name: cut(&name), near }
            }
            FigureFault::Of { name, of } => Wrong::FigureOf { name, of },
        })?;
        Ok(Expression::Figure(Asked { figure, table }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worked_out(words: &str) -> String {
        let ask = |asked: &Asked| match asked.figure {
            Figure::Sent => "500".to_owned(),
            Figure::Partitions(_) => "4".to_owned(),
            _ => "words".to_owned(),
        };
        Expression::read(words).map_or_else(|wrong| wrong.to_string(), |sum| sum.value(&ask).to_string())
    }

    #[test]
    fn sums_follow_the_usual_order() {
        assert_eq!(worked_out("sent / partitions + 1"), "126");
        assert_eq!(worked_out("1 + sent / partitions * 2"), "251");
        assert_eq!(worked_out("up(sent / 3) - down(sent / 3)"), "1");
        assert_eq!(worked_out("(1 + 2) * (3 - 1)"), "6");
        assert_eq!(worked_out("0.1 + 0.2"), "0.3");
        assert_eq!(worked_out("status"), "words");
        assert_eq!(worked_out("status + 1"), "");
        assert_eq!(worked_out("sent / 0"), "");
    }

    #[test]
    fn a_figure_of_a_table_with_spaces_in_its_key() {
        let Ok(Expression::Figure(asked)) = Expression::read("place \"Ann Lee\" @People") else {
            panic!("a figure")
        };
        assert_eq!(
            asked,
            Asked {
                figure: Figure::Place("Ann Lee".to_owned()),
                table: Some("People".to_owned())
            }
        );
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for (words, reason) in [
            (
                "partition",
                "there is no figure `partition`; did you mean `partitions`?",
            ),
            ("entries", "the figure `entries` is followed by INDEX"),
            ("items now", "the figure `items` takes no argument"),
            ("1 +", "`1 +` cannot be read: a number or a figure is missing"),
            ("(1", "`(1` cannot be read: a bracket is not closed"),
            ("1 2", "`1 2` cannot be read: there is text after the end"),
        ] {
            assert_eq!(worked_out(words), reason);
        }
        assert!(worked_out(&"(".repeat(1_000)).ends_with("brackets are too deep"));
    }

    #[test]
    fn a_sum_has_a_bounded_number_of_terms() {
        let sum = |terms: usize| vec!["1"; terms].join(" + ");
        assert_eq!(worked_out(&sum(50)), "50");
        let refused = "too many terms in a sum: 51; the limit of a lesson is 50";
        assert_eq!(worked_out(&sum(51)), refused);
        assert_eq!(worked_out(&sum(5_000)), refused);
        assert_eq!(worked_out(&vec!["2"; 5_000].join(" * ")), refused);
        assert_eq!(worked_out(&vec!["(1 + 1)"; 30].join(" - ")), refused);
    }

    #[test]
    fn an_error_quotes_the_start_of_a_long_sum() {
        let said = worked_out(&format!("1 {}", "2 ".repeat(10_000)));
        assert!(
            said.ends_with("…` cannot be read: there is text after the end"),
            "{said}"
        );
        assert!(said.len() < 300, "{said}");
    }
}
