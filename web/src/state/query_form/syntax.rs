//! Reads the expressions that a form can show: flat chains of simple conditions, and lists of paths.
//!
//! This is not a second expression language. An expression that it cannot read is not an error, but beyond the form.
//! Only the engine checks expressions. Must not know values: placeholders stay placeholders.

use hashrange_values::{Comparator, Path, Step, Text};
use hashrange_wire::ExpressionAttributeNames;
use hashrange_words::t;

use super::{FilterOperator, Join};

/// The maximum nesting of parentheses that is read.
const MAX_PARENTHESES: usize = 16;

/// A condition with its value placeholders.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    /// The tested path.
    pub path: Path,
    /// The test.
    pub operator: FilterOperator,
    /// Placeholders of the values, with their colon.
    pub operands: Vec<String>,
}

/// The reason why an expression is beyond the form.
type Beyond = String;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Name(String),
    Value(String),
    Sign(&'static str),
}

/// Two-character signs come first, so that `<=` is not read as `<`.
const SIGNS: [&str; 12] = ["<>", "<=", ">=", "<", ">", "=", "(", ")", ",", ".", "[", "]"];

fn tokens(text: &str) -> Result<Vec<Token>, Beyond> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            found.push(Token::Sign(sign));
            rest = rest.get(sign.len()..).unwrap_or_default();
        } else {
            let body = rest.get(first.len_utf8()..).unwrap_or_default();
            let length = body
                .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .unwrap_or(body.len());
            let (word, after) = rest.split_at(first.len_utf8() + length);
            found.push(match first {
                '#' => Token::Name(word.to_owned()),
                ':' => Token::Value(word.to_owned()),
                letter if letter.is_ascii_alphanumeric() || letter == '_' => Token::Word(word.to_owned()),
                other => return Err(t!("The form does not support “{other}” in an expression.", other)),
            });
            rest = after;
        }
        rest = rest.trim_start();
    }
    Ok(found)
}

struct TokenReader<'a> {
    tokens: &'a [Token],
    names: &'a ExpressionAttributeNames,
}

/// Reads a chain of conditions joined by one word.
pub(super) fn conditions(text: &str, names: &ExpressionAttributeNames) -> Result<(Join, Vec<Condition>), Beyond> {
    let tokens = tokens(text)?;
    let mut reader = TokenReader { tokens: &tokens, names };
    let (join, found) = reader.chain(0)?;
    reader.end()?;
    Ok((join.unwrap_or_default(), found))
}

/// Reads a list of paths.
pub(super) fn paths(text: &str, names: &ExpressionAttributeNames) -> Result<Vec<Path>, Beyond> {
    let tokens = tokens(text)?;
    let mut reader = TokenReader { tokens: &tokens, names };
    let mut found = vec![reader.path()?];
    while reader.take_sign(",") {
        found.push(reader.path()?);
    }
    reader.end()?;
    Ok(found)
}

impl<'a> TokenReader<'a> {
    fn chain(&mut self, depth: usize) -> Result<(Option<Join>, Vec<Condition>), Beyond> {
        if depth > MAX_PARENTHESES {
            return Err(t!("The form does not show conditions nested this deep.").into());
        }
        let (mut join, mut found) = self.term(depth)?;
        loop {
            let next = if self.take_word("AND") {
                Join::And
            } else if self.take_word("OR") {
                Join::Or
            } else {
                return Ok((join, found));
            };
            let (inner, more) = self.term(depth)?;
            if join.is_some_and(|join| join != next) || inner.is_some_and(|join| join != next) {
                return Err(t!("The form joins all conditions by AND or all by OR, not by both.").into());
            }
            join = Some(next);
            found.extend(more);
        }
    }

    fn term(&mut self, depth: usize) -> Result<(Option<Join>, Vec<Condition>), Beyond> {
        if self.take_sign("(") {
            let inner = self.chain(depth + 1)?;
            self.expect(")")?;
            return Ok(inner);
        }
        Ok((None, vec![self.condition()?]))
    }

    fn condition(&mut self) -> Result<Condition, Beyond> {
        if self.take_word("NOT") {
            let mut inner = self.condition()?;
            inner.operator = match inner.operator {
                FilterOperator::Contains => FilterOperator::NotContains,
                FilterOperator::Exists => FilterOperator::NotExists,
                FilterOperator::NotExists => FilterOperator::Exists,
                _ => return Err(t!("The form supports NOT only before contains.").into()),
            };
            return Ok(inner);
        }
        let function = match self.tokens {
            [Token::Word(word), Token::Sign("("), ..] => Some(word.to_ascii_lowercase()),
            _ => None,
        };
        match function {
            Some(name) => {
                self.skip(2);
                self.function(&name)
            }
            None => self.comparison(),
        }
    }

    fn function(&mut self, name: &str) -> Result<Condition, Beyond> {
        let path = self.path()?;
        let operator = match name {
            "size" => {
                self.expect(")")?;
                let operator = FilterOperator::Size(self.comparator()?);
                return Ok(Condition {
                    path,
                    operator,
                    operands: vec![self.value()?],
                });
            }
            "attribute_exists" => FilterOperator::Exists,
            "attribute_not_exists" => FilterOperator::NotExists,
            "attribute_type" => FilterOperator::IsType,
            "begins_with" => FilterOperator::BeginsWith,
            "contains" => FilterOperator::Contains,
            other => return Err(t!("The form does not support the function {other}.", other)),
        };
        let mut operands = Vec::new();
        if operator.arity() == Some(1) {
            self.expect(",")?;
            operands.push(self.value()?);
        }
        self.expect(")")?;
        Ok(Condition {
            path,
            operator,
            operands,
        })
    }

    fn comparison(&mut self) -> Result<Condition, Beyond> {
        let path = self.path()?;
        if self.take_word("BETWEEN") {
            let first = self.value()?;
            if !self.take_word("AND") {
                return Err(t!("BETWEEN needs AND.").into());
            }
            return Ok(Condition {
                path,
                operator: FilterOperator::Between,
                operands: vec![first, self.value()?],
            });
        }
        if self.take_word("IN") {
            self.expect("(")?;
            let mut operands = vec![self.value()?];
            while self.take_sign(",") {
                operands.push(self.value()?);
            }
            self.expect(")")?;
            return Ok(Condition {
                path,
                operator: FilterOperator::In,
                operands,
            });
        }
        let operator = FilterOperator::Compare(self.comparator()?);
        Ok(Condition {
            path,
            operator,
            operands: vec![self.value()?],
        })
    }

    fn path(&mut self) -> Result<Path, Beyond> {
        let mut path = Path::top(self.name()?);
        loop {
            if self.take_sign(".") {
                path.steps.push(Step::Key(self.name()?));
            } else if self.take_sign("[") {
                let Some(Token::Word(digits)) = self.next() else {
                    return Err(t!("A list index is missing.").into());
                };
                let index = digits
                    .parse()
                    .map_err(|_| t!("“{digits}” is not a list index.", digits))?;
                path.steps.push(Step::Index(index));
                self.expect("]")?;
            } else {
                return Ok(path);
            }
        }
    }

    fn name(&mut self) -> Result<Text, Beyond> {
        match self.next() {
            Some(Token::Name(placeholder)) => self
                .names
                .get(placeholder.as_str())
                .cloned()
                .ok_or_else(|| t!("{placeholder} is not among ExpressionAttributeNames.", placeholder)),
            Some(Token::Word(word)) => Ok(Text::from(word.as_str())),
            _ => Err(t!("The form expects an attribute's path here.").into()),
        }
    }

    fn value(&mut self) -> Result<String, Beyond> {
        match self.next() {
            Some(Token::Value(placeholder)) => Ok(placeholder.clone()),
            _ => Err(t!("The form compares attributes with value placeholders only.").into()),
        }
    }

    fn comparator(&mut self) -> Result<Comparator, Beyond> {
        let sign = match self.next() {
            Some(Token::Sign(sign)) => Comparator::from_symbol(sign),
            _ => None,
        };
        sign.ok_or_else(|| t!("The form expects a comparison here.").into())
    }

    fn next(&mut self) -> Option<&'a Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn skip(&mut self, count: usize) {
        self.tokens = self.tokens.get(count..).unwrap_or_default();
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens.first(), Some(Token::Sign(found)) if *found == sign);
        self.skip(usize::from(found));
        found
    }

    /// Reads a keyword in upper or lower case, as the service does.
    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.tokens.first(), Some(Token::Word(found)) if found.eq_ignore_ascii_case(word));
        self.skip(usize::from(found));
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), Beyond> {
        if self.take_sign(sign) {
            Ok(())
        } else {
            Err(t!("The form expects {sign} here.", sign))
        }
    }

    fn end(&self) -> Result<(), Beyond> {
        if self.tokens.is_empty() {
            Ok(())
        } else {
            Err(t!("The form does not show the rest of the expression.").into())
        }
    }
}
