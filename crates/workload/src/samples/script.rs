//! The samples' notation: one line per element, so that sixteen datasets fit into a few kilobytes.
//!
//! `table Name Partition:S [Sort:N] read/write`, `lsi Name Sort:S projection`, `gsi Name Partition:S [Sort:N]
//! projection read/write` (projection: `keys`, `all`, or `include A,B`), `sets Name` (lists under this name are string
//! sets), `item {plain JSON}`, `items count {plain JSON}` (with `<n>` for 1, 2, … and `<a*5>` for `aaaaa`), and `ask
//! title | Operation | {body without TableName}`. Other lines are ignored; a test checks that there are none. Must not
//! know which samples exist.

use hashrange_values::{AttributeValue, Item, KeyType, Text};
use hashrange_wire::{
    AttributeDefinition, BillingMode, CreateTableRequest, GlobalSecondaryIndex, KeyRole, KeySchemaElement,
    LocalSecondaryIndex, Operation, Projection, ProjectionType, ProvisionedThroughput, PutItemRequest, Request,
    item_from_plain_json,
};

use super::saved_request::SavedRequest;

/// The content of the lines that define a table and its items.
#[derive(Clone, Debug, Default)]
pub struct TableScript {
    table: CreateTableRequest,
    items: Vec<Item>,
    /// Names of sets, as an item that has them.
    sets: Item,
    pub(super) saved: Vec<SavedRequest>,
    /// Lines without meaning.
    pub(crate) misread: Vec<&'static str>,
}

impl TableScript {
    pub(super) fn read(parts: &[&'static str]) -> Self {
        let mut script = Self::default();
        for line in parts.iter().flat_map(|part| part.lines()) {
            if script.line(line).is_none() {
                script.misread.push(line);
            }
        }
        script
    }

    /// The table's name; empty before its line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.table.table_name
    }

    /// How many items it has.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Creates the table, then puts each item.
    #[must_use]
    pub fn requests(self) -> Vec<Request> {
        let table_name = self.table.table_name.clone();
        let put = |item| PutItemRequest {
            table_name: table_name.clone(),
            item,
            ..PutItemRequest::default()
        };
        let puts: Vec<Request> = self.items.into_iter().map(put).map(Request::from).collect();
        std::iter::once(self.table.into()).chain(puts).collect()
    }

    /// Reads one line of a sample; `None` if it has no meaning.
    pub(crate) fn line(&mut self, line: &'static str) -> Option<()> {
        match line.split_once(' ')? {
            ("ask", rest) => self.ask(rest),
            _ => self.definition(line),
        }
    }

    /// Reads one line about the table or its items; `None` if it has no meaning.
    pub fn definition(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "table" => self.table(rest),
            "lsi" => self.local_index(rest),
            "gsi" => self.global_index(rest),
            "sets" => {
                // The member does not matter, only the type.
                self.sets.insert(rest, AttributeValue::Ss([Text::from("a")].into()));
                Some(())
            }
            "item" => self.item(rest),
            "items" => {
                let (count, template) = rest.split_once(' ')?;
                (1..=count.parse::<u32>().ok()?).try_for_each(|n| self.item(&expand(template, n)))
            }
            _ => None,
        }
    }

    fn table(&mut self, rest: &str) -> Option<()> {
        let mut words: Vec<&str> = rest.split(' ').collect();
        let throughput = throughput(words.pop()?)?;
        let (name, keys) = words.split_first()?;
        self.table.table_name = (*name).to_owned();
        self.table.key_schema = self.keys(keys)?;
        self.table.billing_mode = Some(BillingMode::Provisioned);
        self.table.provisioned_throughput = Some(throughput);
        Some(())
    }

    fn local_index(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.splitn(3, ' ');
        let index_name = words.next()?.to_owned();
        let sort = self.key(words.next()?, KeyRole::Range)?;
        let key_schema = vec![self.table.key_schema.first()?.clone(), sort];
        let index = LocalSecondaryIndex {
            index_name,
            key_schema,
            projection: projection(words.next()?)?,
        };
        self.table.local_secondary_indexes.get_or_insert_default().push(index);
        Some(())
    }

    fn global_index(&mut self, rest: &str) -> Option<()> {
        let (rest, units) = rest.rsplit_once(' ')?;
        let (index_name, rest) = rest.split_once(' ')?;
        let words: Vec<&str> = rest.split(' ').collect();
        let key_count = words.iter().take_while(|word| word.contains(':')).count();
        let (keys, rest) = words.split_at(key_count);
        let index = GlobalSecondaryIndex {
            index_name: index_name.to_owned(),
            key_schema: self.keys(keys)?,
            projection: projection(&rest.join(" "))?,
            provisioned_throughput: Some(throughput(units)?),
            ..GlobalSecondaryIndex::default()
        };
        self.table.global_secondary_indexes.get_or_insert_default().push(index);
        Some(())
    }

    fn keys(&mut self, words: &[&str]) -> Option<Vec<KeySchemaElement>> {
        let roles = [KeyRole::Hash, KeyRole::Range];
        words
            .iter()
            .zip(roles)
            .map(|(word, role)| self.key(word, role))
            .collect()
    }

    /// A key attribute such as `Subject:S`; defines it, too.
    fn key(&mut self, word: &str, role: KeyRole) -> Option<KeySchemaElement> {
        let (name, kind) = word.split_once(':')?;
        let attribute_type = match kind {
            "S" => KeyType::S,
            "N" => KeyType::N,
            "B" => KeyType::B,
            _ => return None,
        };
        let definitions = &mut self.table.attribute_definitions;
        if !definitions.iter().any(|definition| definition.attribute_name == name) {
            definitions.push(AttributeDefinition {
                attribute_name: Text::from(name),
                attribute_type,
            });
        }
        Some(KeySchemaElement {
            attribute_name: Text::from(name),
            key_type: role,
        })
    }

    fn item(&mut self, json: &str) -> Option<()> {
        self.items.push(item_from_plain_json(json, Some(&self.sets)).ok()?);
        Some(())
    }

    fn ask(&mut self, rest: &'static str) -> Option<()> {
        let mut fields = rest.splitn(3, " | ");
        let (title, operation, body) = (fields.next()?, fields.next()?, fields.next()?);
        let body = body.strip_prefix('{')?;
        self.saved.push(SavedRequest {
            title,
            operation: Operation::from_name(operation)?,
            body_json: format!("{{\"TableName\":\"{}\",{body}", self.table.table_name),
        });
        Some(())
    }
}

fn throughput(word: &str) -> Option<ProvisionedThroughput> {
    let (read, write) = word.split_once('/')?;
    Some(ProvisionedThroughput {
        read_capacity_units: read.parse().ok()?,
        write_capacity_units: write.parse().ok()?,
    })
}

fn projection(words: &str) -> Option<Projection> {
    let kind = |projection_type| Projection {
        projection_type: Some(projection_type),
        non_key_attributes: None,
    };
    match words.split_once(' ') {
        None if words == "keys" => Some(kind(ProjectionType::KeysOnly)),
        None if words == "all" => Some(kind(ProjectionType::All)),
        Some(("include", names)) => Some(Projection {
            non_key_attributes: Some(names.split(',').map(Text::from).collect()),
            ..kind(ProjectionType::Include)
        }),
        _ => None,
    }
}

/// `<n>` becomes the number, `<a*5>` five times the text before the star.
#[must_use]
pub fn expand(template: &str, n: u32) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, tail)) = rest.split_once('<') {
        let Some((inside, after)) = tail.split_once('>') else {
            break;
        };
        out.push_str(before);
        match inside.split_once('*') {
            Some((text, count)) => out.push_str(&text.repeat(count.parse().unwrap_or(0))),
            None => out.push_str(&n.to_string()),
        }
        rest = after;
    }
    out + rest
}
