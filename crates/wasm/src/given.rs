//! Options as serde reads them from JavaScript, strictly.
//!
//! Adds two things to serde-wasm-bindgen, which ignores unknown members, and whose errors name no member: an unknown
//! member is an error, and every error names its option. Must not know which options exist.

use js_sys::{Error, Object, RangeError, Reflect, TypeError};
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_wasm_bindgen::{Deserializer as Plain, Error as Refusal};
use wasm_bindgen::prelude::*;

/// A value and the name of its option.
pub(crate) struct Given {
    name: &'static str,
    value: JsValue,
}

/// Reads a value. `undefined`, `null` and a missing member all become `None`.
///
/// # Errors
/// A `TypeError` or `RangeError` that names the option, or what a getter of the object throws.
pub(crate) fn read<T: DeserializeOwned>(name: &'static str, value: &JsValue) -> Result<T, Error> {
    let given = Given {
        name,
        value: value.clone(),
    };
    T::deserialize(given).map_err(|refusal| JsValue::from(refusal).unchecked_into())
}

impl Given {
    fn plain(self) -> Plain {
        Plain::from(self.value)
    }

    /// The members with these names, from the object or its prototypes.
    fn members(&self, names: &'static [&'static str]) -> Result<Vec<(&'static str, Self)>, JsValue> {
        let Some(object) = self.value.is_object().then(|| self.value.unchecked_ref::<Object>()) else {
            return Err(self.wrong_type("an object"));
        };
        for other in Object::keys(object).iter().filter_map(|name| name.as_string()) {
            if !names.contains(&other.as_str()) {
                let text = format!("there is no option {other}; there are {}", names.join(", "));
                return Err(TypeError::new(&text).into());
            }
        }
        names
            .iter()
            .map(|name| {
                Ok((
                    *name,
                    Self {
                        name,
                        value: Reflect::get(object, &(*name).into())?,
                    },
                ))
            })
            .collect()
    }

    fn wrong_type(&self, wanted: &str) -> JsValue {
        TypeError::new(&format!("{} is {wanted}", self.name)).into()
    }

    fn out_of_range(name: &str, wanted: &str) -> Refusal {
        JsValue::from(RangeError::new(&format!("{name} is {wanted}"))).into()
    }
}

impl<'de> Deserializer<'de> for Given {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.plain().deserialize_any(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.value.as_bool() {
            Some(value) => visitor.visit_bool(value),
            None => Err(self.wrong_type("true or false").into()),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.value.as_f64() {
            Some(value) => visitor.visit_f64(value),
            None => Err(self.wrong_type("a number").into()),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let wanted = "a whole number from 0, below 2^53 as a number, below 2^64 as a bigint";
        let name = self.name;
        self.plain()
            .deserialize_u64(visitor)
            .map_err(|_| Self::out_of_range(name, wanted))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.value.as_string() {
            Some(value) => visitor.visit_string(value),
            None => Err(self.wrong_type("a string").into()),
        }
    }

    /// The name of a variant: variants contain nothing here.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.value.as_string() {
            Some(value) if variants.contains(&value.as_str()) => self.plain().deserialize_enum(name, variants, visitor),
            _ => Err(Self::out_of_range(self.name, &choice(variants))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        if self.value.is_undefined() || self.value.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    /// `serde_wasm_bindgen::preserve` calls this.
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.plain().deserialize_tuple_struct(name, len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_map(MapDeserializer::new(self.members(names)?.into_iter()))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 char str bytes byte_buf unit unit_struct seq tuple map identifier
        ignored_any
    }
}

impl IntoDeserializer<'_, Refusal> for Given {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The names as part of a sentence: `instant, classroom or aws`.
fn choice(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [single] => (*single).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::choice;

    #[test]
    fn names_read_as_a_choice() {
        assert_eq!(choice(&["off", "adaptive", "split"]), "off, adaptive or split");
        assert_eq!((choice(&["on"]), choice(&[])), ("on".to_owned(), String::new()));
    }
}
