//! Prints tests as the text of an expression, with their own placeholders.
//!
//! Must not know the purpose of the text.

use hashrange_expression::{Operand, Test};
use hashrange_values::{AttributeValue, Item, Path, Step, Text};
use litemap::LiteMap;

/// Placeholders so far.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    pub(crate) names: LiteMap<Text, Text>,
    pub(crate) values: Item,
}

impl Printer {
    /// The text of a test; `None` for one that no expression can express.
    pub(crate) fn test(&mut self, test: &Test) -> Option<String> {
        Some(match test {
            Test::And(tests) => self.joined(tests, " AND ")?,
            Test::Or(tests) => self.joined(tests, " OR ")?,
            Test::Not(test) => format!("NOT ({})", self.test(test)?),
            Test::Compare { operator, left, right } => {
                format!("{} {} {}", self.operand(left)?, operator.symbol(), self.operand(right)?)
            }
            Test::Between { subject, lower, upper } => {
                format!(
                    "{} BETWEEN {} AND {}",
                    self.operand(subject)?,
                    self.operand(lower)?,
                    self.operand(upper)?
                )
            }
            Test::In { subject, list } => {
                let subject = self.operand(subject)?;
                let list: Vec<String> = list
                    .iter()
                    .map(|operand| self.operand(operand))
                    .collect::<Option<_>>()?;
                format!("{subject} IN ({})", list.join(", "))
            }
            Test::Exists(operand) => format!("attribute_exists({})", self.operand(operand)?),
            Test::NotExists(operand) => format!("attribute_not_exists({})", self.operand(operand)?),
            Test::HasType { subject, expected } => {
                let kind = AttributeValue::string(expected.descriptor());
                format!("attribute_type({}, {})", self.operand(subject)?, self.value(&kind))
            }
            Test::BeginsWith { subject, prefix } => {
                format!("begins_with({}, {})", self.operand(subject)?, self.operand(prefix)?)
            }
            Test::Contains { subject, element } => {
                format!("contains({}, {})", self.operand(subject)?, self.operand(element)?)
            }
        })
    }

    fn joined(&mut self, tests: &[Test], word: &str) -> Option<String> {
        let each: Vec<String> = tests
            .iter()
            .map(|test| Some(format!("({})", self.test(test)?)))
            .collect::<Option<_>>()?;
        Some(each.join(word))
    }

    fn operand(&mut self, operand: &Operand) -> Option<String> {
        Some(match operand {
            Operand::Path(path) => self.path(path),
            Operand::Value(value) => self.value(value),
            Operand::Size(of) => format!("size({})", self.operand(of)?),
            Operand::Holds(_) => return None,
        })
    }

    fn path(&mut self, path: &Path) -> String {
        let mut text = self.name(&path.attribute);
        for step in &path.steps {
            match step {
                Step::Key(name) => {
                    text.push('.');
                    text.push_str(&self.name(name));
                }
                Step::Index(index) => text.push_str(&format!("[{index}]")),
            }
        }
        text
    }

    /// The placeholder of a name.
    pub(crate) fn name(&mut self, name: &Text) -> String {
        if let Some((placeholder, _)) = self.names.iter().find(|(_, known)| *known == name) {
            return placeholder.to_string();
        }
        let placeholder = format!("#what_if_{}", self.names.len() + 1);
        self.names.insert(Text::from(placeholder.as_str()), name.clone());
        placeholder
    }

    /// The placeholder of a value.
    pub(crate) fn value(&mut self, value: &AttributeValue) -> String {
        let placeholder = format!(":what_if_{}", self.values.len() + 1);
        self.values.insert(placeholder.as_str(), value.clone());
        placeholder
    }
}
