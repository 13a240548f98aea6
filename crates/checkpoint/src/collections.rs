//! Containers: options, tuples, lists, maps and sets.
//!
//! A stored length reserves room for a few members only; the list grows as members are read.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use litemap::LiteMap;
use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::{Checkpointed, Damaged, Forms, Reader, Writer};

/// Maximum number of members with reserved room.
const ROOM: usize = 1_024;

impl<T: Checkpointed> Checkpointed for Option<T> {
    fn form(forms: &mut Forms) -> String {
        format!("perhaps {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        if bool::read(bytes)? {
            T::read(bytes).map(Some)
        } else {
            Ok(None)
        }
    }
}

impl<T: Checkpointed> Checkpointed for Box<T> {
    fn form(forms: &mut Forms) -> String {
        T::form(forms)
    }

    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        T::read(bytes).map(Self::new)
    }
}

/// Appends the number of members, and each of them.
pub(crate) fn write_all<'a, T: Checkpointed + 'a>(members: impl ExactSizeIterator<Item = &'a T>, out: &mut Writer) {
    out.varint(members.len() as u64);
    members.for_each(|member| member.write(out));
}

impl<T: Checkpointed> Checkpointed for Vec<T> {
    fn form(forms: &mut Forms) -> String {
        format!("list of {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        write_all(self.iter(), out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let length = bytes.length()?;
        let mut list = Self::with_capacity(length.min(ROOM));
        for _ in 0..length {
            list.push(T::read(bytes)?);
        }
        Ok(list)
    }
}

impl<T: Checkpointed> Checkpointed for ThinVec<T> {
    fn form(forms: &mut Forms) -> String {
        format!("list of {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        write_all(self.iter(), out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        (0..bytes.length()?).map(|_| T::read(bytes)).collect()
    }
}

impl<T: Checkpointed> Checkpointed for SmallVec<[T; 1]> {
    fn form(forms: &mut Forms) -> String {
        format!("list of {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        write_all(self.iter(), out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        (0..bytes.length()?).map(|_| T::read(bytes)).collect()
    }
}

impl<T: Checkpointed> Checkpointed for VecDeque<T> {
    fn form(forms: &mut Forms) -> String {
        format!("list of {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        write_all(self.iter(), out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Vec::read(bytes).map(Self::from)
    }
}

/// Never shared. Shared slices are written as parts.
impl<T: Checkpointed> Checkpointed for Arc<[T]> {
    fn form(forms: &mut Forms) -> String {
        format!("list of {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        write_all(self.iter(), out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Vec::read(bytes).map(Self::from)
    }
}

impl<T: Checkpointed + Ord> Checkpointed for BTreeSet<T> {
    fn form(forms: &mut Forms) -> String {
        format!("list of {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        write_all(self.iter(), out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut set = Self::new();
        for _ in 0..bytes.length()? {
            set.insert(T::read(bytes)?);
        }
        Ok(set)
    }
}

/// Writes every map type as its length and its pairs in order.
macro_rules! maps {
    ($($map:ident),*) => {
        $(impl<K: Checkpointed + Ord, V: Checkpointed> Checkpointed for $map<K, V> {
            fn form(forms: &mut Forms) -> String {
                format!("list of ({}, {})", K::form(forms), V::form(forms))
            }

            fn write(&self, out: &mut Writer) {
                out.varint(self.len() as u64);
                for (key, value) in self {
                    key.write(out);
                    value.write(out);
                }
            }

            fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
                let mut map = Self::new();
                for _ in 0..bytes.length()? {
                    let key = K::read(bytes)?;
                    map.insert(key, V::read(bytes)?);
                }
                Ok(map)
            }
        })*
    };
}

maps!(BTreeMap, LiteMap);

impl<T: Checkpointed + Copy + Default, const N: usize> Checkpointed for [T; N] {
    fn form(forms: &mut Forms) -> String {
        format!("{N} of {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        self.iter().for_each(|member| member.write(out));
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut array = [T::default(); N];
        for member in &mut array {
            *member = T::read(bytes)?;
        }
        Ok(array)
    }
}

impl<A: Checkpointed, B: Checkpointed> Checkpointed for (A, B) {
    fn form(forms: &mut Forms) -> String {
        format!("({}, {})", A::form(forms), B::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok((A::read(bytes)?, B::read(bytes)?))
    }
}

impl<A: Checkpointed, B: Checkpointed, C: Checkpointed> Checkpointed for (A, B, C) {
    fn form(forms: &mut Forms) -> String {
        format!("({}, {}, {})", A::form(forms), B::form(forms), C::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok((A::read(bytes)?, B::read(bytes)?, C::read(bytes)?))
    }
}
