//! Reading every format returns the written items, in pieces of any length.

use hashrange_values::{AttributeValue, Item, KeyType, Text};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::arbitrary;

fn written(items: &[Item], format: ItemsFormat) -> Vec<u8> {
    let (mut writer, mut file) = (ItemsWriter::new(format), Vec::new());
    for item in items {
        writer.write(item, &mut file).unwrap();
    }
    writer.finish(&mut file);
    file
}

fn read(file: &[u8], form: ItemsForm, piece: usize) -> Vec<Result<Item, RowError>> {
    let mut reader = ItemsReader::new(form);
    let mut items: Vec<ItemRead> = file.chunks(piece.max(1)).flat_map(|piece| reader.push(piece)).collect();
    items.extend(reader.finish());
    items.into_iter().map(|read| read.item).collect()
}

fn csv(items: &[Item]) -> Vec<u8> {
    let mut columns = CsvColumns::default();
    items.iter().for_each(|item| columns.note(item));
    written(items, ItemsFormat::Csv(columns.names()))
}

fn typed() -> ItemsForm {
    ItemsForm::CsvWithHeader(CsvHeader::typed(Vec::new()))
}

/// An item as tables have them: with an attribute, and no name that looks like a value.
fn plain_item() -> impl Strategy<Value = Item> {
    vec(("[a-d]", arbitrary::value()), 1..5).prop_map(|entries| entries.into_iter().collect())
}

proptest! {
    #[test]
    fn items_survive_csv(items in vec(arbitrary::item(), 0..5), piece in 1..40usize) {
        let file = csv(&items);
        let expected: Vec<Result<Item, RowError>> = items.into_iter().map(Ok).collect();
        prop_assert_eq!(read(&file, typed(), piece), expected, "{}", String::from_utf8_lossy(&file));
    }

    #[test]
    fn items_survive_plain_json(items in vec(arbitrary::item(), 0..5), piece in 1..40usize) {
        let file = written(&items, ItemsFormat::Json);
        let expected: Vec<Result<Item, RowError>> = items.into_iter().map(Ok).collect();
        let form = ItemsForm::Json(JsonFormat::Plain);
        prop_assert_eq!(read(&file, form, piece), expected, "{}", String::from_utf8_lossy(&file));
    }

    #[test]
    fn items_survive_dynamodb_json(items in vec(arbitrary::item(), 0..5), piece in 1..40usize) {
        let file = written(&items, ItemsFormat::DynamoDbJson);
        let expected: Vec<Result<Item, RowError>> = items.into_iter().map(Ok).collect();
        let form = ItemsForm::Json(JsonFormat::DynamoDb);
        prop_assert_eq!(read(&file, form, piece), expected, "{}", String::from_utf8_lossy(&file));
    }

    /// The page guesses the form of a file, also of one that it wrote itself. Plain JSON is not among them: the map
    /// `{"b":""}` alone is also a Binary with its type in small letters.
    #[test]
    fn items_survive_a_guess(items in vec(plain_item(), 1..5), piece in 1..40usize) {
        let files = [
            ("items.csv", csv(&items)),
            ("items.jsonl", written(&items, ItemsFormat::DynamoDbJson)),
        ];
        let expected: Vec<Result<Item, RowError>> = items.into_iter().map(Ok).collect();
        for (name, file) in files {
            let form = ItemsForm::guess(name, &file).unwrap();
            prop_assert_eq!(read(&file, form, piece), expected.clone(), "{}", String::from_utf8_lossy(&file));
        }
    }

    #[test]
    fn pieces_change_nothing(bytes in vec(prop_oneof![any::<u8>(), proptest::sample::select(&b"\xEF\xBB\xBF,\"\n\r{}[]:ItemsCount1"[..])], 0..60), piece in 1..9usize) {
        for form in [typed(), ItemsForm::Json(JsonFormat::Plain), ItemsForm::Json(JsonFormat::DynamoDb)] {
            prop_assert_eq!(read(&bytes, form.clone(), piece), read(&bytes, form, bytes.len()));
        }
    }
}

#[test]
fn a_csv_file_reads_as_people_expect() {
    let value = |name: &str, value| (Text::from(name), value);
    let first: Item = [
        value("Id", AttributeValue::string("7")),
        value("Name", AttributeValue::string("Ann, of \"X\"")),
        value("Left", AttributeValue::N("0.5".parse().unwrap())),
        value("New", AttributeValue::Bool(true)),
        value(
            "Tags",
            AttributeValue::Ss(["a", "b"].map(Text::from).into_iter().collect()),
        ),
    ]
    .into_iter()
    .collect();
    let second: Item = [
        value("Id", AttributeValue::string("b")),
        value("Name", AttributeValue::string("")),
    ]
    .into_iter()
    .collect();
    let mut columns = CsvColumns::beginning_with([Text::from("Id")]);
    [&first, &second].into_iter().for_each(|item| columns.note(item));
    let file = written(&[first.clone(), second.clone()], ItemsFormat::Csv(columns.names()));
    let expected = "Id,Left,Name,New,Tags\r\n\
        \"{\"\"S\"\":\"\"7\"\"}\",0.5,\"Ann, of \"\"X\"\"\",true,\"{\"\"SS\"\":[\"\"a\"\",\"\"b\"\"]}\"\r\n\
        b,,\"{\"\"S\"\":\"\"\"\"}\",,\r\n";
    assert_eq!(String::from_utf8_lossy(&file), expected);
    // Reads into a table whose key is a String, and with a guessed plan.
    let keys = vec![(Text::from("Id"), KeyType::S)];
    let items = vec![Ok(first), Ok(second)];
    assert_eq!(read(&file, ItemsForm::CsvWithHeader(CsvHeader::typed(keys)), 7), items);
    let plan = inspect_csv(&file).unwrap().plan;
    assert_eq!(CsvReader::new(&file, plan).collect::<Vec<_>>(), items);
}

#[test]
fn an_import_as_dynamodb_does_it_has_strings_beside_keys() {
    let header = CsvHeader::strings(vec![(Text::from("Id"), KeyType::N)]);
    let items = read(b"Id,Left,Note\n1,2,{}\n", ItemsForm::CsvWithHeader(header), 100);
    let texts: Vec<String> = items
        .into_iter()
        .map(|item| hashrange_wire::item_to_json(&item.unwrap()))
        .collect();
    assert_eq!(texts, [r#"{"Id":{"N":"1"},"Left":{"S":"2"},"Note":{"S":"{}"}}"#]);
}

#[test]
fn a_first_row_that_names_nothing_is_at_fault() {
    let errors = read(b"a,,a\n1,2,3\n", typed(), 100);
    let words: Vec<String> = errors
        .iter()
        .filter_map(|read| read.as_ref().err())
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        words,
        ["line 1, column 2: the first row names the attributes, and this cell is empty"]
    );
    assert_eq!(errors.iter().filter(|read| read.is_ok()).count(), 1);
}

#[test]
fn an_attribute_without_a_column_is_refused() {
    let item: Item = [("b", AttributeValue::Null)].into_iter().collect();
    let mut file = Vec::new();
    let refused = CsvWriter::new(vec![Text::from("a")]).write(&item, &mut file);
    assert_eq!((refused, file.len()), (Err(NoColumn(Text::from("b"))), 0));
}

#[test]
fn long_responses_are_read_piece_by_piece() {
    let file = b"{\"Items\": [{\"a\":{\"S\":\"x\"}},\n{\"Item\":{\"M\":{}}}], \"Count\": 2}\n{\"Items\":[{\"a\":{\"S\":\"y\"}}";
    let outcomes = read(file, ItemsForm::Json(JsonFormat::DynamoDb), 5);
    let texts: Vec<String> = outcomes
        .into_iter()
        .map(|outcome| outcome.map_or_else(|error| error.to_string(), |item| hashrange_wire::item_to_json(&item)))
        .collect();
    let expected = [
        r#"{"a":{"S":"x"}}"#,
        r#"{"Item":{"M":{}}}"#,
        r#"{"a":{"S":"y"}}"#,
        "line 3, column 26: the JSON ends too early",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn the_form_of_a_file_shows_at_its_beginning() {
    let item: Item = [("a", AttributeValue::string("7")), ("b", AttributeValue::Null)]
        .into_iter()
        .collect();
    let files = [
        csv(std::slice::from_ref(&item)),
        written(std::slice::from_ref(&item), ItemsFormat::Json),
        written(std::slice::from_ref(&item), ItemsFormat::DynamoDbJson),
    ];
    for file in files {
        assert_eq!(
            read(&file, ItemsForm::guess("items", &file).unwrap(), 3),
            [Ok(item.clone())]
        );
    }
    let cut = "[{\"a\":{\"S\":\"x\"}},{\"a\":{\"S\":\"é".as_bytes();
    let cut = cut.get(..cut.len() - 1).unwrap_or_default();
    assert_eq!(
        ItemsForm::guess("x.json", cut),
        Ok(ItemsForm::Json(JsonFormat::DynamoDb))
    );
    assert!(matches!(
        ItemsForm::guess("x.CSV", b"{a},b\n1,2\n"),
        Ok(ItemsForm::Csv(_))
    ));
}
