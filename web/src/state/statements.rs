//! The statements of a request: their texts and parameters, and the words that an editor offers while one is typed.
//!
//! Must not know the page, nor how a statement is run.

use hashrange_protocol::statement::{functions, keywords, quoted, written};
use hashrange_values::{AttributeType, AttributeValue};
use hashrange_wire::{BatchStatement, Operation, Request, TransactStatement, encode_request};

use super::scalar_text::{example, read_operand};

/// A statement of a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatementForm {
    /// The statement.
    pub text: String,
    /// The values of its question marks.
    pub parameters: Vec<AttributeValue>,
}

/// Whether the operation executes statements.
#[must_use]
pub fn has_statements(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::ExecuteStatement | Operation::BatchExecuteStatement | Operation::ExecuteTransaction
    )
}

/// The statements of a request. `None` for another request, and for invalid parameters, which a form cannot show.
#[must_use]
pub fn statements_of(mut request: Request) -> Option<Vec<StatementForm>> {
    if let Request::BatchExecuteStatement(batch) = &request
        && batch.statements.iter().any(|one| one.parameter_fault.is_some())
    {
        return None;
    }
    let parts = parts(&mut request)?;
    let forms = parts.into_iter().map(|(text, parameters)| StatementForm {
        text: std::mem::take(text),
        parameters: parameters.take().unwrap_or_default(),
    });
    Some(forms.collect())
}

/// Whether a request has every member of its body. A form would drop the others.
#[must_use]
pub fn is_whole(body: &str, request: &Request) -> bool {
    strings(body) == strings(&encode_request(request))
}

/// The number of strings in JSON, names of members included.
fn strings(json: &str) -> usize {
    let (mut count, mut quoted, mut escaped) = (0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => {
                count += usize::from(!quoted);
                quoted = !quoted;
            }
            _ => {}
        }
    }
    count
}

/// Changes a statement of a request. Without parameters, the request has no list of them.
pub fn change_statement(request: &mut Request, place: usize, change: impl FnOnce(&mut StatementForm)) {
    let part = parts(request).and_then(|parts| parts.into_iter().nth(place));
    if let Some((text, parameters)) = part {
        let mut form = StatementForm {
            text: std::mem::take(text),
            parameters: parameters.take().unwrap_or_default(),
        };
        change(&mut form);
        *text = form.text;
        *parameters = Some(form.parameters).filter(|parameters| !parameters.is_empty());
    }
}

/// Adds a statement to a batch or a transaction.
pub fn add_statement(request: &mut Request, statement: String) {
    match request {
        Request::BatchExecuteStatement(batch) => batch.statements.push(BatchStatement {
            statement,
            ..BatchStatement::default()
        }),
        Request::ExecuteTransaction(transaction) => transaction.transact_statements.push(TransactStatement {
            statement,
            ..TransactStatement::default()
        }),
        _ => {}
    }
}

/// Removes a statement from a batch or a transaction.
pub fn remove_statement(request: &mut Request, place: usize) {
    match request {
        Request::BatchExecuteStatement(batch) if place < batch.statements.len() => {
            batch.statements.remove(place);
        }
        Request::ExecuteTransaction(transaction) if place < transaction.transact_statements.len() => {
            transaction.transact_statements.remove(place);
        }
        _ => {}
    }
}

type Part<'a> = (&'a mut String, &'a mut Option<Vec<AttributeValue>>);

fn parts(request: &mut Request) -> Option<Vec<Part<'_>>> {
    Some(match request {
        Request::ExecuteStatement(one) => vec![(&mut one.statement, &mut one.parameters)],
        Request::BatchExecuteStatement(batch) => {
            let all = batch.statements.iter_mut();
            all.map(|one| (&mut one.statement, &mut one.parameters)).collect()
        }
        Request::ExecuteTransaction(transaction) => {
            let all = transaction.transact_statements.iter_mut();
            all.map(|one| (&mut one.statement, &mut one.parameters)).collect()
        }
        _ => return None,
    })
}

/// A first statement for a table.
#[must_use]
pub fn first_statement(table: Option<&str>) -> String {
    format!("SELECT * FROM {}", quoted(table.unwrap_or("TableName")))
}

/// A typed value as another type: the same text if it is one of that type, otherwise an example.
#[must_use]
pub fn retyped(kind: AttributeType, text: &str) -> AttributeValue {
    let first = match kind {
        AttributeType::N => "0",
        AttributeType::Bool => "true",
        AttributeType::B => "",
        other => example(other),
    };
    let value = read_operand(kind, text).or_else(|_| read_operand(kind, first));
    value.unwrap_or(AttributeValue::Null)
}

/// The words for an editor of statements, one a line: what a word is, a tab, and the word as statements write it. `tables`
/// has each table with its indexes.
#[must_use]
pub fn words<'a>(
    tables: impl Iterator<Item = (&'a str, Vec<&'a str>)>,
    attributes: impl Iterator<Item = &'a str>,
) -> String {
    let mut out = String::new();
    let mut add = |kind: &str, word: &str| {
        // A name with a line break cannot be a line.
        if !word.contains(char::is_control) {
            out.push_str(kind);
            out.push('\t');
            out.push_str(word);
            out.push('\n');
        }
    };
    for word in keywords() {
        add("keyword", &word.to_ascii_uppercase());
    }
    for word in functions() {
        add("function", word);
    }
    for (table, indexes) in tables {
        let table = quoted(table);
        for index in indexes {
            add("index", &format!("{table}.{}", quoted(index)));
        }
        add("table", &table);
    }
    for name in attributes {
        add("attribute", &written(name));
    }
    out
}

#[cfg(test)]
mod tests {
    use hashrange_wire::decode_draft;

    use super::*;

    fn request(operation: Operation, body: &str) -> Request {
        decode_draft(operation, body.as_bytes()).expect("a request")
    }

    #[test]
    fn a_request_keeps_what_its_statement_does_not_say() {
        let body =
            r#"{"Statement":"SELECT 1","Parameters":[{"N":"1"}],"ConsistentRead":true,"NextToken":"t","Limit":3}"#;
        let mut one = request(Operation::ExecuteStatement, body);
        change_statement(&mut one, 0, |form| {
            assert_eq!(form.parameters.len(), 1);
            form.text = String::new();
            form.parameters.clear();
        });
        let written = encode_request(&one);
        assert_eq!(
            written,
            r#"{"Statement":"","ConsistentRead":true,"NextToken":"t","Limit":3}"#
        );
        assert_eq!(
            statements_of(request(Operation::ExecuteStatement, &written)),
            Some(vec![StatementForm::default()])
        );
    }

    #[test]
    fn a_body_with_other_members_is_not_whole() {
        let is_whole = |body: &str| is_whole(body, &request(Operation::ExecuteStatement, body));
        assert!(is_whole(
            r#"{ "Limit": 3, "Statement": "SELECT \"a\\\"", "Parameters": [{"N": "1"}] }"#
        ));
        assert!(!is_whole(r#"{"Statement": "a", "Other": 1}"#));
        assert!(!is_whole(r#"{"Statement": "a", "Limit": null}"#));
    }

    #[test]
    fn batches_and_transactions_have_several() {
        for (operation, member) in [
            (Operation::BatchExecuteStatement, "Statements"),
            (Operation::ExecuteTransaction, "TransactStatements"),
        ] {
            let body =
                format!(r#"{{"{member}":[{{"Statement":"a"}},{{"Statement":"b","Parameters":[{{"S":"x"}}]}}]}}"#);
            let mut many = request(operation, &body);
            add_statement(&mut many, "c".to_owned());
            remove_statement(&mut many, 0);
            remove_statement(&mut many, 9);
            let texts: Vec<String> = statements_of(many)
                .expect("statements")
                .into_iter()
                .map(|form| form.text)
                .collect();
            assert_eq!(texts, ["b", "c"]);
            assert!(has_statements(operation));
        }
    }

    #[test]
    fn what_a_form_cannot_show_is_none() {
        let body = r#"{"Statements":[{"Statement":"a","Parameters":[{"N":"x"}]}]}"#;
        assert_eq!(statements_of(request(Operation::BatchExecuteStatement, body)), None);
        assert_eq!(statements_of(request(Operation::ListTables, "{}")), None);
    }

    #[test]
    fn a_value_changes_its_type() {
        assert_eq!(
            retyped(AttributeType::N, "12"),
            AttributeValue::N("12".parse().expect("a number"))
        );
        for kind in AttributeType::ALL {
            assert_eq!(retyped(kind, "x y").attribute_type(), kind);
        }
    }

    #[test]
    fn words_are_written_as_in_statements() {
        let tables = [("Thread", vec!["LastPostIndex"]), ("bad\nname", vec![])];
        let words = words(tables.into_iter(), ["ForumName", "order"].into_iter());
        for line in [
            "keyword\tSELECT",
            "function\tbegins_with",
            "table\t\"Thread\"",
            "index\t\"Thread\".\"LastPostIndex\"",
            "attribute\tForumName",
            "attribute\t\"order\"",
        ] {
            assert!(words.lines().any(|it| it == line), "{line}");
        }
        assert!(words.lines().all(|line| line.split('\t').count() == 2) && !words.contains("bad"));
    }
}
