//! A CSV file gives back items whose columns mix types, although the kinds are guessed from its first rows.

use hashrange_values::{AttributeValue, Item, KeyType, Text};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::arbitrary;

/// More rows than the guess reads.
const LATE: usize = 2_000;

fn written(items: &[Item]) -> Vec<u8> {
    let mut columns = CsvColumns::beginning_with([Text::from("id")]);
    items.iter().for_each(|item| columns.note(item));
    let (mut writer, mut file) = (CsvWriter::new(columns.names()), Vec::new());
    for item in items {
        writer.write(item, &mut file).unwrap();
    }
    writer.finish(&mut file);
    file
}

/// The first item that differs after it is written and read with the guessed kinds.
fn lost(items: &[Item]) -> Option<String> {
    let file = written(items);
    let plan = inspect_csv(&file).unwrap().plan;
    let kinds: Vec<ColumnKind> = plan.columns.iter().map(|column| column.kind).collect();
    let read: Vec<Result<Item, RowError>> = CsvReader::new(&file, plan).collect();
    if read.len() != items.len() {
        return Some(format!("{} of {} items with {kinds:?}", read.len(), items.len()));
    }
    let mut pairs = read.into_iter().zip(items);
    let (read, item) = pairs.find(|(read, item)| read.as_ref() != Ok(item))?;
    Some(format!("{item:?} is {read:?} with {kinds:?}"))
}

fn item(number: usize, values: impl IntoIterator<Item = (&'static str, AttributeValue)>) -> Item {
    let mut item: Item = values.into_iter().collect();
    item.insert("id", AttributeValue::string(&format!("item-{number}")));
    item
}

/// Values of every type, and Strings that look like other values.
fn values() -> Vec<AttributeValue> {
    let texts = [
        "abc",
        "7",
        "007",
        "true",
        "yes",
        "",
        " 7",
        "{}",
        "v",
        "{\"N\":\"7\"}",
        "{\"NULL\":true}",
        "AAEC",
        "1,\"\n",
    ];
    let number = |text: &str| text.parse().unwrap();
    let mut values: Vec<AttributeValue> = texts.map(AttributeValue::string).into();
    values.extend(["7", "0", "1e-130", "-0.5"].map(|text| AttributeValue::N(number(text))));
    values.extend([true, false].map(AttributeValue::Bool));
    values.extend([
        AttributeValue::Null,
        AttributeValue::B(Box::from([0, 1, 2])),
        AttributeValue::Ss(["a", "b"].map(Text::from).into_iter().collect()),
        AttributeValue::Ns([number("7")].into_iter().collect()),
        AttributeValue::L(vec![AttributeValue::Null].into()),
        AttributeValue::M([("v", AttributeValue::string("7"))].into_iter().collect()),
    ]);
    values
}

#[test]
fn an_odd_value_late_in_a_column_keeps_its_type() {
    for usual in values() {
        // The file has one late row for each odd value, with the usual value between them.
        let odd = values().into_iter().flat_map(|odd| [odd, usual.clone()]);
        let column = vec![usual.clone(); LATE].into_iter().chain(odd);
        let items: Vec<Item> = column.enumerate().map(|(at, value)| item(at, [("v", value)])).collect();
        assert_eq!(lost(&items), None, "after {usual:?}");
    }
}

#[test]
fn an_odd_value_early_in_a_column_keeps_its_type() {
    for usual in values() {
        for odd in values() {
            for column in [[&usual, &odd, &usual], [&odd, &usual, &usual]] {
                let column = column.into_iter().cloned().enumerate();
                let items: Vec<Item> = column.map(|(at, value)| item(at, [("v", value)])).collect();
                assert_eq!(lost(&items), None, "{usual:?} and {odd:?}");
            }
        }
    }
}

#[test]
fn a_value_that_is_only_late_in_a_column_keeps_its_type() {
    for value in values() {
        let early = (0..LATE).map(|at| item(at, []));
        let late = values().into_iter().enumerate();
        let late = late.flat_map(|(at, other)| [item(LATE + at, [("v", value.clone())]), item(at, [("v", other)])]);
        assert_eq!(lost(&early.chain(late).collect::<Vec<Item>>()), None, "{value:?}");
    }
}

#[test]
fn plain_cells_of_a_column_have_the_type_of_its_first_value() {
    let values = [
        AttributeValue::string("abc"),
        AttributeValue::N("7".parse().unwrap()),
        AttributeValue::Bool(true),
        AttributeValue::string("v"),
    ];
    let items: Vec<Item> = values
        .into_iter()
        .map(|value| [("v", value)].into_iter().collect())
        .collect();
    let mut writer = CsvWriter::new(vec![Text::from("v")]);
    let mut file = Vec::new();
    items.iter().for_each(|item| writer.write(item, &mut file).unwrap());
    let expected = "v\r\nabc\r\n\"{\"\"N\"\":\"\"7\"\"}\"\r\n\"{\"\"BOOL\"\":true}\"\r\n\"{\"\"S\"\":\"\"v\"\"}\"\r\n";
    assert_eq!(String::from_utf8_lossy(&file), expected);
}

#[test]
fn an_import_of_strings_takes_a_mark_in_a_key_as_text() {
    let header = CsvHeader::strings(vec![(Text::from("id"), KeyType::S)]);
    let mut reader = ItemsReader::new(ItemsForm::CsvWithHeader(header));
    let mut read = reader.push(b"id,v\n");
    read.extend(reader.push(b"\"{\"\"N\"\":\"\"7\"\"}\",x\n"));
    let texts: Vec<String> = read
        .into_iter()
        .map(|read| hashrange_wire::item_to_json(&read.item.unwrap()))
        .collect();
    assert_eq!(texts, [r#"{"id":{"S":"{\"N\":\"7\"}"},"v":{"S":"x"}}"#]);
}

type Cells = Vec<(&'static str, AttributeValue)>;

/// A value for each column, if the item has it.
fn row(value: &BoxedStrategy<AttributeValue>) -> impl Strategy<Value = Cells> {
    let cell = |name: &'static str| option::weighted(0.8, value.clone().prop_map(move |value| (name, value)));
    ["a", "b", "c"]
        .map(cell)
        .prop_map(|cells| cells.into_iter().flatten().collect())
}

/// Mostly plain values, so that the guess sees a type for each column.
fn plain() -> BoxedStrategy<AttributeValue> {
    let number = (0..9u8).prop_map(|digit| AttributeValue::N(digit.to_string().parse().unwrap()));
    let text = "[a-z]{1,2}".prop_map(|text| AttributeValue::string(&text));
    let other = proptest::sample::select(values());
    prop_oneof![8 => number, 8 => text, 4 => any::<bool>().prop_map(AttributeValue::Bool), 1 => other].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn mixed_columns_survive_a_guess_from_the_first_rows(early in vec(row(&plain()), 1..3), late in vec(row(&arbitrary::value().boxed()), 1..6)) {
        let early = early.iter().cycle().take(LATE).cloned();
        let items: Vec<Item> = early.chain(late).enumerate().map(|(at, row)| item(at, row)).collect();
        prop_assert_eq!(lost(&items), None);
    }
}
