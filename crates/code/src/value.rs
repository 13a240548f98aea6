//! A request as values with types: a JSON tree seen by the shape of its operation.
//!
//! Must not know languages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::sort_by;
use hashrange_wire::{JsonContent, JsonTree};

use crate::reason::Reason;
use crate::shapes::{self, Type};

/// A value that was checked: the tree is of the type.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    /// Its type.
    pub(crate) of: Type,
    tree: &'a JsonTree,
}

/// A value with its name: a member of a structure, or an entry of a map.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    /// The name.
    pub(crate) name: &'a str,
    /// The value.
    pub(crate) value: Value<'a>,
    /// Whether Go has a plain value here, and no pointer.
    pub(crate) is_plain: bool,
}

/// The content of a value.
pub(crate) enum Content<'a> {
    /// A text or a word.
    Text(&'a str),
    /// A boolean.
    Bool(bool),
    /// The digits of a number or of a time.
    Number(&'a str),
    /// Bytes, in base64.
    Bytes(&'a str),
    /// The elements of a list.
    List(Vec<Value<'a>>),
    /// The entries of a map.
    Map(Vec<Named<'a>>),
    /// The members of a structure. An attribute value has one, which its type names.
    Structure(Vec<Named<'a>>),
}

impl<'a> Value<'a> {
    /// The value of a tree.
    ///
    /// # Errors
    /// When the tree is not of the type.
    pub(crate) fn read(of: Type, name: &str, tree: &'a JsonTree) -> Result<Self, Reason> {
        let mut reason = None;
        check(of, name, tree, &mut reason);
        reason.map_or(Ok(Self { of, tree }), Err)
    }

    /// The content.
    pub(crate) fn content(self) -> Content<'a> {
        match (self.of, &self.tree.content) {
            (Type::Map(_), _) => Content::Map(self.named()),
            (Type::Blob, JsonContent::Text(text)) => Content::Bytes(text),
            (_, JsonContent::Text(text)) => Content::Text(text),
            (_, JsonContent::Bool(truth)) => Content::Bool(*truth),
            (_, JsonContent::Number(digits)) => Content::Number(digits),
            (_, JsonContent::List(_)) => Content::List(self.elements()),
            _ => Content::Structure(self.named()),
        }
    }

    /// The members of a structure, or the entries of a map.
    pub(crate) fn named(self) -> Vec<Named<'a>> {
        let mut named = Vec::new();
        for (name, tree) in last_of_each(self.tree) {
            let (of, is_plain) = match self.of {
                Type::Map(code) => (Type::of(code), false),
                of => shapes::member(of, name).unwrap_or((Type::Text, false)),
            };
            let value = Self { of, tree };
            named.push(Named { name, value, is_plain });
        }
        named
    }

    /// The elements of a list.
    pub(crate) fn elements(self) -> Vec<Self> {
        let Type::List(code) = self.of else {
            return Vec::new();
        };
        let of = Type::of(code);
        self.tree.elements().iter().map(|tree| Self { of, tree }).collect()
    }

    /// The member of a structure with this name.
    pub(crate) fn member(self, name: &str) -> Option<Self> {
        let (of, _) = shapes::member(self.of, name)?;
        self.tree.member(name).map(|tree| Self { of, tree })
    }

    /// The text of a member; empty without it.
    pub(crate) fn text(self, name: &str) -> &'a str {
        self.tree.member(name).and_then(JsonTree::text).unwrap_or_default()
    }

    /// Whether a member of the structure is true.
    pub(crate) fn is_on(self, name: &str) -> bool {
        self.tree.member(name).and_then(JsonTree::truth) == Some(true)
    }

    /// The elements of the list of this name; none without it.
    pub(crate) fn list(self, name: &str) -> Vec<Self> {
        self.member(name).map_or(Vec::new(), Self::elements)
    }

    /// The type of an attribute value, and its content.
    pub(crate) fn attribute(self) -> Option<(&'a str, Self)> {
        let first = *self.named().first().filter(|_| self.of == Type::Attribute)?;
        Some((first.name, first.value))
    }

    /// The texts of a list, or the text.
    pub(crate) fn texts(self) -> Vec<&'a str> {
        self.tree
            .text()
            .into_iter()
            .chain(self.tree.elements().iter().filter_map(JsonTree::text))
            .collect()
    }

    /// Whether the value, or one within it, has the property.
    pub(crate) fn has(self, property: &dyn Fn(Self) -> bool) -> bool {
        property(self)
            || self.elements().into_iter().any(|element| element.has(property))
            || self.named().into_iter().any(|named| named.value.has(property))
    }
}

/// The members of an object without nulls, and the last of those with the same name, as the service reads them.
fn last_of_each(tree: &JsonTree) -> Vec<(&str, &JsonTree)> {
    let members = tree.members();
    let mut order: Vec<usize> = (0..members.len()).collect();
    let name = |place: usize| members.get(place).map_or("", |(name, _)| name.as_str());
    let is_null = |place: usize| {
        members
            .get(place)
            .is_none_or(|(_, member)| member.content == JsonContent::Null)
    };
    order.retain(|place| !is_null(*place));
    sort_by(&mut order, |a, b| name(*a).cmp(name(*b)));
    // The sort is stable, so the last of a name is before the next name.
    let mut last = vec![false; members.len()];
    for (at, place) in order.iter().enumerate() {
        let next = order.get(at + 1).copied();
        if let Some(is_last) = last.get_mut(*place) {
            *is_last = next.is_none_or(|next| name(next) != name(*place));
        }
    }
    let mut found = Vec::new();
    for ((name, member), is_last) in members.iter().zip(last) {
        if is_last {
            found.push((name.as_str(), member));
        }
    }
    found
}

#[cold]
#[inline(never)]
fn refuse(reason: &mut Option<Reason>, name: &str, tree: &JsonTree, expected: &'static str) {
    let (line, name) = (tree.line, name.to_owned());
    reason.get_or_insert(if expected.is_empty() {
        Reason::Member { line, name }
    } else {
        Reason::Kind { line, name, expected }
    });
}

/// Notes the first value that is not of its type. The reader of JSON limits the depth.
fn check(of: Type, name: &str, tree: &JsonTree, reason: &mut Option<Reason>) {
    let text = tree.text();
    let digits = match &tree.content {
        JsonContent::Number(digits) => Some(digits.as_str()),
        _ => None,
    };
    let (is_right, expected) = match of {
        Type::Text | Type::Word(_) => (text.is_some(), "a string"),
        Type::Bool => (matches!(tree.content, JsonContent::Bool(_)), "true or false"),
        Type::Blob => (
            text.is_some_and(|text| STANDARD.decode(text).is_ok()),
            "bytes in base64",
        ),
        Type::Int => (
            digits.is_some_and(|it| it.parse::<i32>().is_ok()),
            "a whole number of 32 bits",
        ),
        Type::Long => (
            digits.is_some_and(|it| it.parse::<i64>().is_ok()),
            "a whole number of 64 bits",
        ),
        Type::Real => (digits.is_some(), "a number"),
        Type::Time => (
            digits.and_then(milliseconds).is_some(),
            "a number of seconds since 1970",
        ),
        Type::List(_) => (matches!(tree.content, JsonContent::List(_)), "a list"),
        Type::Map(_) | Type::Structure(_) => (matches!(tree.content, JsonContent::Object(_)), "an object"),
        Type::Attribute => {
            let members = last_of_each(tree);
            let is_known = members
                .first()
                .is_some_and(|(name, _)| shapes::member(of, name).is_some());
            let expected = "an attribute value with one type, such as {\"S\": \"text\"}";
            (members.len() == 1 && is_known, expected)
        }
    };
    if !is_right {
        return refuse(reason, name, tree, expected);
    }
    if let Type::List(code) = of {
        for element in tree.elements() {
            check(Type::of(code), name, element, reason);
        }
    }
    if matches!(of, Type::Map(_) | Type::Structure(_) | Type::Attribute) {
        for (name, tree) in last_of_each(tree) {
            match (of, shapes::member(of, name)) {
                (Type::Map(code), _) => check(Type::of(code), name, tree, reason),
                (_, Some((of, _))) => check(of, name, tree, reason),
                _ => refuse(reason, name, tree, ""),
            }
        }
    }
}

/// The milliseconds of a number of seconds, as digits. `None` for a number with an exponent, and before 1970.
pub(crate) fn milliseconds(seconds: &str) -> Option<String> {
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let mut digits = String::from(whole);
    digits.push_str(fraction.get(..3).unwrap_or(fraction));
    while digits.len() < whole.len() + 3 {
        digits.push('0');
    }
    let is_short = whole.len() <= 12 && fraction.bytes().chain(whole.bytes()).all(|byte| byte.is_ascii_digit());
    let digits = digits.trim_start_matches('0');
    is_short.then(|| if digits.is_empty() { "0" } else { digits }.to_owned())
}

/// The bytes of a checked text in base64.
pub(crate) fn bytes(base64: &str) -> Vec<u8> {
    STANDARD.decode(base64).unwrap_or_default()
}
