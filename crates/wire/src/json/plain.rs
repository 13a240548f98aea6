//! Plain JSON, the form people type: `{"a":"x","n":1}`.
//!
//! Numbers keep all their digits. Sets and binaries have no plain form: sets go out as lists and binaries as base64
//! strings, the caller is told where, and coming back they take their types from the item as it was. Must not know
//! requests.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::{AttributeType, AttributeValue, Item, List, MAX_NESTING, Map, Path, Step, Text, sort_by};

use super::item::{ItemError, ItemFault};
use super::tape::{Node, Tape, Token, TrailStep};
use super::value::{Located, ValueFault, check_attribute_name, parse_number, set_of_kind};
use super::writer::Writer;

/// An item as plain JSON, and what the text cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainJson {
    /// The JSON, laid out for people.
    pub text: String,
    /// Values whose type the text does not show (sets and binaries), in the order of the text.
    pub lossy: Vec<(Path, AttributeType)>,
}

/// An item as plain JSON.
#[must_use]
pub fn item_to_plain_json(item: &Item) -> PlainJson {
    let mut out = Writer::pretty();
    let mut notes = Notes::default();
    write_map(&mut out, &mut notes, item);
    PlainJson { text: out.finish(), lossy: notes.lossy }
}

/// Where the writer stands, and what it could not say so far.
#[derive(Default)]
struct Notes {
    trail: Vec<Step>,
    lossy: Vec<(Path, AttributeType)>,
}

impl Notes {
    fn note(&mut self, kind: AttributeType) {
        if let Some((Step::Key(attribute), rest)) = self.trail.split_first() {
            let path = Path { attribute: attribute.clone(), steps: rest.to_vec() };
            self.lossy.push((path, kind));
        }
    }
}

fn write_map(out: &mut Writer, notes: &mut Notes, map: &Map) {
    out.object(|out| {
        for (name, value) in map.iter() {
            out.key(name);
            notes.trail.push(Step::Key(name.clone()));
            write_value(out, notes, value);
            notes.trail.pop();
        }
    });
}

fn write_value(out: &mut Writer, notes: &mut Notes, value: &AttributeValue) {
    if let AttributeValue::B(_) | AttributeValue::Ss(_) | AttributeValue::Ns(_) | AttributeValue::Bs(_) = value {
        notes.note(value.attribute_type());
    }
    match value {
        AttributeValue::S(text) => out.string(text),
        AttributeValue::N(number) => out.number(number),
        AttributeValue::B(bytes) => out.bytes(bytes),
        AttributeValue::Bool(truth) => out.boolean(*truth),
        AttributeValue::Null => out.null(),
        AttributeValue::Ss(members) => out.strings(members.iter().map(Text::as_str)),
        AttributeValue::Ns(members) => write_members(out, members, Writer::number),
        AttributeValue::Bs(members) => write_members(out, members, |out, member| out.bytes(member)),
        AttributeValue::M(map) => write_map(out, notes, map),
        AttributeValue::L(elements) => out.list(|out| {
            for (index, element) in elements.iter().enumerate() {
                out.element();
                notes.trail.push(Step::Index(index));
                write_value(out, notes, element);
                notes.trail.pop();
            }
        }),
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

/// Reads an item from plain JSON. Where `like` has a set or a binary, and the JSON fits, it stays one.
///
/// # Errors
/// When the text is not JSON, not an object, or holds a number or set the service would refuse.
pub fn item_from_plain_json(text: &str, like: Option<&Item>) -> Result<Item, ItemError> {
    let tape = Tape::parse(text).map_err(|error| ItemError::syntax(text, error))?;
    item_from_plain_node(text, tape.root(), like)
}

fn item_from_plain_node(text: &str, root: Node<'_>, like: Option<&Item>) -> Result<Item, ItemError> {
    if !root.is_object() {
        return Err(ItemError::new(text, root.offset(), None, ItemFault::NotAnObject));
    }
    read_map(root, like, 0).map_err(|located| {
        let path = path_of(&located.node.trail());
        ItemError::new(text, located.node.offset(), path, ItemFault::Value(located.fault))
    })
}

fn path_of(trail: &[TrailStep<'_>]) -> Option<Path> {
    let (first, rest) = trail.split_first()?;
    let TrailStep::Key(attribute) = *first else { return None };
    let steps = rest.iter().map(|step| match *step {
        TrailStep::Key(name) => Step::Key(name.into()),
        TrailStep::Index(index) => Step::Index(index),
    });
    Some(Path { attribute: attribute.into(), steps: steps.collect() })
}

fn read_map<'t>(node: Node<'t>, like: Option<&Map>, level: usize) -> Result<Map, Located<'t>> {
    let mut entries = Vec::new();
    for (name, content) in node.members() {
        check_attribute_name(name).map_err(|fault| fault.at(content))?;
        let like = like.and_then(|map| map.get(name));
        entries.push((name, read_value(content, like, level)?));
    }
    // Sorted before they are inserted, so that many names do not cost quadratic time; the last of equal names wins.
    sort_by(&mut entries, |(a, _), (b, _)| a.cmp(b));
    Ok(entries.into_iter().collect())
}

fn read_value<'t>(node: Node<'t>, like: Option<&AttributeValue>, level: usize) -> Result<AttributeValue, Located<'t>> {
    if level >= MAX_NESTING {
        return Err(ValueFault::NestingLevels.at(node));
    }
    Ok(match node.token() {
        Token::Null => AttributeValue::Null,
        Token::True => AttributeValue::Bool(true),
        Token::False => AttributeValue::Bool(false),
        Token::Number(digits) => AttributeValue::N(parse_number(digits).map_err(|fault| fault.at(node))?),
        Token::Text(text) => read_text(text, like),
        Token::Object => {
            let like = like.and_then(|value| if let AttributeValue::M(map) = value { Some(map) } else { None });
            AttributeValue::M(read_map(node, like, level + 1)?)
        }
        Token::List => match like.and_then(|like| read_set(node, like)) {
            Some(set) => set.map_err(|fault| fault.at(node))?,
            None => read_list(node, like, level)?,
        },
    })
}

fn read_text(text: &str, like: Option<&AttributeValue>) -> AttributeValue {
    match like {
        Some(AttributeValue::B(_)) => match STANDARD.decode(text) {
            Ok(bytes) => AttributeValue::B(bytes.into_boxed_slice()),
            Err(_) => AttributeValue::string(text),
        },
        _ => AttributeValue::string(text),
    }
}

fn read_list<'t>(node: Node<'t>, like: Option<&AttributeValue>, level: usize) -> Result<AttributeValue, Located<'t>> {
    let like = match like {
        Some(AttributeValue::L(elements)) => elements.as_slice(),
        _ => &[],
    };
    let elements = node.elements().enumerate().map(|(index, element)| read_value(element, like.get(index), level + 1));
    Ok(AttributeValue::L(elements.collect::<Result<_, _>>()?))
}

/// The list as a set of the type the value had, when every element fits that type; `None` where it is a list now.
fn read_set(node: Node<'_>, like: &AttributeValue) -> Option<Result<AttributeValue, ValueFault>> {
    let kind = like.attribute_type();
    match kind {
        AttributeType::Ss => {
            let members = node.elements().map(|element| element.text().map(Text::from)).collect::<Option<List<_>>>()?;
            Some(set_of_kind(kind, node, members).map(AttributeValue::Ss))
        }
        AttributeType::Ns => {
            let digits = node.elements().map(|element| match element.token() {
                Token::Number(digits) => Some(digits),
                _ => None,
            });
            let digits = digits.collect::<Option<Vec<_>>>()?;
            let members = digits.into_iter().map(parse_number).collect::<Result<List<_>, _>>();
            Some(members.and_then(|members| set_of_kind(kind, node, members)).map(AttributeValue::Ns))
        }
        AttributeType::Bs => {
            let decoded = node.elements().map(|element| STANDARD.decode(element.text()?).ok());
            let members = decoded.map(|bytes| Some(bytes?.into_boxed_slice())).collect::<Option<List<_>>>()?;
            Some(set_of_kind(kind, node, members).map(AttributeValue::Bs))
        }
        _ => None,
    }
}
