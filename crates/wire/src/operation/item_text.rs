//! Responses whose items stay texts, for programs that pass items on as they received them.
//!
//! Owns the text of an item within a body. Must not know the content of an item.

use litemap::LiteMap;

use super::body_member::Value;
use super::told::told;
use crate::json::request::members::{by_name, list, needed, sorted};
use crate::json::{Node, Writer, objects};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::ConsumedCapacity;

/// An item or a key as DynamoDB JSON, as it was received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemText(pub String);

/// The response to GetItem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetItemText {
    /// The item, if it exists.
    pub item: Option<ItemText>,
}

/// The response to Scan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScanText {
    /// The items.
    pub items: Vec<ItemText>,
    /// The key after which the next page starts. Absent at the end.
    pub last_evaluated_key: Option<ItemText>,
    /// The capacity that the page consumed.
    pub consumed_capacity: Option<Box<ConsumedCapacity>>,
}

/// The response to a BatchWriteItem that only puts items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchPutText {
    /// The items that were not put because throughput ran out, by table.
    pub unprocessed_items: LiteMap<String, Vec<ItemText>>,
    /// The capacity that the writes consumed, one entry for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

told! {
    answer GetItemText {
        "Item" item,
    }
}

told! {
    answer ScanText ["Items"] {
        "Items" items,
        "LastEvaluatedKey" last_evaluated_key,
        "ConsumedCapacity" consumed_capacity,
    }
}

told! {
    answer BatchPutText {
        "UnprocessedItems" unprocessed_items,
        "ConsumedCapacity" consumed_capacity,
    }
}

impl Value for ItemText {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        Ok(Self(node.source().to_owned()))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.display(&self.0);
    }
}

impl Value for Vec<ItemText> {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| Value::read(reader, name, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.list(|out| {
            for item in self {
                out.element();
                out.display(&item.0);
            }
        });
    }
}

/// Puts by table.
impl Value for LiteMap<String, Vec<ItemText>> {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let put = |node| -> Result<ItemText, Rejection> {
            Value::read(reader, name, needed(needed(node, "PutRequest")?, "Item")?)
        };
        by_name(sorted(node)?, |puts| list(puts, put))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| {
            for (table, puts) in self {
                out.key(table);
                objects(out, puts, |out, item| {
                    out.key("PutRequest");
                    out.object(|out| Value::write(item, out, "Item"));
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_text() {
        let body =
            r#"{"Items":[{"Id": {"N":"1.0"} },{"a]":{"S":"\"}"}},{}],"LastEvaluatedKey": {"Id":{"N":"2"}} ,"Count":2}"#;
        let page = ScanText::decode(body.as_bytes()).expect("a page");
        let items: Vec<&str> = page.items.iter().map(|item| item.0.as_str()).collect();
        assert_eq!(items, [r#"{"Id": {"N":"1.0"} }"#, r#"{"a]":{"S":"\"}"}}"#, "{}"]);
        assert_eq!(
            page.last_evaluated_key,
            Some(ItemText(r#"{"Id":{"N":"2"}}"#.to_owned()))
        );
        let found = GetItemText::decode(br#"{"Item":{"Id":{"N":"01"}}}"#).expect("a response");
        assert_eq!(found.item, Some(ItemText(r#"{"Id":{"N":"01"}}"#.to_owned())));
    }

    #[test]
    fn unprocessed_puts_are_read_by_table() {
        let body = br#"{"UnprocessedItems":{"T":[{"PutRequest":{"Item":{"Id":{"N":"1"}}}}]}}"#;
        let written = BatchPutText::decode(body).expect("a response");
        let item = ItemText(r#"{"Id":{"N":"1"}}"#.to_owned());
        assert_eq!(written.unprocessed_items.get("T"), Some(&vec![item]));
        let deleted = br#"{"UnprocessedItems":{"T":[{"DeleteRequest":{"Key":{}}}]}}"#;
        assert!(BatchPutText::decode(deleted).is_err());
    }
}
