//! Plain JSON, the form that people type: `{"a":"x","n":1}`.
//!
//! Numbers keep all their digits. Sets and binaries have no plain form: sets become lists, and binaries become base64
//! strings. The writer reports their paths. The reader takes their types from the previous item. With marks, as in
//! files, such values are DynamoDB JSON inside the plain JSON. Must not know requests.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::{AttributeType, AttributeValue, Item, List, MAX_NESTING, Map, Path, Step, Text, sort_by};

use super::item::{ItemError, ItemFault};
use super::tape::{Node, Tape, Token, TrailStep};
use super::value::{self, Located, ValueFault, check_attribute_name, parse_number, set_of_kind};
use super::writer::Writer;

/// An item as plain JSON, and the information that the text loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainJson {
    /// The JSON in the pretty layout.
    pub text: String,
    /// Values whose type the text does not show (sets and binaries), in the order of the text.
    pub lossy: Vec<(Path, AttributeType)>,
}

/// Writes an item as plain JSON.
#[must_use]
pub fn item_to_plain_json(item: &Item) -> PlainJson {
    let mut out = Writer::pretty();
    let mut notes = Notes::default();
    write_map(&mut out, &mut notes, item);
    PlainJson {
        text: out.finish(),
        lossy: notes.lossy,
    }
}

/// Writes an item as plain JSON on one line, without loss. Values without a plain form are in DynamoDB JSON:
/// `{"a":"x","tags":{"SS":["new"]}}`. A map that would read as such a value is also in DynamoDB JSON: a map whose
/// single member is named `B`, `SS`, `NS`, `BS` or `M` (model).
#[must_use]
pub fn item_to_marked_json(item: &Item) -> String {
    let mut out = Writer::compact();
    write_map(
        &mut out,
        &mut Notes {
            marked: true,
            ..Notes::default()
        },
        item,
    );
    out.finish()
}

/// The types that plain JSON marks. The map type marks a map that would otherwise read as a mark.
const MARKED: [AttributeType; 5] = [
    AttributeType::B,
    AttributeType::Ss,
    AttributeType::Ns,
    AttributeType::Bs,
    AttributeType::M,
];

fn is_mark(name: &str) -> bool {
    MARKED.iter().any(|kind| kind.descriptor() == name)
}

/// Whether a value needs a mark.
fn needs_mark(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::B(_) | AttributeValue::Ss(_) | AttributeValue::Ns(_) | AttributeValue::Bs(_) => true,
        AttributeValue::M(map) => map.len() == 1 && map.iter().all(|(name, _)| is_mark(name)),
        _ => false,
    }
}

/// The value of an object that is a mark. The only member of a mark has the name of a type and a value of that type.
fn read_mark(node: Node<'_>, level: usize) -> Option<AttributeValue> {
    let mut members = node.members();
    let (name, _) = members.next()?;
    let is_mark = is_mark(name) && members.next().is_none();
    is_mark.then(|| value::read_value(node, level).ok()).flatten()
}

/// The writer's position, and the values without a plain form so far.
#[derive(Default)]
struct Notes {
    /// Whether values without a plain form are marked.
    marked: bool,
    trail: Vec<Step>,
    lossy: Vec<(Path, AttributeType)>,
}

impl Notes {
    fn note(&mut self, kind: AttributeType) {
        if let Some((Step::Key(attribute), rest)) = self.trail.split_first() {
            let path = Path {
                attribute: attribute.clone(),
                steps: rest.to_vec(),
            };
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
    if notes.marked && needs_mark(value) {
        return value::write_value(out, value);
    }
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

/// Reads an item from plain JSON. A set or binary in `like` keeps its type if the JSON fits.
///
/// # Errors
/// When the text is not JSON, not an object, or contains a number or set that the service would refuse.
pub fn item_from_plain_json(text: &str, like: Option<&Item>) -> Result<Item, ItemError> {
    read_item(text, Forms { like, marked: false })
}

/// Reads an item from plain JSON, with or without the marks of [`item_to_marked_json`].
///
/// # Errors
/// As [`item_from_plain_json`].
pub fn item_from_marked_json(text: &str) -> Result<Item, ItemError> {
    read_item(
        text,
        Forms {
            like: None,
            marked: true,
        },
    )
}

/// The inputs besides the JSON that decide a value's type: the previous value, and marks.
struct Forms<'l, T> {
    like: Option<&'l T>,
    marked: bool,
}

impl<T> Clone for Forms<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Forms<'_, T> {}

impl<'l, T> Forms<'l, T> {
    /// The same inputs for a part of the value.
    fn part<P>(self, part: impl FnOnce(&'l T) -> Option<&'l P>) -> Forms<'l, P> {
        Forms {
            like: self.like.and_then(part),
            marked: self.marked,
        }
    }
}

fn read_item(text: &str, forms: Forms<'_, Map>) -> Result<Item, ItemError> {
    let tape = Tape::parse(text).map_err(|error| ItemError::syntax(text, error))?;
    let root = tape.root();
    if !root.is_object() {
        return Err(ItemError::new(text, root.offset(), None, ItemFault::NotAnObject));
    }
    read_map(root, forms, 0).map_err(|located| {
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
    Some(Path {
        attribute: attribute.into(),
        steps: steps.collect(),
    })
}

fn read_map<'t>(node: Node<'t>, forms: Forms<'_, Map>, level: usize) -> Result<Map, Located<'t>> {
    let mut entries = Vec::new();
    for (name, content) in node.members() {
        check_attribute_name(name).map_err(|fault| fault.at(content))?;
        entries.push((name, read_value(content, forms.part(|map| map.get(name)), level)?));
    }
    // The entries are sorted before insertion, so that many names do not take quadratic time. The last of equal names
    // wins.
    sort_by(&mut entries, |(a, _), (b, _)| a.cmp(b));
    Ok(entries.into_iter().collect())
}

fn read_value<'t>(
    node: Node<'t>,
    forms: Forms<'_, AttributeValue>,
    level: usize,
) -> Result<AttributeValue, Located<'t>> {
    if level >= MAX_NESTING {
        return Err(ValueFault::NestingLevels.at(node));
    }
    Ok(match node.token() {
        Token::Null => AttributeValue::Null,
        Token::True => AttributeValue::Bool(true),
        Token::False => AttributeValue::Bool(false),
        Token::Number(digits) => AttributeValue::N(parse_number(digits).map_err(|fault| fault.at(node))?),
        Token::Text(text) => read_text(text, forms.like),
        Token::Object => match forms.marked.then(|| read_mark(node, level)).flatten() {
            Some(value) => value,
            None => {
                let map = forms.part(|value| {
                    if let AttributeValue::M(map) = value {
                        Some(map)
                    } else {
                        None
                    }
                });
                AttributeValue::M(read_map(node, map, level + 1)?)
            }
        },
        Token::List => match forms.like.and_then(|like| read_set(node, like)) {
            Some(set) => set.map_err(|fault| fault.at(node))?,
            None => read_list(node, forms, level)?,
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

fn read_list<'t>(
    node: Node<'t>,
    forms: Forms<'_, AttributeValue>,
    level: usize,
) -> Result<AttributeValue, Located<'t>> {
    let elements = node.elements().enumerate().map(|(index, element)| {
        let element_forms = forms.part(|like| match like {
            AttributeValue::L(elements) => elements.get(index),
            _ => None,
        });
        read_value(element, element_forms, level + 1)
    });
    Ok(AttributeValue::L(elements.collect::<Result<_, _>>()?))
}

/// Reads the list as a set of the previous type, if every element fits that type; `None` if it is now a list.
fn read_set(node: Node<'_>, like: &AttributeValue) -> Option<Result<AttributeValue, ValueFault>> {
    let kind = like.attribute_type();
    match kind {
        AttributeType::Ss => {
            let members = node
                .elements()
                .map(|element| element.text().map(Text::from))
                .collect::<Option<List<_>>>()?;
            Some(set_of_kind(kind, node, members).map(AttributeValue::Ss))
        }
        AttributeType::Ns => {
            let digits = node.elements().map(|element| match element.token() {
                Token::Number(digits) => Some(digits),
                _ => None,
            });
            let digits = digits.collect::<Option<Vec<_>>>()?;
            let members = digits.into_iter().map(parse_number).collect::<Result<List<_>, _>>();
            Some(
                members
                    .and_then(|members| set_of_kind(kind, node, members))
                    .map(AttributeValue::Ns),
            )
        }
        AttributeType::Bs => {
            let decoded = node.elements().map(|element| STANDARD.decode(element.text()?).ok());
            let members = decoded
                .map(|bytes| Some(bytes?.into_boxed_slice()))
                .collect::<Option<List<_>>>()?;
            Some(set_of_kind(kind, node, members).map(AttributeValue::Bs))
        }
        _ => None,
    }
}
