//! Values with a JSON form: what the page keeps with a workspace, and files of its own.
//!
//! The forms are those that serde_json gives the same types, so that what earlier builds wrote stays readable. They share
//! one reader and one writer of JSON: a generic one for each type is several times the code. Must not know what is kept.

use hashrange_values::{AttributeType, Comparator, real};

use super::tree::{JsonContent, JsonTree};
use crate::operation::Operation;

/// A value with a JSON form.
pub trait JsonForm: Sized {
    /// The value as JSON.
    fn to_tree(&self) -> JsonTree;

    /// The value of JSON.
    ///
    /// # Errors
    /// The name of the member that is missing or does not fit; empty for the value itself.
    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str>;

    /// Its JSON.
    fn to_json(&self) -> String {
        self.to_tree().to_json()
    }

    /// The value of a JSON text; `None` if it has another form.
    fn of_json(text: &str) -> Option<Self> {
        Self::of_tree(&JsonTree::parse(text).ok()?).ok()
    }
}

impl JsonForm for String {
    fn to_tree(&self) -> JsonTree {
        JsonTree::from(self.as_str())
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        tree.text().map(str::to_owned).ok_or("")
    }
}

impl JsonForm for bool {
    fn to_tree(&self) -> JsonTree {
        JsonTree::from(*self)
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        tree.truth().ok_or("")
    }
}

fn digits_of(tree: &JsonTree) -> &str {
    match &tree.content {
        JsonContent::Number(digits) => digits,
        _ => "",
    }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl JsonForm for $number {
            fn to_tree(&self) -> JsonTree {
                JsonContent::Number(self.to_string()).into()
            }

            fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
                digits_of(tree).parse().map_err(|_| "")
            }
        }
    )*};
}

whole_numbers!(u16 u32 u64 usize);

impl JsonForm for f64 {
    fn to_tree(&self) -> JsonTree {
        if self.is_finite() {
            // With a decimal point, as serde_json writes it.
            JsonContent::Number(format!("{self:?}")).into()
        } else {
            JsonTree::default()
        }
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        real(digits_of(tree)).ok_or("")
    }
}

impl<T: JsonForm> JsonForm for Option<T> {
    fn to_tree(&self) -> JsonTree {
        self.as_ref().map(T::to_tree).unwrap_or_default()
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        match tree.content {
            JsonContent::Null => Ok(None),
            _ => T::of_tree(tree).map(Some),
        }
    }
}

impl<T: JsonForm> JsonForm for Vec<T> {
    fn to_tree(&self) -> JsonTree {
        let elements: Vec<JsonTree> = self.iter().map(T::to_tree).collect();
        elements.into()
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        let JsonContent::List(elements) = &tree.content else {
            return Err("");
        };
        let mut read = Self::new();
        for element in elements {
            read.push(T::of_tree(element)?);
        }
        Ok(read)
    }
}

impl<A: JsonForm, B: JsonForm> JsonForm for (A, B) {
    fn to_tree(&self) -> JsonTree {
        vec![self.0.to_tree(), self.1.to_tree()].into()
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        match tree.elements() {
            [first, second] => Ok((A::of_tree(first)?, B::of_tree(second)?)),
            _ => Err(""),
        }
    }
}

impl JsonForm for Operation {
    fn to_tree(&self) -> JsonTree {
        JsonTree::from(self.name())
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        tree.text().and_then(Self::from_name).ok_or("")
    }
}

/// Reads a member. A missing one is null.
///
/// # Errors
/// Its name, or that of a member of it.
pub fn member_of_tree<T: JsonForm>(tree: &JsonTree, name: &'static str) -> Result<T, &'static str> {
    let null = JsonTree::default();
    let member = tree.member(name).unwrap_or(&null);
    T::of_tree(member).map_err(|inner| if inner.is_empty() { name } else { inner })
}

/// Reads a member into its place. A missing one changes nothing.
///
/// # Errors
/// As [`member_of_tree`].
pub fn place_of_tree<T: JsonForm>(tree: &JsonTree, name: &'static str, place: &mut T) -> Result<(), &'static str> {
    if tree.member(name).is_some() {
        *place = member_of_tree(tree, name)?;
    }
    Ok(())
}

/// Gives a struct the form of an object with its fields as members. Fields after `default` may be missing: they have
/// their type's default. With `default` first, a struct has its own default for every missing field. Fields after `skip`
/// are no members, and `then` names a method that completes what was read. `field as word` names the member otherwise.
#[macro_export]
macro_rules! json_members {
    (@word $field:ident) => { stringify!($field) };
    (@word $field:ident $word:ident) => { stringify!($word) };
    ($name:ident default { $($field:ident $(as $word:ident)?),* $(,)? } $(then $complete:ident)?) => {
        impl $crate::JsonForm for $name {
            fn to_tree(&self) -> $crate::JsonTree {
                $crate::json_members!(@write self $([$field $($word)?])*)
            }

            fn of_tree(tree: &$crate::JsonTree) -> Result<Self, &'static str> {
                let mut read = Self::default();
                $($crate::place_of_tree(tree, $crate::json_members!(@word $field $($word)?), &mut read.$field)?;)*
                $(read.$complete();)?
                Ok(read)
            }
        }
    };
    (
        $name:ident { $($field:ident $(as $word:ident)?),* $(,)? }
        $(default { $($missing:ident $(as $missing_word:ident)?),* $(,)? })?
        $(skip { $($skipped:ident),* })?
    ) => {
        impl $crate::JsonForm for $name {
            fn to_tree(&self) -> $crate::JsonTree {
                $crate::json_members!(@write self $([$field $($word)?])* $($([$missing $($missing_word)?])*)?)
            }

            fn of_tree(tree: &$crate::JsonTree) -> Result<Self, &'static str> {
                #[allow(unused_mut)]
                let mut read = Self {
                    $($field: $crate::member_of_tree(tree, $crate::json_members!(@word $field $($word)?))?,)*
                    $($($missing: Default::default(),)*)?
                    $($($skipped: Default::default(),)*)?
                };
                $($(
                    let word = $crate::json_members!(@word $missing $($missing_word)?);
                    $crate::place_of_tree(tree, word, &mut read.$missing)?;
                )*)?
                Ok(read)
            }
        }
    };
    (@write $this:ident $([$field:ident $($word:ident)?])*) => {
        $crate::JsonTree::object(vec![
            $(($crate::json_members!(@word $field $($word)?), $crate::JsonForm::to_tree(&$this.$field)),)*
        ])
    };
}

/// Gives an enum without data the form of its variant's name.
#[macro_export]
macro_rules! json_words {
    ($name:ident { $($variant:ident),* $(,)? }) => {
        impl $crate::JsonForm for $name {
            fn to_tree(&self) -> $crate::JsonTree {
                $crate::JsonTree::from(match self { $(Self::$variant => stringify!($variant),)* })
            }

            fn of_tree(tree: &$crate::JsonTree) -> Result<Self, &'static str> {
                match tree.text() {
                    $(Some(stringify!($variant)) => Ok(Self::$variant),)*
                    _ => Err(""),
                }
            }
        }
    };
}

json_words!(Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual
});
json_words!(AttributeType {
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
    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Inner {
        words: Vec<String>,
        pair: (u32, bool),
    }
    json_members!(Inner default { words, pair });

    #[derive(Debug, PartialEq)]
    struct Outer {
        kind: AttributeType,
        inner: Option<Inner>,
        late: u64,
    }
    json_members!(Outer { kind, inner } default { late });

    #[derive(Debug, PartialEq)]
    struct Renamed {
        units: f64,
        workers: u32,
    }
    json_members!(Renamed { units } default { workers as lanes });

    fn read(text: &str) -> Result<Outer, &'static str> {
        Outer::of_tree(&JsonTree::parse(text).expect("JSON"))
    }

    #[test]
    fn a_member_may_have_another_word_than_its_field() {
        let value = Renamed { units: 2.0, workers: 3 };
        assert_eq!(value.to_json(), r#"{"units":2.0,"lanes":3}"#);
        assert_eq!(Renamed::of_json(r#"{"lanes":3,"units":2}"#), Some(value));
        assert_eq!(Renamed::of_json(r#"{"lanes":3,"units":"2"}"#), None);
        assert_eq!(
            f64::of_json("1e400").map(|units| units.to_json()),
            Some("null".to_owned())
        );
    }

    #[test]
    fn a_text_of_another_form_is_none() {
        assert_eq!(u16::of_json("65535"), Some(u16::MAX));
        assert_eq!(u16::of_json("65536"), None);
        assert_eq!(Vec::<bool>::of_json("[true"), None);
        assert_eq!(Option::<String>::of_json("null"), Some(None));
    }

    #[test]
    fn a_value_comes_back_and_missing_members_have_defaults() {
        let value = Outer {
            kind: AttributeType::Ss,
            inner: Some(Inner {
                words: vec!["a".to_owned(), "\"".to_owned()],
                pair: (7, true),
            }),
            late: u64::MAX,
        };
        let text = value.to_tree().to_json();
        assert_eq!(
            text,
            r#"{"kind":"Ss","inner":{"words":["a","\""],"pair":[7,true]},"late":18446744073709551615}"#
        );
        assert_eq!(read(&text), Ok(value));
        let bare = read(r#"{"kind":"N","inner":{},"unknown":[]}"#);
        assert_eq!(
            bare,
            Ok(Outer {
                kind: AttributeType::N,
                inner: Some(Inner::default()),
                late: 0
            })
        );
    }

    #[test]
    fn the_member_that_does_not_fit_is_named() {
        assert_eq!(read("{}"), Err("kind"));
        assert_eq!(read(r#"{"kind":"X"}"#), Err("kind"));
        assert_eq!(read(r#"{"kind":"S","inner":{"pair":[1]}}"#), Err("pair"));
        assert_eq!(read(r#"{"kind":"S","late":-1}"#), Err("late"));
        assert_eq!(read(r#"{"kind":"S","late":1.5}"#), Err("late"));
        assert_eq!(read("[]"), Err("kind"));
    }
}
