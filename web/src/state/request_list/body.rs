//! A body as a list of requests, and the list as a body.
//!
//! Must not know what changes a list.

use hashrange_wire::{JsonContent, JsonTree, Operation};
use hashrange_words::t;

use super::member::{OF_TABLE, known, of_request, of_row};
use super::members::{Members, get, object, split};
use super::row_kind::{RowKind, is_batch, kinds};
use super::{ListRow, RequestList};

impl RequestList {
    /// Reads a body.
    ///
    /// # Errors
    /// What the list does not show, as a sentence.
    pub fn read(operation: Operation, body: &str) -> Result<Self, String> {
        let tree = JsonTree::parse(body).map_err(|_| t!("The list shows a body that is JSON.").to_owned())?;
        let mut list = Self {
            operation,
            rows: Vec::new(),
            tables: Vec::new(),
            others: Vec::new(),
        };
        match list.take_in(&tree) {
            Ok(()) => Ok(list),
            Err(name) => Err(t!(
                "The list cannot show “{name}” of this body, so the body stays JSON.",
                name
            )),
        }
    }

    /// Takes in the members of a body. The error is the name of what cannot be shown.
    fn take_in(&mut self, body: &JsonTree) -> Result<(), String> {
        let holder = holder(self.operation);
        let (requests, others) = split(body, holder).unwrap_or_default();
        self.others = known(others, of_request(self.operation))?;
        let requests = requests.ok_or(holder)?;
        match &requests.content {
            JsonContent::Object(tables) if is_batch(self.operation) => {
                for (table, requests) in tables {
                    if self.tables.iter().any(|(other, _)| other == table) {
                        return Err(table.clone());
                    }
                    self.take_in_table(table, requests)?;
                }
            }
            JsonContent::List(elements) if !is_batch(self.operation) => {
                for element in elements {
                    self.take_in_action(None, element)?;
                }
            }
            _ => return Err(holder.to_owned()),
        }
        Ok(())
    }

    fn take_in_table(&mut self, table: &str, requests: &JsonTree) -> Result<(), String> {
        let (keys, settings) = split(requests, "Keys").unwrap_or_default();
        self.tables.push((table.to_owned(), known(settings, OF_TABLE)?));
        let reads = self.operation == Operation::BatchGetItem;
        let elements = if reads { keys } else { Some(requests.clone()) };
        let Some(JsonContent::List(elements)) = elements.map(|elements| elements.content) else {
            return Err(table.to_owned());
        };
        for element in elements {
            if reads {
                self.push(RowKind::Get, table, vec![("Key".to_owned(), element)])?;
            } else {
                self.take_in_action(Some(table), &element)?;
            }
        }
        Ok(())
    }

    /// Takes in an object whose only member is a request of a kind. In a batch, its table is known.
    fn take_in_action(&mut self, table: Option<&str>, element: &JsonTree) -> Result<(), String> {
        let [(word, request)] = element.members() else {
            return Err(holder(self.operation).to_owned());
        };
        let kind = match table {
            Some(_) => word.strip_suffix("Request").unwrap_or_default(),
            None => word,
        };
        let kind = RowKind::from_word(kind).filter(|kind| kinds(self.operation).contains(kind));
        let kind = kind.ok_or_else(|| word.clone())?;
        let member = if table.is_none() { "TableName" } else { "" };
        let (named, members) = split(request, member).ok_or_else(|| word.clone())?;
        let table = table.or(named.as_ref().and_then(JsonTree::text));
        self.push(kind, table.ok_or(member)?, members)
    }

    fn push(&mut self, kind: RowKind, table: &str, members: Members) -> Result<(), String> {
        let members = known(members, of_row(self.operation, kind))?;
        self.rows.push(ListRow {
            kind,
            table: table.to_owned(),
            members,
        });
        Ok(())
    }

    /// The body, with one member or element a line.
    #[must_use]
    pub fn body(&self) -> String {
        self.tree().to_json_pretty()
    }

    fn tree(&self) -> JsonTree {
        let requests = if is_batch(self.operation) {
            let tables = self.tables.iter().map(|(table, settings)| {
                let of_table = self.rows.iter().filter(|row| row.table == *table);
                let requests: Vec<JsonTree> = of_table.map(|row| self.element(row)).collect();
                let requests = if self.operation == Operation::BatchGetItem {
                    object([vec![("Keys".to_owned(), requests.into())], settings.clone()].concat())
                } else {
                    requests.into()
                };
                (table.clone(), requests)
            });
            object(tables.collect())
        } else {
            let requests: Vec<JsonTree> = self.rows.iter().map(|row| self.element(row)).collect();
            requests.into()
        };
        let mut members = vec![(holder(self.operation).to_owned(), requests)];
        members.extend(self.others.iter().cloned());
        object(members)
    }

    /// A row as an element of the body.
    fn element(&self, row: &ListRow) -> JsonTree {
        let word = row.kind.word();
        match self.operation {
            Operation::BatchGetItem => get(&row.members, "Key").cloned().unwrap_or_default(),
            Operation::BatchWriteItem => object(vec![(format!("{word}Request"), object(row.members.clone()))]),
            _ => {
                let table = vec![("TableName".to_owned(), JsonTree::from(row.table.as_str()))];
                object(vec![(word.to_owned(), object([table, row.members.clone()].concat()))])
            }
        }
    }
}

/// The member that has the requests.
fn holder(operation: Operation) -> &'static str {
    if is_batch(operation) {
        "RequestItems"
    } else {
        "TransactItems"
    }
}
