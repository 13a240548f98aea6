//! Reads expressions: operators by their precedence, values, and the ways into them.
//!
//! Must not know bodies.

use super::cursor::{Cursor, Place};
use super::tree::{Call, Expression, Form, HclFault, Key, Step};
use hashrange_values::real;

/// The operators between two operands, from the weakest to the strongest. A longer one precedes its beginning.
const OPERATORS: [&[&str]; 6] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'t> Cursor<'t> {
    /// Reads an expression, after white space.
    pub(super) fn expression(&mut self) -> Result<Expression<'t>, HclFault> {
        self.deeper(|cursor| {
            cursor.space();
            let start = cursor.place();
            let condition = cursor.operation(0)?;
            cursor.space();
            if !cursor.eat("?") {
                return Ok(condition);
            }
            let yes = cursor.expression()?;
            cursor.need(":")?;
            let no = cursor.expression()?;
            Ok(cursor.made(start, Form::Conditional(Box::new([condition, yes, no]))))
        })
    }

    /// The expression from a place to here, without white space at its end.
    fn made(&self, start: Place, form: Form<'t>) -> Expression<'t> {
        Expression {
            line: start.line,
            text: self.since(start).trim(),
            form,
        }
    }

    /// Reads operands with operators of this strength, and of stronger ones.
    fn operation(&mut self, strength: usize) -> Result<Expression<'t>, HclFault> {
        let Some(operators) = OPERATORS.get(strength) else {
            return self.operand();
        };
        let start = self.place();
        let mut left = self.operation(strength + 1)?;
        loop {
            self.space();
            let next = operators.iter().find(|operator| self.rest().starts_with(**operator));
            let Some(operator) = next else {
                return Ok(left);
            };
            self.skip(operator.len());
            self.count_operator()?;
            self.space();
            let right = self.operation(strength + 1)?;
            left = self.made(start, Form::Binary(operator, Box::new([left, right])));
        }
    }

    /// Reads a value with the way into it, or the sign before one.
    fn operand(&mut self) -> Result<Expression<'t>, HclFault> {
        let start = self.place();
        if let Some(sign) = self.peek().filter(|sign| matches!(sign, '-' | '!')) {
            self.skip(1);
            self.space();
            let operand = self.deeper(Self::operand)?;
            return Ok(self.made(start, Form::Unary(sign, Box::new(operand))));
        }
        let form = self.term()?;
        let value = self.made(start, form);
        let mut steps = Vec::new();
        while let Some(step) = self.step()? {
            steps.push(step);
        }
        if steps.is_empty() {
            return Ok(value);
        }
        Ok(self.made(start, Form::Traversal(Box::new(value), steps)))
    }

    fn term(&mut self) -> Result<Form<'t>, HclFault> {
        match self.peek() {
            Some('"') => self.quoted(),
            Some('<') if self.rest().starts_with("<<") => self.heredoc(),
            Some('(') => {
                self.skip(1);
                let inner = self.between(true, Self::expression)?;
                self.between(true, |cursor| cursor.need(")"))?;
                Ok(Form::Parenthesis(Box::new(inner)))
            }
            Some('[') => {
                self.skip(1);
                self.between(true, Self::list)
            }
            Some('{') => {
                self.skip(1);
                self.object()
            }
            Some('0'..='9') => self.number(),
            _ => self.word(),
        }
    }

    /// A number. Its digits have no zeros at the start, as in JSON.
    fn number(&mut self) -> Result<Form<'t>, HclFault> {
        let start = self.place();
        let is_digit = |letter: char| letter.is_ascii_digit();
        self.run(is_digit);
        let fraction = self.rest().strip_prefix('.').and_then(|rest| rest.chars().next());
        if fraction.is_some_and(is_digit) {
            self.skip(1);
            self.run(is_digit);
        }
        if self.rest().starts_with(['e', 'E']) {
            self.skip(1);
            if self.rest().starts_with(['+', '-']) {
                self.skip(1);
            }
            if self.run(is_digit).is_empty() {
                return Err(self.fault("an exponent"));
            }
        }
        let digits = self.since(start);
        let whole = digits.trim_start_matches('0');
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Form::Number(if whole.is_empty() { "0" } else { whole }.to_owned()));
        }
        let number = real(digits).filter(|number| number.is_finite());
        let number = number.ok_or_else(|| self.fault("a smaller number"))?;
        Ok(Form::Number(number.to_string()))
    }

    /// A name: of a constant, a function or a variable.
    fn word(&mut self) -> Result<Form<'t>, HclFault> {
        let mut name = self.name().ok_or_else(|| self.fault("a value"))?;
        let mut is_plain = true;
        while self.eat("::") {
            name = self.name().ok_or_else(|| self.fault("the name of a function"))?;
            is_plain = false;
        }
        if self.eat("(") {
            let (arguments, are_plain) = self.between(true, Self::arguments)?;
            let is_plain = is_plain && are_plain;
            return Ok(Form::Call(Call {
                name,
                arguments,
                is_plain,
            }));
        }
        Ok(match name {
            "null" => Form::Null,
            "true" | "false" => Form::Bool(name == "true"),
            _ => Form::Variable(name),
        })
    }

    /// Arguments to the closing parenthesis, and whether none of them is a list that stands for several.
    fn arguments(&mut self) -> Result<(Vec<Expression<'t>>, bool), HclFault> {
        let mut arguments = Vec::new();
        let mut is_plain = true;
        loop {
            self.space();
            if self.eat(")") {
                return Ok((arguments, is_plain));
            }
            arguments.push(self.expression()?);
            self.space();
            is_plain &= !self.eat("...");
            self.space();
            if !self.eat(",") {
                self.need(")")?;
                return Ok((arguments, is_plain));
            }
        }
    }

    fn list(&mut self) -> Result<Form<'t>, HclFault> {
        if self.is_for() {
            return self.for_expression("]");
        }
        let mut elements = Vec::new();
        loop {
            self.space();
            if self.eat("]") {
                return Ok(Form::List(elements));
            }
            elements.push(self.expression()?);
            self.space();
            if !self.eat(",") {
                self.need("]")?;
                return Ok(Form::List(elements));
            }
        }
    }

    /// An object. Its members end with a comma or a line end.
    fn object(&mut self) -> Result<Form<'t>, HclFault> {
        if self.is_for() {
            return self.between(true, |cursor| cursor.for_expression("}"));
        }
        self.between(false, |cursor| {
            let mut members = Vec::new();
            loop {
                cursor.blank();
                if cursor.eat("}") {
                    return Ok(Form::Object(members));
                }
                members.push(cursor.member()?);
                cursor.space();
                if !cursor.eat(",") && !matches!(cursor.peek(), Some('\n' | '}')) {
                    return Err(cursor.fault("`,`, `}` or the end of the line"));
                }
            }
        })
    }

    fn member(&mut self) -> Result<(Key<'t>, Expression<'t>), HclFault> {
        let key = self.expression()?;
        let key = match key.form {
            Form::Variable(name) => Key::Name(name),
            Form::Null | Form::Bool(_) => Key::Name(key.text),
            _ => Key::Computed(key),
        };
        self.space();
        if !self.eat("=") && !self.eat(":") {
            return Err(self.fault("`=` or `:`"));
        }
        Ok((key, self.expression()?))
    }

    /// Whether a `for` expression is next.
    fn is_for(&mut self) -> bool {
        let start = self.place();
        self.blank();
        let is_for = self.name() == Some("for") && {
            self.blank();
            self.name().is_some()
        };
        self.back_to(start);
        is_for
    }

    /// Reads over a `for` expression and its closing bracket.
    fn for_expression(&mut self, end: &str) -> Result<Form<'t>, HclFault> {
        self.space();
        self.name();
        self.for_intro()?;
        self.need(":")?;
        self.expression()?;
        self.space();
        if self.eat("=>") {
            self.expression()?;
            self.space();
            self.eat("...");
            self.space();
        }
        if self.rest().starts_with("if") {
            self.name();
            self.expression()?;
        }
        self.need(end)?;
        Ok(Form::For)
    }

    /// Reads over the names and the values of a `for`.
    pub(super) fn for_intro(&mut self) -> Result<(), HclFault> {
        loop {
            self.space();
            self.name().ok_or_else(|| self.fault("a name"))?;
            self.space();
            if !self.eat(",") {
                break;
            }
        }
        self.need("in")?;
        self.expression().map(drop)
    }

    /// A step into the value before, if one is next.
    fn step(&mut self) -> Result<Option<Step<'t>>, HclFault> {
        let start = self.place();
        self.space();
        if self.rest().starts_with("...") {
            self.back_to(start);
            return Ok(None);
        }
        if self.eat("[") {
            return self.between(true, |cursor| {
                cursor.space();
                let step = if cursor.eat("*") {
                    Step::Splat
                } else {
                    Step::Index(cursor.expression()?)
                };
                cursor.need("]")?;
                Ok(Some(step))
            });
        }
        if !self.eat(".") {
            self.back_to(start);
            return Ok(None);
        }
        if self.eat("*") {
            return Ok(Some(Step::Splat));
        }
        let digits = self.run(|letter| letter.is_ascii_digit());
        if !digits.is_empty() {
            return Ok(Some(Step::Name(digits)));
        }
        let name = self.name().ok_or_else(|| self.fault("the name of a part"))?;
        Ok(Some(Step::Name(name)))
    }
}
