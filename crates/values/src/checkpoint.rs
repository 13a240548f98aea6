//! Items and values in checkpoints. They are the largest part of every checkpoint, so each is read in one step.
//!
//! Reading checks what the rest of the crate relies on: names ascend, and nesting is limited.

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer, variants};

use crate::value::MAX_NESTING;
use crate::{AttributeType, AttributeValue, Bytes, KeyType, List, Map, Number, Text};

/// The maximum of levels that are read. It is larger than the stored maximum.
const LEVELS: usize = MAX_NESTING + 4;

impl Checkpointed for Map {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            AttributeValue::form(forms);
            "list of (name of its place, values.AttributeValue)".to_owned()
        })
    }

    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        for (place, (name, value)) in self.iter().enumerate() {
            out.name(place, name);
            value.write(out);
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let length = bytes.length()?;
        let mut entries: List<(Text, AttributeValue)> = List::with_capacity(length.min(ROOM));
        for place in 0..length {
            let name = bytes.name(place)?;
            if entries
                .last()
                .is_some_and(|(last, _)| last.as_bytes() >= name.as_bytes())
            {
                return Err(Damaged);
            }
            entries.push((name, AttributeValue::read(bytes)?));
        }
        Ok(Self::from_sorted(entries))
    }
}

/// Maximum number of attributes to reserve memory for.
const ROOM: usize = 256;

const TELLING: &str = "byte and then: 0 S text; 1 N values.Number; 2 B bytes; 3 SS list of text; 4 NS list of values.Number; 5 BS \
                       list of bytes; 6 BOOL false; 7 BOOL true; 8 NULL; 9 L list of values.AttributeValue; 10 M values.Map";

impl Checkpointed for AttributeValue {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            Number::form(forms);
            Map::form(forms);
            TELLING.to_owned()
        })
    }

    fn write(&self, out: &mut Writer) {
        match self {
            Self::S(text) => {
                out.byte(0);
                out.bytes(text.as_bytes());
            }
            Self::N(number) => {
                out.byte(1);
                number.write(out);
            }
            Self::B(bytes) => {
                out.byte(2);
                out.bytes(bytes);
            }
            Self::Ss(set) => {
                out.byte(3);
                set.write(out);
            }
            Self::Ns(set) => {
                out.byte(4);
                set.write(out);
            }
            Self::Bs(set) => {
                out.byte(5);
                set.write(out);
            }
            Self::Bool(value) => out.byte(6 + u8::from(*value)),
            Self::Null => out.byte(8),
            Self::L(list) => {
                out.byte(9);
                list.write(out);
            }
            Self::M(map) => {
                out.byte(10);
                map.write(out);
            }
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(match bytes.byte()? {
            0 => Self::S(Text::from(bytes.text()?)),
            1 => Self::N(Number::read(bytes)?),
            2 => Self::B(Bytes::read(bytes)?),
            3 => Self::Ss(List::read(bytes)?),
            4 => Self::Ns(List::read(bytes)?),
            5 => Self::Bs(List::read(bytes)?),
            6 => Self::Bool(false),
            7 => Self::Bool(true),
            8 => Self::Null,
            9 => Self::L(bytes.nested(LEVELS, List::read)?),
            10 => Self::M(bytes.nested(LEVELS, Map::read)?),
            _ => return Err(Damaged),
        })
    }
}

variants!(KeyType { S, N, B });
variants!(AttributeType {
    S,
    N,
    B,
    Ss,
    Ns,
    Bs,
    Bool,
    Null,
    L,
    M
});

#[cfg(test)]
mod tests {
    use hashrange_checkpoint::Arena;
    use proptest::prelude::*;

    use super::*;

    fn value() -> impl Strategy<Value = AttributeValue> {
        let number = (any::<i64>(), -130_i32..80).prop_filter_map("a number", |(digits, exponent)| {
            format!("{digits}e{exponent}").parse::<Number>().ok()
        });
        let leaf = prop_oneof![
            ".{0,40}".prop_map(|text| AttributeValue::S(text.into())),
            number.prop_map(AttributeValue::N),
            prop::collection::vec(any::<u8>(), 0..40).prop_map(|bytes| AttributeValue::B(bytes.into())),
            prop::collection::btree_set("[a-z]{1,9}", 1..5)
                .prop_map(|set| AttributeValue::Ss(set.into_iter().map(Text::from).collect())),
            any::<bool>().prop_map(AttributeValue::Bool),
            Just(AttributeValue::Null),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6)
                    .prop_map(|list| AttributeValue::L(list.into_iter().collect())),
                prop::collection::btree_map("[a-z]{1,20}", inner, 0..6)
                    .prop_map(|map| AttributeValue::M(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn items_are_read_again(items in prop::collection::vec(prop::collection::btree_map("[a-z]{1,3}", value(), 0..6), 1..4)) {
            let items: Vec<Map> = items.into_iter().map(|item| item.into_iter().collect()).collect();
            let mut out = Writer::default();
            items.write(&mut out);
            let bytes = out.take();
            let mut arena = Arena::default();
            prop_assert_eq!(Vec::<Map>::read(&mut Reader::new(&bytes, &mut arena)), Ok(items));
        }
    }

    #[test]
    fn the_ends_of_numbers_are_read_again() {
        for text in [
            "0",
            "-1",
            "9.9999999999999999999999999999999999999E+125",
            "-1E-130",
            "12345678901234567890.5",
            "1e20",
        ] {
            let number: Number = text.parse().expect("a number");
            let mut out = Writer::default();
            number.write(&mut out);
            assert_eq!(
                Number::read(&mut Reader::new(&out.take(), &mut Arena::default())),
                Ok(number)
            );
        }
    }

    /// Reading refuses values beyond the nesting limit and names that do not ascend.
    #[test]
    fn what_is_no_item_is_refused() {
        let nested: Vec<u8> = std::iter::repeat_n([9, 1], 100_000).flatten().collect();
        assert!(AttributeValue::read(&mut Reader::new(&nested, &mut Arena::default())).is_err());
        let names = [2, 2, b'b', 8, 2, b'a', 8];
        assert!(Map::read(&mut Reader::new(&names, &mut Arena::default())).is_err());
    }
}
