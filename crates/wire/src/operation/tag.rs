//! Tags. The refusals of invalid tags have their own texts (observed: tags-seen).

use hashrange_values::first_repeat;

use super::body_member::Value;
use crate::constraint::{Kind, Member, Structure};
use crate::error::SettingError;
use crate::json::request::members::{elements, invalid, list, needed, string};
use crate::json::{Node, Writer, objects};
use crate::reader::Reader;
use crate::rejection::Rejection;

/// The maximum lengths of a tag's key and value, in characters (documented: tag-limits).
const MOST_KEY_CHARACTERS: usize = 128;
const MOST_VALUE_CHARACTERS: usize = 256;

/// A name and a value attached to a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    /// The name, unique on its table.
    pub key: String,
    /// The value; may be empty.
    pub value: String,
}

hashrange_checkpoint::fields!(Tag { key, value });

pub(super) const TAGS: Member = Member::optional("Tags", Kind::List(&TAG_KIND));
static TAG_KIND: Kind = Kind::Structure(&TAG);
static TAG: Structure = Structure {
    class: "Tag",
    members: &[
        Member::optional("Key", Kind::Text),
        Member::optional("Value", Kind::Text),
    ],
};

/// Reads tags one by one, in the order of the request. One invalid tag refuses all of them (observed: tags-seen).
impl Value for Vec<Tag> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        if reader.is_of_responses {
            return list(node, tag_of_response);
        }
        let mut tags = Self::new();
        let mut elements = elements(node)?.map(tag);
        let refused = loop {
            match elements.next() {
                Some(Ok(tag)) => tags.push(tag),
                Some(Err(refused)) => break Some(refused),
                None => break None,
            }
        };
        // A repeated key before an invalid tag is refused first.
        let keys: Vec<&String> = tags.iter().map(|tag| &tag.key).collect();
        if let Some(key) = first_repeat(&keys).and_then(|at| keys.get(at)) {
            return Err(invalid(SettingError::TagTwice((*key).clone())));
        }
        refused.map_or(Ok(tags), Err)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, tag| {
            out.text_member("Key", &tag.key);
            out.text_member("Value", &tag.value);
        });
    }
}

/// Reads a tag of a response, which no rule refuses.
fn tag_of_response(node: Node<'_>) -> Result<Tag, Rejection> {
    Ok(Tag {
        key: string(needed(node, "Key")?)?,
        value: node.member("Value").map(string).transpose()?.unwrap_or_default(),
    })
}

fn tag(node: Node<'_>) -> Result<Tag, Rejection> {
    let value = node.member("Value").map(string).transpose()?;
    let key = match node.member("Key") {
        Some(node) => tag_key(node)?,
        None => return Err(invalid(SettingError::TagKey("null".to_owned()))),
    };
    let value = value.ok_or_else(|| invalid(SettingError::TagValue("null".to_owned())))?;
    if value.chars().count() > MOST_VALUE_CHARACTERS || !is_tag_text(&value) {
        return Err(invalid(SettingError::TagValue(value)));
    }
    Ok(Tag { key, value })
}

/// Reads the key of a tag.
pub(super) fn tag_key(node: Node<'_>) -> Result<String, Rejection> {
    let key = string(node)?;
    let length = key.chars().count();
    if length == 0 || length > MOST_KEY_CHARACTERS || !is_tag_text(&key) {
        return Err(invalid(SettingError::TagKey(key)));
    }
    if key.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("aws:")) {
        return Err(invalid(SettingError::TagReserved(key)));
    }
    Ok(key)
}

/// Whether the text has only letters and digits of any script, blanks, and a few signs (observed: tags-seen).
fn is_tag_text(text: &str) -> bool {
    text.chars()
        .all(|character| character.is_alphanumeric() || character.is_whitespace() || "+-=._:/@".contains(character))
}
