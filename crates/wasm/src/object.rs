//! Plain JavaScript objects, member by member.

use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// An object under construction.
pub(crate) struct PlainObject(Object);

impl PlainObject {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self(Object::new())
    }

    /// One that exists, to be given more members.
    pub(crate) fn over(object: Object) -> Self {
        Self(object)
    }

    /// With a member.
    pub(crate) fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        // Fails for frozen objects only, and nobody has seen this one yet.
        let _ = Reflect::set(&self.0, &name.into(), &value.into());
        self
    }

    /// With a member if there is a value; without it otherwise, so that `in` and spreading do what people expect.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Into<JsValue>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The object, under its TypeScript type.
    pub(crate) fn done<T: JsCast>(self) -> T {
        self.0.unchecked_into()
    }
}
