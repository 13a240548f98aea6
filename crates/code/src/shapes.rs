//! The shapes of requests: the members of every structure with their types, from AWS's models (`shapes.txt`).
//!
//! Must not know requests or languages. `tests/code/shapes.py` writes the file, and the stage `code` compares both.

/// One structure or set of words a line: `Name member:type …`, or `=Name WORD …`. Codes of types are in [`Type::of`].
/// A `!` after a name means that Rust's builder of the structure can fail.
const TABLE: &str = include_str!("shapes.txt");

/// The end of the names of the structures of requests.
const INPUT: &str = "Input";

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A string.
    Text,
    /// A boolean.
    Bool,
    /// A number of 32 bits.
    Int,
    /// A number of 64 bits.
    Long,
    /// A floating-point number.
    Real,
    /// A time, in seconds since 1970.
    Time,
    /// Bytes.
    Blob,
    /// An attribute value.
    Attribute,
    /// A word of the set with this name.
    Word(&'static str),
    /// The structure with this name.
    Structure(&'static str),
    /// A list of elements of the type with this code.
    List(&'static str),
    /// A map from strings to values of the type with this code.
    Map(&'static str),
}

impl Type {
    /// The type with this code.
    pub(crate) fn of(code: &'static str) -> Self {
        let rest = code.get(1..).unwrap_or_default();
        match code.as_bytes().first() {
            Some(b'b' | b'B') => Self::Bool,
            Some(b'i' | b'I') => Self::Int,
            Some(b'l') => Self::Long,
            Some(b'd') => Self::Real,
            Some(b't') => Self::Time,
            Some(b'x') => Self::Blob,
            Some(b'a') => Self::Attribute,
            Some(b'=') => Self::Word(rest),
            Some(b'.') => Self::Structure(rest),
            Some(b'[') => Self::List(rest),
            Some(b'{') => Self::Map(rest),
            _ => Self::Text,
        }
    }
}

/// The rest of the line that begins with the name.
fn line(name: &str) -> Option<&'static str> {
    let rest = |line: &'static str| {
        line.strip_prefix(name)
            .filter(|rest| rest.is_empty() || rest.starts_with([' ', '!']))
    };
    TABLE.lines().find_map(rest)
}

/// The structure of an operation's requests.
pub(crate) fn input(operation: &str) -> Option<Type> {
    let name = TABLE.lines().find_map(|line| {
        let rest = line.strip_prefix(operation)?.strip_prefix(INPUT)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| line.get(..operation.len() + INPUT.len()))?
    })?;
    Some(Type::Structure(name))
}

/// The operations that have requests.
pub(crate) fn inputs() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter_map(|line| {
        let name = line.split(' ').next()?;
        name.strip_suffix(INPUT)
    })
}

/// The members of a structure, with their types.
pub(crate) fn members(structure: Type) -> impl Iterator<Item = (&'static str, Type)> {
    let line = match structure {
        Type::Structure(name) => line(name),
        _ => None,
    };
    let members = line.unwrap_or_default().split(' ');
    members.filter_map(|member| {
        let (name, code) = member.split_once(':')?;
        Some((name, Type::of(code)))
    })
}

/// The type of a member of a structure or attribute value, and whether Go has a plain value there and no pointer.
pub(crate) fn member(structure: Type, name: &str) -> Option<(Type, bool)> {
    let structure = match structure {
        Type::Structure(name) => name,
        Type::Attribute => "AttributeValue",
        _ => return None,
    };
    line(structure)?.split(' ').find_map(|member| {
        let code = member.strip_prefix(name)?.strip_prefix(':')?;
        Some((Type::of(code), code.starts_with(['B', 'I'])))
    })
}

/// Whether Rust's builder of the structure can fail.
pub(crate) fn can_fail(structure: &str) -> bool {
    TABLE
        .lines()
        .any(|line| line.strip_prefix(structure).is_some_and(|rest| rest.starts_with('!')))
}

/// Whether the set of this name has the word, and the word is one that every library names by its letters.
pub(crate) fn is_named_word(set: &str, word: &str) -> bool {
    let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    is_plain
        && TABLE.lines().any(|line| {
            let words = line
                .strip_prefix('=')
                .and_then(|line| line.strip_prefix(set)?.strip_prefix(' '));
            words.is_some_and(|words| words.split(' ').any(|one| one == word))
        })
}
