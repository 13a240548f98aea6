//! The attribute value: one of the ten types an attribute can have.
//!
//! Sets keep the order they were written in (a set has no order of its own, and echoing the caller's is the least
//! surprising), but compare without order. That a set is non-empty and free of duplicates is checked where values
//! enter, in `wire`, because the refusal is worded there.

use crate::{List, Map, Number, Text, sort};

/// Raw bytes of a Binary value.
pub type Bytes = Box<[u8]>;

/// Levels of lists and maps an attribute may have (documented: 32). A scalar inside 31 of them is accepted, inside 32 it
/// is refused (observed).
pub const MAX_NESTING: usize = 32;

/// A value of an attribute.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum AttributeValue {
    /// String, UTF-8.
    S(Text),
    /// Number, up to 38 significant digits.
    N(Number),
    /// Binary.
    B(Bytes),
    /// String set, in ascending order of UTF-8 bytes. Sets are kept in their own order (observed).
    Ss(List<Text>),
    /// Number set, in ascending order.
    Ns(List<Number>),
    /// Binary set, in ascending order of bytes.
    Bs(List<Bytes>),
    /// Boolean.
    Bool(bool),
    /// Null. The service only knows `NULL: true`.
    Null,
    /// List of values of any types.
    L(List<AttributeValue>),
    /// Map of names to values of any types.
    M(Map),
}

/// The type of an attribute value, without the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum AttributeType {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
    /// String set.
    Ss,
    /// Number set.
    Ns,
    /// Binary set.
    Bs,
    /// Boolean.
    Bool,
    /// Null.
    Null,
    /// List.
    L,
    /// Map.
    M,
}

impl AttributeType {
    /// All ten types in the order the service's documentation lists them.
    pub const ALL: [Self; 10] =
        [Self::S, Self::N, Self::B, Self::Ss, Self::Ns, Self::Bs, Self::Bool, Self::Null, Self::L, Self::M];

    /// The type descriptor used on the wire: `S`, `N`, `B`, `SS`, `NS`, `BS`, `BOOL`, `NULL`, `L`, `M`.
    #[must_use]
    pub fn descriptor(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::L => "L",
            Self::M => "M",
        }
    }

    /// The type with this wire descriptor, if there is one.
    #[must_use]
    pub fn from_descriptor(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.descriptor() == text)
    }
}

impl AttributeValue {
    /// The type of this value.
    #[must_use]
    pub fn attribute_type(&self) -> AttributeType {
        match self {
            Self::S(_) => AttributeType::S,
            Self::N(_) => AttributeType::N,
            Self::B(_) => AttributeType::B,
            Self::Ss(_) => AttributeType::Ss,
            Self::Ns(_) => AttributeType::Ns,
            Self::Bs(_) => AttributeType::Bs,
            Self::Bool(_) => AttributeType::Bool,
            Self::Null => AttributeType::Null,
            Self::L(_) => AttributeType::L,
            Self::M(_) => AttributeType::M,
        }
    }

    /// A String value.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self::S(Text::from(text))
    }

    /// Levels of lists and maps below this value: 0 for a scalar or set, 1 for a list of scalars.
    ///
    /// Bounded by construction: the wire decoder refuses deeper values before they exist.
    #[must_use]
    pub fn nesting(&self) -> usize {
        match self {
            Self::L(elements) => 1 + elements.iter().map(Self::nesting).max().unwrap_or(0),
            Self::M(map) => 1 + map.iter().map(|(_, value)| value.nesting()).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// Equality as conditions and index differences see it: sets ignore order, lists keep it (observed).
impl PartialEq for AttributeValue {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::S(a), Self::S(b)) => a == b,
            (Self::N(a), Self::N(b)) => a == b,
            (Self::B(a), Self::B(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Null, Self::Null) => true,
            (Self::L(a), Self::L(b)) => a == b,
            (Self::M(a), Self::M(b)) => a == b,
            (Self::Ss(a), Self::Ss(b)) => same_members(a, b),
            (Self::Ns(a), Self::Ns(b)) => same_members(a, b),
            (Self::Bs(a), Self::Bs(b)) => same_members(a, b),
            _ => false,
        }
    }
}

impl Eq for AttributeValue {}

fn same_members<T: Ord>(a: &[T], b: &[T]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let (mut a, mut b): (Vec<&T>, Vec<&T>) = (a.iter().collect(), b.iter().collect());
    sort(&mut a);
    sort(&mut b);
    a == b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_compare_without_order_and_lists_with_it() {
        let set = |members: &[&str]| AttributeValue::Ss(members.iter().map(|m| Text::from(*m)).collect());
        assert_eq!(set(&["a", "b"]), set(&["b", "a"]));
        assert_ne!(set(&["a", "b"]), set(&["a", "c"]));
        let list = |members: &[&str]| AttributeValue::L(members.iter().map(|m| AttributeValue::string(m)).collect());
        assert_ne!(list(&["a", "b"]), list(&["b", "a"]));
    }

    #[test]
    fn descriptors_round_trip() {
        for kind in AttributeType::ALL {
            assert_eq!(AttributeType::from_descriptor(kind.descriptor()), Some(kind));
        }
        assert_eq!(AttributeType::from_descriptor("X"), None);
    }

    #[test]
    fn nesting_counts_levels_below() {
        let inner = AttributeValue::L(thin_vec::thin_vec![AttributeValue::Null]);
        let mut map = Map::new();
        map.insert("a", inner);
        assert_eq!(AttributeValue::M(map).nesting(), 2);
        assert_eq!(AttributeValue::Null.nesting(), 0);
    }

    #[test]
    fn a_value_stays_small() {
        assert!(size_of::<AttributeValue>() <= 24);
    }
}
