//! Values: what an attribute can hold, and everything that follows from the value alone.
//!
//! Owns `AttributeValue`, the 38-digit `Number`, `Map` (an item's attributes), document `Path`s, order-preserving key
//! bytes and the size rules. Must not know JSON, tables, or time.

mod key;
mod map;
mod number;
mod path;
mod size;
mod value;

pub use compact_str::CompactString as Text;
pub use key::{KeyType, escape_key_bytes, key_bytes, key_bytes_len};
pub use map::{Item, Map};
pub use number::{DecimalForm, Number, NumberError};
pub use path::{Path, Step};
pub use value::{AttributeType, AttributeValue, Bytes, MAX_NESTING};
