//! Values: the content of an attribute, and everything that depends on the value alone.
//!
//! Owns `AttributeValue`, the 38-digit `Number`, `Map` (an item's attributes), document `Path`s, order-preserving key
//! bytes and the size rules. Must not know JSON, tables, or time.

mod attribute_type;
mod checkpoint;
mod comparator;
mod key;
mod number;
mod order;
mod path;
mod real;
mod set;
mod size;
mod value;

pub use attribute_type::AttributeType;
pub use compact_str::CompactString as Text;
pub use comparator::Comparator;
pub use key::{KeyType, escape_key_bytes, key_bytes, key_bytes_len};
pub use number::{DecimalForm, Number, NumberError, single_text};
pub use order::{first_repeat, has_duplicates, sort, sort_by, to_map, to_set};
pub use path::{Path, Step};
pub use real::{real, single_of};
pub use set::{difference, set_of, union};
/// A vector whose handle is one word, for sets, lists and maps, so that no value is larger than its text.
pub use thin_vec::ThinVec as List;
pub use value::{AttributeValue, Bytes, Item, MAX_NESTING, Map};
