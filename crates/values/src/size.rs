//! The size of values and items in bytes, for the service's billing and limits.
//!
//! Source: dynamics.md of the project's references, sections 1.1 and 1.2. The formulas are documented: item-sizes, the
//! counting of map keys and the absence of set overhead are observed: item-size-details.

use crate::{AttributeValue, Map};

/// Bytes of a list or a map before its first element (documented: item-sizes).
const DOCUMENT_OVERHEAD: usize = 3;
/// Bytes of each element of a list or map in addition to its content (documented: item-sizes).
const ELEMENT_OVERHEAD: usize = 1;

impl AttributeValue {
    /// Size of the value in bytes, without the attribute's name.
    #[must_use]
    #[inline]
    pub fn size(&self) -> usize {
        match self {
            Self::S(text) => text.len(),
            other => other.size_of_other(),
        }
    }

    /// The size of types other than String. This function is separate because most values are strings.
    fn size_of_other(&self) -> usize {
        match self {
            Self::S(text) => text.len(),
            Self::N(number) => number.size(),
            Self::B(bytes) => bytes.len(),
            Self::Ss(members) => members.iter().map(|member| member.len()).sum(),
            Self::Ns(members) => members.iter().map(|member| member.size()).sum(),
            Self::Bs(members) => members.iter().map(|member| member.len()).sum(),
            Self::Bool(_) | Self::Null => 1,
            Self::L(elements) => {
                DOCUMENT_OVERHEAD
                    + elements
                        .iter()
                        .map(|element| ELEMENT_OVERHEAD + element.size())
                        .sum::<usize>()
            }
            Self::M(map) => DOCUMENT_OVERHEAD + map.iter().map(|_| ELEMENT_OVERHEAD).sum::<usize>() + map.item_size(),
        }
    }
}

impl Map {
    /// Size of an item in bytes: the names and values of its top-level attributes.
    #[must_use]
    pub fn item_size(&self) -> usize {
        self.iter().map(|(name, value)| name.len() + value.size()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_shirt_takes_23_bytes() {
        let item: Map = [
            ("shirt-color", AttributeValue::string("R")),
            ("shirt-size", AttributeValue::string("M")),
        ]
        .into_iter()
        .collect();
        assert_eq!(item.item_size(), 23);
    }

    #[test]
    fn documents_add_three_bytes_and_one_an_element() {
        assert_eq!(AttributeValue::L(thin_vec::thin_vec![]).size(), 3);
        assert_eq!(AttributeValue::M(Map::new()).size(), 3);
        assert_eq!(
            AttributeValue::L(thin_vec::thin_vec![AttributeValue::Null, AttributeValue::string("ab")]).size(),
            3 + 2 + 3
        );
        let map: Map = [("key", AttributeValue::Bool(true))].into_iter().collect();
        assert_eq!(AttributeValue::M(map).size(), 3 + 1 + 3 + 1);
    }
}
