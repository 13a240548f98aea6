//! Attribute values: reads them from a tape, with the service's errors, and writes them as text.
//!
//! Owns what a JSON value must satisfy to be an attribute value. Must not know the request around it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::{
    AttributeType, AttributeValue, Bytes, DecimalForm, List, MAX_NESTING, Map, Number, NumberError, Text, set_of,
    sort_by,
};

use super::digits::Digits;
use super::tape::{Node, Token};
use super::writer::Writer;
use crate::reader::Reader;

/// Why a JSON value is not an attribute value. Texts are the service's, observed: value-words, unless noted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueFault {
    /// No type descriptor.
    #[error("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes")]
    Empty,
    /// Two type descriptors.
    #[error(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
    )]
    MoreThanOne,
    /// A Number that is not numeric. Contains the sent text.
    #[error("The parameter cannot be converted to a numeric value{}{}", if .0.is_empty() { "" } else { ": " }, .0)]
    NotNumeric(String),
    /// A Number above the range.
    #[error("Number overflow. Attempting to store a number with magnitude larger than supported range")]
    NumberOverflow,
    /// A Number too close to zero.
    #[error("Number underflow. Attempting to store a number with magnitude smaller than supported range")]
    NumberUnderflow,
    /// A Number with too many digits.
    #[error("Attempting to store more than 38 significant digits in a Number")]
    TooPrecise,
    /// A set without members. Holds the set's type.
    #[error("One or more parameter values were invalid: {}", empty_set(*.0))]
    EmptySet(AttributeType),
    /// A JSON null inside a set. The wording for NS is inferred: null-member, from the one for SS.
    #[error("One or more parameter values were invalid: {}", null_member(*.0))]
    NullMember(AttributeType),
    /// A set with the same member twice. Holds the set's type and its members as sent.
    #[error("{}", duplicates(*kind, &members.join(", ")))]
    Duplicates {
        /// SS, NS or BS.
        kind: AttributeType,
        /// The members.
        members: Vec<String>,
    },
    /// `NULL: false`.
    #[error("One or more parameter values were invalid: Null attribute value types must have the value of true")]
    NullNotTrue,
    /// Nesting deeper than 32 levels. The attribute itself is level 1 (observed: nesting-levels, a value inside 32
    /// lists is refused).
    #[error(
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit"
    )]
    NestingLevels,
    /// An attribute without a name (observed: empty-names, in transactions; the same text in other operations is
    /// inferred: empty-names-elsewhere).
    #[error("Empty attribute name")]
    EmptyName,
    /// An attribute with a name of more than 65,535 bytes (limit documented: limits-item; wording inferred: attribute-name-words).
    #[error("One or more parameter values were invalid: Attribute names must have between 1 and 65535 bytes")]
    LongName,
    /// The JSON is of another kind than the type descriptor requires.
    #[error("Unexpected value type in payload")]
    Mistyped,
}

impl ValueFault {
    /// Returns the error text that this reader of the request uses.
    pub(crate) fn text(&self, reader: Reader) -> String {
        match self {
            Self::Duplicates { kind, members } if reader.is_newer() => duplicates_anew(*kind, members),
            // The service writes the colon even if no text follows (observed: words-by-operation).
            Self::NotNumeric(digits) if digits.is_empty() && reader.is_newer() => format!("{self}: "),
            fault => fault.to_string(),
        }
    }

    /// True for the errors that the single-item writes prefix with `1 validation error detected: `
    /// (observed: validation-envelope).
    pub(crate) fn is_enveloped(&self) -> bool {
        matches!(self, Self::EmptySet(_) | Self::NullNotTrue | Self::NestingLevels) || self.is_of_content()
    }

    /// True for the errors that do not name the expression attribute value (observed: words-by-operation).
    pub(crate) fn is_bare(&self, reader: Reader) -> bool {
        match self {
            Self::Mistyped | Self::NullNotTrue => true,
            // Observed: words-by-operation, of UpdateItem; the same behaviour of PutItem and DeleteItem, whose code is
            // as new, is inferred: bare-writes.
            Self::EmptySet(_) => reader.has_envelope(),
            Self::NestingLevels => !reader.is_second,
            fault => fault.is_of_content() && reader.is_newer(),
        }
    }

    fn is_of_content(&self) -> bool {
        matches!(
            self,
            Self::Duplicates { .. }
                | Self::NotNumeric(_)
                | Self::NumberOverflow
                | Self::NumberUnderflow
                | Self::TooPrecise
        )
    }
}

fn empty_set(kind: AttributeType) -> &'static str {
    match kind {
        // The service's text has the two blanks.
        AttributeType::Ss => "An string set  may not be empty",
        AttributeType::Ns => "An number set  may not be empty",
        _ => "Binary sets should not be empty",
    }
}

fn null_member(kind: AttributeType) -> &'static str {
    match kind {
        AttributeType::Ss => "An string set may not have a null string as a member",
        AttributeType::Ns => "An number set may not have a null number as a member",
        _ => "Binary sets may not contain null or empty values",
    }
}

fn duplicates(kind: AttributeType, members: &str) -> String {
    let prefix = "One or more parameter values were invalid: Input collection";
    match kind {
        AttributeType::Ns => "Input collection contains duplicates".to_owned(),
        AttributeType::Bs => format!("{prefix} [{members}]of type BS contains duplicates."),
        _ => format!("{prefix} [{members}] contains duplicates."),
    }
}

/// The newer text (observed: words-by-operation). It quotes the members and lists those before the first repeat in the
/// set's own order.
fn duplicates_anew(kind: AttributeType, members: &[String]) -> String {
    let order = |text: &String| match kind {
        AttributeType::Bs => STANDARD.decode(text).unwrap_or_default(),
        _ => text.as_bytes().to_vec(),
    };
    let mut distinct = BTreeMap::new();
    let mut rest = members.iter().peekable();
    while let Some(member) = rest.peek() {
        let Entry::Vacant(place) = distinct.entry(order(member)) else {
            break;
        };
        place.insert(*member);
        rest.next();
    }
    let quoted: Vec<String> = distinct
        .into_values()
        .chain(rest)
        .map(|member| format!("\"{member}\""))
        .collect();
    let prefix = "One or more parameter values were invalid: Input collection";
    match kind {
        AttributeType::Ns => format!("{prefix} contains duplicates."),
        AttributeType::Bs => format!("{prefix} [{}]of type BS contains duplicates.", quoted.join(",")),
        _ => format!("{prefix} [{}] contains duplicates.", quoted.join(", ")),
    }
}

impl From<NumberError> for ValueFault {
    fn from(error: NumberError) -> Self {
        match error {
            NumberError::NotNumeric => Self::NotNumeric(String::new()),
            NumberError::Overflow => Self::NumberOverflow,
            NumberError::Underflow => Self::NumberUnderflow,
            NumberError::TooPrecise => Self::TooPrecise,
        }
    }
}

/// An error and the JSON value that causes it.
#[derive(Clone, Debug)]
pub(crate) struct Located<'t> {
    pub(crate) fault: ValueFault,
    pub(crate) node: Node<'t>,
}

impl ValueFault {
    pub(crate) fn at(self, node: Node<'_>) -> Located<'_> {
        Located { fault: self, node }
    }
}

impl Located<'_> {
    /// The error that this reader reports.
    pub(crate) fn found_by(self, reader: Reader) -> Self {
        if reader.is_older() {
            self.counted_in_32_bits()
        } else {
            self
        }
    }

    /// Applies the older code's limit to numbers far out of range. That code counts digits in 32 bits. A larger count
    /// makes the text not numeric, or wraps around (observed: numbers-32-bits).
    pub(crate) fn counted_in_32_bits(self) -> Self {
        let Some(digits) = self.node.text() else { return self };
        let fault = match (&self.fault, DecimalForm::of(digits)) {
            (ValueFault::NumberOverflow | ValueFault::NumberUnderflow, None) => {
                ValueFault::NotNumeric(digits.to_owned())
            }
            (ValueFault::NumberOverflow, Some(form)) => {
                let places = i64::from(form.precision) - i64::from(form.scale);
                if i32::try_from(places).is_ok() {
                    return self;
                } else {
                    ValueFault::NumberUnderflow
                }
            }
            _ => return self,
        };
        Self { fault, ..self }
    }
}

type LocatedResult<'t, T> = Result<T, Located<'t>>;

/// The order in which the service checks the descriptors of a value that has several (observed: several-types).
const LOOKING_ORDER: [AttributeType; 10] = [
    AttributeType::S,
    AttributeType::B,
    AttributeType::N,
    AttributeType::Bool,
    AttributeType::Null,
    AttributeType::Bs,
    AttributeType::Ns,
    AttributeType::Ss,
    AttributeType::L,
    AttributeType::M,
];

fn descriptor(name: &str) -> Option<AttributeType> {
    Some(match name {
        "S" => AttributeType::S,
        "N" => AttributeType::N,
        "B" => AttributeType::B,
        "SS" => AttributeType::Ss,
        "NS" => AttributeType::Ns,
        "BS" => AttributeType::Bs,
        "BOOL" => AttributeType::Bool,
        "NULL" => AttributeType::Null,
        "L" => AttributeType::L,
        "M" => AttributeType::M,
        _ => return None,
    })
}

/// Reads an attribute value such as `{"S":"x"}`. A top-level attribute is at level 0.
pub(crate) fn read_value(node: Node<'_>, level: usize) -> LocatedResult<'_, AttributeValue> {
    if level >= MAX_NESTING {
        return Err(ValueFault::NestingLevels.at(node));
    }
    let mut chosen: Option<(AttributeType, Node<'_>)> = None;
    for (name, content) in node.members() {
        let Some(kind) = descriptor(name).filter(|_| !content.is_null()) else {
            continue;
        };
        if chosen.is_some_and(|(other, _)| other != kind) {
            return Err(ambiguous(node, level));
        }
        chosen = Some((kind, content));
    }
    match chosen {
        Some((kind, content)) => read_content(kind, content, level),
        None if node.is_object() || node.is_null() => Err(ValueFault::Empty.at(node)),
        None => Err(ValueFault::Mistyped.at(node)),
    }
}

/// The error of a value with several descriptors. The first content that is invalid by itself takes precedence
/// (observed: several-types).
fn ambiguous(node: Node<'_>, level: usize) -> Located<'_> {
    LOOKING_ORDER
        .into_iter()
        .filter_map(|kind| Some((kind, node.member(kind.descriptor())?)))
        .find_map(|(kind, content)| read_content(kind, content, level).err())
        .unwrap_or_else(|| ValueFault::MoreThanOne.at(node))
}

fn read_content(kind: AttributeType, node: Node<'_>, level: usize) -> LocatedResult<'_, AttributeValue> {
    Ok(match kind {
        AttributeType::S => AttributeValue::S(Text::from(text(node)?)),
        AttributeType::N => AttributeValue::N(read_number(node)?),
        AttributeType::B => AttributeValue::B(read_bytes(node)?),
        AttributeType::Bool => AttributeValue::Bool(boolean(node).ok_or_else(|| ValueFault::Mistyped.at(node))?),
        AttributeType::Null => match boolean(node) {
            Some(true) => AttributeValue::Null,
            Some(false) => return Err(ValueFault::NullNotTrue.at(node)),
            None => return Err(ValueFault::Mistyped.at(node)),
        },
        AttributeType::Ss => AttributeValue::Ss(read_set(kind, node, |member| Ok(Text::from(text(member)?)))?),
        AttributeType::Ns => AttributeValue::Ns(read_set(kind, node, read_number)?),
        AttributeType::Bs => AttributeValue::Bs(read_set(kind, node, read_bytes)?),
        AttributeType::L => {
            expect(node.is_list(), node)?;
            AttributeValue::L(
                node.elements()
                    .map(|element| read_value(element, level + 1))
                    .collect::<LocatedResult<'_, _>>()?,
            )
        }
        AttributeType::M => AttributeValue::M(read_map(node, level + 1)?),
    })
}

fn expect(fits: bool, node: Node<'_>) -> LocatedResult<'_, ()> {
    if fits {
        Ok(())
    } else {
        Err(ValueFault::Mistyped.at(node))
    }
}

fn text(node: Node<'_>) -> LocatedResult<'_, &str> {
    node.text().ok_or_else(|| ValueFault::Mistyped.at(node))
}

/// A JSON boolean, or one of the strings that the service accepts as a boolean (observed: serialization-words).
pub(crate) fn boolean(node: Node<'_>) -> Option<bool> {
    match node.token() {
        Token::True => Some(true),
        Token::False => Some(false),
        _ => {
            let word = node.text()?;
            let is = |words: [&str; 3]| words.iter().any(|candidate| word.eq_ignore_ascii_case(candidate));
            if is(["true", "1", "yes"]) {
                Some(true)
            } else if is(["false", "0", "no"]) {
                Some(false)
            } else {
                None
            }
        }
    }
}

fn read_number(node: Node<'_>) -> LocatedResult<'_, Number> {
    let digits = text(node)?;
    parse_number(digits).map_err(|fault| fault.at(node))
}

/// Parses a number's text; short integers take a fast path.
pub(crate) fn parse_number(digits: &str) -> Result<Number, ValueFault> {
    let plain = digits.strip_prefix('-').unwrap_or(digits);
    let short = !plain.is_empty() && digits.len() <= 18 && plain.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(whole) = short.then(|| digits.parse::<i64>().ok()).flatten() {
        return Ok(Number::from(whole));
    }
    digits.parse::<Number>().map_err(|error| match error {
        NumberError::NotNumeric => ValueFault::NotNumeric(digits.to_owned()),
        other => other.into(),
    })
}

fn read_bytes(node: Node<'_>) -> LocatedResult<'_, Bytes> {
    let decoded = STANDARD
        .decode(text(node)?)
        .map_err(|_| ValueFault::Mistyped.at(node))?;
    Ok(decoded.into_boxed_slice())
}

fn read_set<'t, T: Ord>(
    kind: AttributeType,
    node: Node<'t>,
    mut member: impl FnMut(Node<'t>) -> LocatedResult<'t, T>,
) -> LocatedResult<'t, List<T>> {
    expect(node.is_list(), node)?;
    let mut members = List::new();
    for element in node.elements() {
        if element.is_null() {
            return Err(ValueFault::NullMember(kind).at(element));
        }
        members.push(member(element)?);
    }
    set_of_kind(kind, node, members).map_err(|fault| fault.at(node))
}

/// The set of these members, which were read from the node. The service returns sets in their own order, regardless of
/// the sent order (observed: set-order).
pub(crate) fn set_of_kind<T: Ord>(
    kind: AttributeType,
    node: Node<'_>,
    members: List<T>,
) -> Result<List<T>, ValueFault> {
    if members.is_empty() {
        return Err(ValueFault::EmptySet(kind));
    }
    set_of(members).ok_or_else(|| {
        let members = node.elements().filter_map(Node::text).map(str::to_owned).collect();
        ValueFault::Duplicates { kind, members }
    })
}

/// The maximum number of unordered names that are inserted one by one. Beyond it, names are sorted first, because such
/// insertions take quadratic time.
const INSERTED_ONE_BY_ONE: usize = 32;

/// Reads names and values, such as an item. If a name repeats, its last value counts.
pub(crate) fn read_map(node: Node<'_>, level: usize) -> LocatedResult<'_, Map> {
    expect(node.is_object(), node)?;
    let count = node.member_count();
    let mut map = Map::with_capacity(count);
    let mut unsorted: Vec<(&str, AttributeValue)> = Vec::new();
    for (name, content) in node.members() {
        check_attribute_name(name).map_err(|fault| fault.at(content))?;
        let value = read_value(content, level)?;
        if count > INSERTED_ONE_BY_ONE {
            unsorted.push((name, value));
        } else {
            map.insert(name, value);
        }
    }
    if unsorted.is_empty() {
        return Ok(map);
    }
    // The sort is stable, so the last of equal names stays last and wins.
    sort_by(&mut unsorted, |(a, _), (b, _)| a.cmp(b));
    for (name, value) in unsorted {
        map.insert(name, value);
    }
    Ok(map)
}

/// Refuses invalid attribute names.
pub(crate) fn check_attribute_name(name: &str) -> Result<(), ValueFault> {
    match name.len() {
        0 => Err(ValueFault::EmptyName),
        1..=65_535 => Ok(()),
        _ => Err(ValueFault::LongName),
    }
}

/// Whether a value at this level nests deeper than the service allows.
pub(crate) fn is_too_deep(node: Node<'_>, level: usize) -> bool {
    level >= MAX_NESTING
        || node.members().any(|(name, content)| match descriptor(name) {
            Some(AttributeType::L) => content.elements().any(|element| is_too_deep(element, level + 1)),
            Some(AttributeType::M) => content.members().any(|(_, value)| is_too_deep(value, level + 1)),
            _ => false,
        })
}

/// Writes a value as the service does: `{"S":"x"}`.
pub(crate) fn write_value(out: &mut Writer, value: &AttributeValue) {
    match value {
        AttributeValue::S(text) => out.typed("{\"S\":", |out| out.string(text)),
        AttributeValue::N(number) => out.typed("{\"N\":", |out| out.quoted_number(number)),
        AttributeValue::B(bytes) => out.typed("{\"B\":", |out| out.bytes(bytes)),
        AttributeValue::Bool(truth) => out.typed("{\"BOOL\":", |out| out.boolean(*truth)),
        AttributeValue::Null => out.typed("{\"NULL\":", |out| out.boolean(true)),
        AttributeValue::Ss(members) => {
            out.typed("{\"SS\":", |out| {
                write_members(out, members, |out, member| out.string(member));
            });
        }
        AttributeValue::Ns(members) => out.typed("{\"NS\":", |out| write_members(out, members, Writer::quoted_number)),
        AttributeValue::Bs(members) => {
            out.typed("{\"BS\":", |out| {
                write_members(out, members, |out, member| out.bytes(member));
            });
        }
        AttributeValue::L(elements) => {
            out.typed("{\"L\":", |out| {
                out.block(|out| write_members(out, elements, write_value));
            });
        }
        AttributeValue::M(map) => out.typed("{\"M\":", |out| out.block(|out| write_map(out, map))),
    }
}

fn write_members<T>(out: &mut Writer, members: &[T], mut write: impl FnMut(&mut Writer, &T)) {
    out.list(|out| {
        for member in members {
            out.element();
            write(out, member);
        }
    });
}

/// Writes names and values as the service does: `{"a":{"S":"x"}}`.
pub(crate) fn write_map(out: &mut Writer, map: &Map) {
    out.object(|out| {
        for (name, value) in map.iter() {
            if !write_plain_member(out, name, value) {
                out.key(name);
                write_value(out, value);
            }
        }
    });
}

/// Writes a common member in one step. Returns false when the member must be written piece by piece.
fn write_plain_member(out: &mut Writer, name: &str, value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => out.plain_member(name, ["\":{\"S\":\"", text, "\"}"]),
        AttributeValue::N(number) => {
            Digits::of(number).is_some_and(|digits| out.plain_member(name, ["\":{\"N\":\"", digits.as_str(), "\"}"]))
        }
        AttributeValue::Bool(true) => out.plain_member(name, ["\":{\"BOOL\":", "true", "}"]),
        AttributeValue::Bool(false) => out.plain_member(name, ["\":{\"BOOL\":", "false", "}"]),
        _ => false,
    }
}
