//! The meaning of statements.

use super::*;

fn select(text: &str) -> Select {
    match read(text) {
        Statement::Select(select) => select,
        other => panic!("{other:?}"),
    }
}

fn update(text: &str) -> Update {
    match read(text) {
        Statement::Update(update) => update,
        other => panic!("{other:?}"),
    }
}

#[test]
fn everything_of_a_table() {
    let expected = Select {
        source: Source {
            table: Text::from("Music"),
            index: None,
        },
        columns: None,
        filter: None,
        order: Vec::new(),
    };
    for text in [
        "SELECT * FROM Music",
        "select * from Music",
        "Select\n*\tFROM \"Music\";",
        "SELECT * FROM Music -- all of them",
        "/* all */ SELECT /**/ * FROM \"Music\" ; -- yes",
        "SELECT ALL * FROM Music",
    ] {
        assert_eq!(select(text), expected, "{text}");
    }
}

#[test]
fn names_keep_their_case_and_quotes_are_doubled() {
    let read =
        select("SELECT Artist, \"Song \"\"Title\"\"\" FROM \"Music\".\"By-Genre\" ORDER BY \"a\" DESC, b ASC, c");
    assert_eq!(
        read.source,
        Source {
            table: Text::from("Music"),
            index: Some(Text::from("By-Genre"))
        }
    );
    let names: Vec<_> = read
        .columns
        .unwrap()
        .into_iter()
        .map(|column| column.name.to_string())
        .collect();
    assert_eq!(names, ["Artist", "Song \"Title\""]);
    let order: Vec<_> = read
        .order
        .iter()
        .map(|order| (order.attribute.as_str(), order.descending))
        .collect();
    assert_eq!(order, [("a", true), ("b", false), ("c", false)]);
}

#[test]
fn columns_are_named_by_their_last_name() {
    let read = select("SELECT m.k[0], l[-0], a.b.c, d, e.f[1][2] FROM t");
    let columns = read.columns.unwrap();
    let named: Vec<_> = columns
        .iter()
        .map(|column| (column.path.to_string(), column.name.as_str()))
        .collect();
    let expected = [
        ("m.k[0]", "k[0]"),
        ("l[0]", "l[0]"),
        ("a.b.c", "c"),
        ("d", "d"),
        ("e.f[1][2]", "f[1][2]"),
    ];
    assert_eq!(named, expected.map(|(path, name)| (path.to_owned(), name)));
}

#[test]
fn an_item_to_insert() {
    let parameters = [s("x"), n("7")];
    let read = parse(
        "INSERT INTO \"t\" VALUE {'pk': ?, 'n': ?, 'l': [1, 'a', null], 'b': TRUE}",
        &parameters,
    )
    .unwrap();
    let Statement::Insert(Insert { table, item }) = read else {
        panic!("{read:?}")
    };
    assert_eq!(table, "t");
    let list = AttributeValue::L(vec![n("1"), s("a"), AttributeValue::Null].into());
    assert_eq!(
        item,
        map([
            ("pk", s("x")),
            ("n", n("7")),
            ("l", list),
            ("b", AttributeValue::Bool(true))
        ])
    );
}

#[test]
fn changes_in_the_order_written() {
    let read = update(
        "UPDATE t SET a = 1, b.c[0] = d SET e = e + 1 - f REMOVE g REMOVE h[2] SET i = list_append(i, ['x']) \
         SET s = set_add(s, <<'x'>>) SET u = SET_DELETE(u, <<1, 2>>) WHERE pk = 'x' RETURNING MODIFIED NEW *",
    );
    let literal = |value| Value::Literal(value);
    let stored = |name: &str| Value::Path(Path::top(name));
    let sum = Value::Sum(Sign::Plus, Box::new(stored("e")), Box::new(literal(n("1"))));
    let expected = vec![
        (Path::top("a"), Change::Set(literal(n("1")))),
        (path("b", &[key("c"), Step::Index(0)]), Change::Set(stored("d"))),
        (
            Path::top("e"),
            Change::Set(Value::Sum(Sign::Minus, Box::new(sum), Box::new(stored("f")))),
        ),
        (Path::top("g"), Change::Remove),
        (path("h", &[Step::Index(2)]), Change::Remove),
        (
            Path::top("i"),
            Change::Set(Value::ListAppend(vec![
                stored("i"),
                literal(AttributeValue::L(vec![s("x")].into())),
            ])),
        ),
        (
            Path::top("s"),
            Change::SetAdd(AttributeValue::Ss(vec![Text::from("x")].into())),
        ),
        (
            Path::top("u"),
            Change::SetDelete(AttributeValue::Ns(
                vec!["1".parse().unwrap(), "2".parse().unwrap()].into(),
            )),
        ),
    ];
    assert_eq!(read.changes, expected);
    assert_eq!(
        read.returning,
        Some(Returning {
            whole: false,
            image: Image::New
        })
    );
}

#[test]
fn an_update_that_begins_with_its_source() {
    let usual = update("UPDATE t SET a = 1 WHERE pk = 'x'");
    assert_eq!(update("FROM t WHERE pk = 'x' SET a = 1"), usual);
}

#[test]
fn deletions_and_what_they_return() {
    for (text, returning) in [
        ("DELETE FROM t WHERE pk = 1", false),
        ("DELETE FROM t WHERE pk = 1 RETURNING ALL OLD *", true),
    ] {
        let filter = Some(Predicate::Compare(Comparator::Equal, at("pk"), value(n("1"))));
        assert_eq!(
            read(text),
            Statement::Delete(Delete {
                table: Text::from("t"),
                filter,
                returning
            }),
            "{text}"
        );
    }
}

#[test]
fn a_condition_of_a_transaction() {
    let inner = select("SELECT * FROM t WHERE pk = 1 AND a IS NOT MISSING");
    let text = "EXISTS(SELECT * FROM t WHERE pk = 1 AND a IS NOT MISSING)";
    assert_eq!(read(text), Statement::Exists(inner.clone()));
    assert_eq!(
        read(&text.to_lowercase().replace("missing", "MISSING")),
        Statement::Exists(inner)
    );
}

#[test]
fn parameters_stand_for_whole_values() {
    let list = AttributeValue::L(vec![n("1")].into());
    let read = parse(
        "SELECT * FROM t WHERE a = ? AND contains(b, ?)",
        &[list.clone(), s("x")],
    )
    .unwrap();
    let Statement::Select(Select {
        filter: Some(Predicate::And(parts)),
        ..
    }) = read
    else {
        panic!("{read:?}")
    };
    let expected = vec![
        Predicate::Compare(Comparator::Equal, at("a"), value(list)),
        Predicate::Call(Function::Contains, vec![at("b"), value(s("x"))]),
    ];
    assert_eq!(parts, expected);
}
