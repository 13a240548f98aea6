//! Conditions of the model: a separate tree, written as an expression and evaluated by brute force.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::value::{Attributes, elements, order, parts, same, texts};

/// A condition or filter.
#[derive(Clone, Debug)]
pub enum Condition {
    /// An attribute compared with a value: `=`, `<>`, `<`, `<=`, `>` or `>=`.
    Compare(Path, &'static str, Value),
    /// Two attributes, compared.
    CompareTwo(Path, &'static str, Path),
    /// Between two ordered values of one type.
    Between(Path, Value, Value),
    /// One of several values.
    In(Path, Vec<Value>),
    /// `attribute_exists`.
    Exists(Path),
    /// `attribute_not_exists`.
    NotExists(Path),
    /// `attribute_type`.
    Type(Path, &'static str),
    /// `begins_with`.
    BeginsWith(Path, Value),
    /// `contains`.
    Contains(Path, Value),
    /// The size compared with a number.
    Size(Path, &'static str, i64),
    /// Both are true.
    And(Box<Condition>, Box<Condition>),
    /// At least one is true.
    Or(Box<Condition>, Box<Condition>),
    /// It is false.
    Not(Box<Condition>),
}

/// An attribute, or a member of a map in an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The attribute.
    pub attribute: String,
    /// The member of its map.
    pub member: Option<String>,
}

impl Path {
    /// A complete attribute.
    #[must_use]
    pub fn top(attribute: &str) -> Self {
        Self {
            attribute: attribute.to_owned(),
            member: None,
        }
    }

    /// The value at the path.
    #[must_use]
    pub fn find<'v>(&self, item: &'v Attributes) -> Option<&'v Value> {
        let value = item.get(&self.attribute)?;
        match &self.member {
            None => Some(value),
            Some(member) => value.get("M")?.get(member),
        }
    }
}

/// An expression that is being written. Collects its placeholders.
#[derive(Clone, Debug, Default)]
pub struct Placeholders {
    names: Map<String, Value>,
    values: Map<String, Value>,
    /// The parameters of a statement, which has question marks for values and contains names in full.
    parameters: Option<Vec<Value>>,
}

impl Placeholders {
    /// Placeholders for a statement.
    #[must_use]
    pub fn of_statement() -> Self {
        Self {
            parameters: Some(Vec::new()),
            ..Self::default()
        }
    }

    /// A placeholder for a value.
    pub fn value(&mut self, value: &Value) -> String {
        if let Some(parameters) = &mut self.parameters {
            parameters.push(value.clone());
            return "?".to_owned();
        }
        let name = format!(":v{}", self.values.len());
        self.values.insert(name.clone(), value.clone());
        name
    }

    /// A path. Every other attribute uses a placeholder.
    pub fn path(&mut self, path: &Path) -> String {
        if self.parameters.is_some() {
            let names: Vec<String> = [Some(&path.attribute), path.member.as_ref()]
                .into_iter()
                .flatten()
                .map(|name| format!("\"{name}\""))
                .collect();
            return names.join(".");
        }
        let attribute = if path.attribute.len().is_multiple_of(2) {
            path.attribute.clone()
        } else {
            self.name(&path.attribute)
        };
        match &path.member {
            None => attribute,
            Some(member) => format!("{attribute}.{}", self.name(member)),
        }
    }

    fn name(&mut self, name: &str) -> String {
        let placeholder = format!("#{name}");
        self.names.insert(placeholder.clone(), json!(name));
        placeholder
    }

    /// Adds the placeholders to a request.
    pub fn put_into(self, request: &mut Value) {
        if !self.names.is_empty() {
            request["ExpressionAttributeNames"] = Value::Object(self.names);
        }
        if !self.values.is_empty() {
            request["ExpressionAttributeValues"] = Value::Object(self.values);
        }
        if let Some(parameters) = self.parameters.filter(|parameters| !parameters.is_empty()) {
            request["Parameters"] = Value::Array(parameters);
        }
    }
}

impl Condition {
    /// The expression.
    pub fn write(&self, out: &mut Placeholders) -> String {
        match self {
            Self::Compare(path, operator, value) => format!("{} {operator} {}", out.path(path), out.value(value)),
            Self::CompareTwo(one, operator, other) => format!("{} {operator} {}", out.path(one), out.path(other)),
            Self::Between(path, low, high) => {
                format!("{} BETWEEN {} AND {}", out.path(path), out.value(low), out.value(high))
            }
            Self::In(path, values) => {
                let path = out.path(path);
                let values: Vec<String> = values.iter().map(|value| out.value(value)).collect();
                format!("{path} IN ({})", values.join(", "))
            }
            Self::Exists(path) => format!("attribute_exists({})", out.path(path)),
            Self::NotExists(path) => format!("attribute_not_exists({})", out.path(path)),
            Self::Type(path, kind) => {
                format!(
                    "attribute_type({}, {})",
                    out.path(path),
                    out.value(&json!({ "S": kind }))
                )
            }
            Self::BeginsWith(path, value) => format!("begins_with({}, {})", out.path(path), out.value(value)),
            Self::Contains(path, value) => format!("contains({}, {})", out.path(path), out.value(value)),
            Self::Size(path, operator, number) => {
                format!(
                    "size({}) {operator} {}",
                    out.path(path),
                    out.value(&json!({ "N": number.to_string() }))
                )
            }
            // Adds parentheses around everything except a single leaf, because double parentheses are refused.
            Self::And(one, other) => format!("{} AND {}", one.grouped(out), other.grouped(out)),
            Self::Or(one, other) => format!("{} OR {}", one.grouped(out), other.grouped(out)),
            Self::Not(inner) => format!("NOT {}", inner.grouped(out)),
        }
    }

    fn grouped(&self, out: &mut Placeholders) -> String {
        let text = self.write(out);
        if matches!(self, Self::And(..) | Self::Or(..) | Self::Not(_)) {
            format!("({text})")
        } else {
            text
        }
    }

    /// Whether it is true for an item.
    #[must_use]
    pub fn holds(&self, item: &Attributes) -> bool {
        match self {
            Self::Compare(path, operator, value) => compare(path.find(item), operator, Some(value)),
            Self::CompareTwo(one, operator, other) => compare(one.find(item), operator, other.find(item)),
            Self::Between(path, low, high) => path.find(item).is_some_and(|value| {
                order(value, low).is_some_and(Ordering::is_ge) && order(value, high).is_some_and(Ordering::is_le)
            }),
            Self::In(path, values) => path
                .find(item)
                .is_some_and(|value| values.iter().any(|candidate| same(value, candidate))),
            Self::Exists(path) => path.find(item).is_some(),
            Self::NotExists(path) => path.find(item).is_none(),
            Self::Type(path, kind) => path.find(item).is_some_and(|value| parts(value).0 == *kind),
            Self::BeginsWith(path, start) => path.find(item).is_some_and(|value| begins_with(value, start)),
            Self::Contains(path, wanted) => path.find(item).is_some_and(|value| contains(value, wanted)),
            // A value without a size compares like a missing one.
            Self::Size(path, operator, number) => match path.find(item).and_then(size) {
                Some(size) => ordered(size.cmp(number), operator),
                None => *operator == "<>",
            },
            Self::And(one, other) => one.holds(item) && other.holds(item),
            Self::Or(one, other) => one.holds(item) || other.holds(item),
            Self::Not(inner) => !inner.holds(item),
        }
    }
}

/// Whether two values compare in this way. A missing value is unequal to every value and has no order.
#[must_use]
pub fn compare(one: Option<&Value>, operator: &str, other: Option<&Value>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return operator == "<>";
    };
    match operator {
        "=" => same(one, other),
        "<>" => !same(one, other),
        operator => order(one, other).is_some_and(|found| ordered(found, operator)),
    }
}

fn ordered(found: Ordering, operator: &str) -> bool {
    match operator {
        "=" => found.is_eq(),
        "<>" => found.is_ne(),
        "<" => found.is_lt(),
        "<=" => found.is_le(),
        ">" => found.is_gt(),
        _ => found.is_ge(),
    }
}

/// Whether a string or binary starts with another.
#[must_use]
pub fn begins_with(value: &Value, start: &Value) -> bool {
    match (parts(value), parts(start)) {
        (("S", value), ("S", start)) => value.as_str().unwrap_or("").starts_with(start.as_str().unwrap_or("")),
        (("B", value), ("B", start)) => {
            let bytes = |content: &Value| super::value::decode(content.as_str().unwrap_or(""));
            bytes(value).starts_with(&bytes(start))
        }
        _ => false,
    }
}

fn contains(value: &Value, wanted: &Value) -> bool {
    match (parts(value), parts(wanted)) {
        (("S", value), ("S", part)) => value.as_str().unwrap_or("").contains(part.as_str().unwrap_or("")),
        (("SS", set), ("S", member)) | (("NS", set), ("N", member)) => {
            texts(set).any(|text| Some(text) == member.as_str())
        }
        (("L", list), _) => elements(list).any(|element| same(element, wanted)),
        _ => false,
    }
}

fn size(value: &Value) -> Option<i64> {
    let (kind, content) = parts(value);
    let size = match kind {
        // As on the service, the size of a string counts UTF-16 code units here.
        "S" => content.as_str()?.encode_utf16().count(),
        "B" => super::value::decode(content.as_str()?).len(),
        "SS" | "NS" | "BS" | "L" => content.as_array()?.len(),
        "M" => content.as_object()?.len(),
        _ => return None,
    };
    i64::try_from(size).ok()
}
