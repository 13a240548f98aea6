//! Tests of the words for editors: each is in a statement that is accepted, and names are read back.

use super::*;

/// Statements that have every keyword and every function.
const STATEMENTS: [&str; 6] = [
    "select a from t where a is not missing and b between 1 and 2 or c in (true, false, null) and not d is null",
    "select * from t where k = 1 order by s asc, u desc",
    "insert into t value {'a': 1}",
    "update t set a = list_append(a, [1]) set b = set_add(b, <<1>>) set c = set_delete(c, <<1>>) remove d where k = 1 returning all old *",
    "delete from t where k = 1 and begins_with(a, 'x') and contains(b, 'y') and size(c) > 1 and attribute_type(d, 'S')",
    "update t set a = 1 where k = 1 and attribute_exists(b) and attribute_not_exists(c) returning modified new *",
];

#[test]
fn every_word_is_in_an_accepted_statement() {
    let exists = "exists(select * from t where k = 1)";
    STATEMENTS.iter().for_each(|text| drop(read(text)));
    read(exists);
    let all = format!("{} {exists}", STATEMENTS.join(" "));
    let known: Vec<&str> = all
        .split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))
        .collect();
    for word in keywords().chain(functions()) {
        assert!(known.contains(&word), "{word}");
    }
}

#[test]
fn names_are_read_back() {
    for name in [
        "ForumName",
        "order",
        "Order",
        "a-b",
        "a.b",
        "1st",
        "a\"b",
        "é",
        "$x",
        "_",
        "",
        "two words",
    ] {
        let text = format!("SELECT * FROM t WHERE {} = 1", written(name));
        let filter = match parse(&text, &[]) {
            Ok(Statement::Select(select)) => select.filter,
            other => panic!("{name}: {other:?}"),
        };
        let Some(Predicate::Compare(_, Operand::Path(path), _)) = filter else {
            panic!("{name}: {filter:?}")
        };
        assert_eq!(path.attribute, name);
    }
    assert_eq!(
        (written("ForumName").as_ref(), written("order").as_ref()),
        ("ForumName", "\"order\"")
    );
    assert_eq!(quoted("Thread"), "\"Thread\"");
}
