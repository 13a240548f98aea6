//! Consumed capacity in responses, of tables and their indexes.

use litemap::LiteMap;

use crate::json::request::members::{by_name, count, list, sorted, string, wrong_kind};
use crate::json::{Node, Writer, objects};
use crate::operation::body_member::{Value, boxed};
use crate::operation::told;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{ConsumedCapacity, UnitsName};

/// The part that responses with the capacity of one request share.
#[derive(Default)]
struct Charged {
    consumed_capacity: Option<ConsumedCapacity>,
}

told! {
    Charged {
        "ConsumedCapacity" consumed_capacity,
    }
}

impl ConsumedCapacity {
    /// The capacity in the response to a request for one table, whatever else the response contains.
    #[must_use]
    pub fn of_response(body: &[u8]) -> Option<Self> {
        let mut charged = Charged::default();
        told::read_answer(&mut charged, body, &[], &[]).ok()?;
        charged.consumed_capacity
    }
}

boxed!(ConsumedCapacity);

impl Value for ConsumedCapacity {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        if !node.is_object() {
            return Err(wrong_kind(node));
        }
        let name = |name: &&UnitsName| node.member(name.as_str()).is_some();
        Ok(Self {
            table_name: node.member("TableName").map(string).transpose()?.unwrap_or_default(),
            capacity_units: read_units(reader, node)?,
            table: node
                .member("Table")
                .map(|table| read_units(reader, table))
                .transpose()?,
            local_secondary_indexes: read_arms(node, "LocalSecondaryIndexes", |arm| read_units(reader, arm))?,
            global_secondary_indexes: read_arms(node, "GlobalSecondaryIndexes", |arm| read_units(reader, arm))?,
            vector_write_bytes: read_arms(node, "VectorIndexes", |arm| {
                arm.member("VectorWriteRequestBytes").map_or(Ok(0), count)
            })?,
            named: UnitsName::ALL.iter().find(name).copied(),
        })
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| capacity_members(out, self));
    }
}

/// One object for each table.
impl Value for Vec<ConsumedCapacity> {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| Value::read(reader, name, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, capacity_members);
    }
}

fn read_units(reader: Reader, node: Node<'_>) -> Result<f64, Rejection> {
    let name = "CapacityUnits";
    node.member(name)
        .map_or(Ok(0.0), |units| Value::read(reader, name, units))
}

fn read_arms<T>(
    node: Node<'_>,
    name: &str,
    arm: impl Fn(Node<'_>) -> Result<T, Rejection>,
) -> Result<LiteMap<String, T>, Rejection> {
    match node.member(name) {
        Some(node) => by_name(sorted(node)?, arm),
        None => Ok(LiteMap::new()),
    }
}

fn capacity_members(out: &mut Writer, consumed: &ConsumedCapacity) {
    out.text_member("TableName", &consumed.table_name);
    units(out, consumed.capacity_units, consumed.named);
    if let Some(of_table) = consumed.table {
        out.key("Table");
        out.inline_object(|out| units(out, of_table, consumed.named));
    }
    arms(
        out,
        "LocalSecondaryIndexes",
        &consumed.local_secondary_indexes,
        consumed.named,
    );
    arms(
        out,
        "GlobalSecondaryIndexes",
        &consumed.global_secondary_indexes,
        consumed.named,
    );
    vector_bytes(out, &consumed.vector_write_bytes);
}

/// Writes the units, and repeats them under the name that transactions use (observed: capacity-shapes-seen).
fn units(out: &mut Writer, units: f64, named: Option<UnitsName>) {
    out.decimal_member("CapacityUnits", units);
    if let Some(name) = named {
        out.decimal_member(name.as_str(), units);
    }
}

fn arms(out: &mut Writer, name: &str, arms: &LiteMap<String, f64>, named: Option<UnitsName>) {
    if arms.is_empty() {
        return;
    }
    out.key(name);
    out.object(|out| {
        for (index, of_index) in arms {
            out.key(index);
            out.inline_object(|out| units(out, *of_index, named));
        }
    });
}

/// Writes the bytes charged for writes of vector indexes, by index. Omits the member if there are none
/// (observed: vector-write-bytes).
fn vector_bytes(out: &mut Writer, bytes: &LiteMap<String, u64>) {
    if bytes.is_empty() {
        return;
    }
    out.key("VectorIndexes");
    out.object(|out| {
        for (index, of_index) in bytes {
            out.key(index);
            out.inline_object(|out| whole_decimal(out, "VectorWriteRequestBytes", *of_index));
        }
    });
}

/// Writes an integer with a decimal point.
pub(crate) fn whole_decimal(out: &mut Writer, name: &str, whole: u64) {
    out.key(name);
    out.display(format_args!("{whole}.0"));
}
