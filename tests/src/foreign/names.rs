//! Converts names of tables for an endpoint and back. Each name gets a prefix, and resource names the endpoint's Region
//! and account. Must not know the endpoint.

use hashrange_wire::is_table_name;
use serde_json::{Map, Value};

/// Members of requests that contain the name or resource name of a table.
const TABLES: [&str; 5] = [
    "TableName",
    "TargetTableName",
    "SourceTableName",
    "GlobalTableName",
    "ExclusiveStartTableName",
];
/// Words of a statement before the name of a table.
const BEFORE_TABLES: [&str; 3] = ["FROM", "INTO", "UPDATE"];
/// Region and account in the resource names of specs.
const OF_SPECS: &str = "us-east-1:000000000000";
/// The maximum length of a table name.
const LONGEST: usize = 255;
/// The maximum length of a request token.
const LONGEST_TOKEN: usize = 36;
/// The number of characters of a run's prefix that are added to a token.
const OF_RUN: usize = 6;
/// The maximum length of a statement.
const LONGEST_STATEMENT: usize = 8_192;

/// A prefix, and the endpoint's Region and account.
#[derive(Clone, Debug)]
pub struct Names {
    prefix: String,
    home: Option<String>,
}

impl Names {
    /// Names with this prefix. It has letters, digits and underscores, and ends with an underscore.
    #[must_use]
    pub fn new(prefix: &str) -> Self {
        Self {
            prefix: prefix.to_owned(),
            home: None,
        }
    }

    /// A request's body for the endpoint. Changes only names of tables, and leaves text that is not JSON unchanged.
    ///
    /// # Errors
    /// When a name is too long for the prefix, or cannot be found safely in a statement.
    pub fn sent(&self, body: &str) -> Result<String, String> {
        match serde_json::from_str(body) {
            Ok(value @ Value::Object(_)) => Ok(self.renamed(value)?.to_string()),
            _ => Ok(body.to_owned()),
        }
    }

    /// A response's body for a spec.
    #[must_use]
    pub fn answered(&self, body: &str) -> String {
        let body = body.replace(&self.prefix, "");
        self.home
            .as_ref()
            .map_or(body.clone(), |home| body.replace(home, OF_SPECS))
    }

    /// A response in which the positions in a statement, for example ` at 1:28:5`, do not count the prefix. `statement`
    /// is the text that was sent.
    #[must_use]
    pub fn placed(&self, statement: &str, answer: &str) -> String {
        let mut pieces = answer.split(" at ");
        let first = pieces.next().unwrap_or_default().to_owned();
        pieces.fold(first, |text, piece| {
            format!("{text} at {}", self.moved(statement, piece).as_deref().unwrap_or(piece))
        })
    }

    /// `line:column:length…` without the prefixes before the column. `None` if it is not a position.
    fn moved(&self, statement: &str, piece: &str) -> Option<String> {
        let (line, rest) = piece.split_once(':')?;
        let (column, rest) = rest.split_once(':')?;
        let (number, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
        let before = statement
            .lines()
            .nth(number.checked_sub(1)?)?
            .get(..column.checked_sub(1)?)?;
        let prefixes = before.matches(&self.prefix).count() * self.prefix.len();
        Some(format!("{line}:{}:{rest}", column.checked_sub(prefixes)?))
    }

    /// Reads Region and account from the resource name of a table that a response describes.
    pub fn learn(&mut self, body: &str) {
        let Some(body) = Some(body)
            .filter(|_| self.home.is_none())
            .and_then(|body| serde_json::from_str(body).ok())
        else {
            return;
        };
        let body: Value = body;
        let arn = body["TableDescription"]["TableArn"]
            .as_str()
            .or(body["Table"]["TableArn"].as_str());
        if let [_, _, _, region, account, ..] = arn.unwrap_or("").split(':').collect::<Vec<_>>()[..] {
            self.home = Some(format!("{region}:{account}"));
        }
    }

    /// The name in a name or resource name, as it was sent.
    #[must_use]
    pub fn name_in(&self, reference: &str) -> String {
        let name = reference.split_once(":table/").map_or(reference, |(_, rest)| rest);
        name.split('/').next().unwrap_or(name).to_owned()
    }

    /// Whether a table at the endpoint has the prefix.
    #[must_use]
    pub fn is_own(&self, table: &str) -> bool {
        table.starts_with(&self.prefix)
    }

    /// A name that sorts before all prefixed names and after most others.
    #[must_use]
    pub fn before_all(&self) -> &str {
        self.prefix.trim_end_matches('_')
    }

    /// A name with the prefix.
    #[must_use]
    pub fn prefixed(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn renamed(&self, value: Value) -> Result<Value, String> {
        Ok(match value {
            Value::Object(members) => {
                let renamed = members.into_iter().map(|(name, value)| {
                    let value = match value {
                        Value::String(text) if TABLES.contains(&name.as_str()) => Value::String(self.table(&text)?),
                        Value::String(text) if name == "Statement" => Value::String(self.statement(&text)?),
                        Value::String(text) if name == "ClientRequestToken" => Value::String(self.token(text)),
                        Value::Object(tables) if name == "RequestItems" => Value::Object(self.keys(tables)?),
                        value => self.renamed(value)?,
                    };
                    Ok((name, value))
                });
                Value::Object(renamed.collect::<Result<_, String>>()?)
            }
            Value::Array(values) => Value::Array(
                values
                    .into_iter()
                    .map(|value| self.renamed(value))
                    .collect::<Result<_, _>>()?,
            ),
            Value::String(text) => Value::String(self.resource(text)?),
            value => value,
        })
    }

    /// A token that no earlier run has used, because the service remembers tokens for ten minutes. A token without
    /// space for the suffix is unchanged.
    fn token(&self, token: String) -> String {
        let run = self.before_all();
        let run = run.get(run.len().saturating_sub(OF_RUN)..).unwrap_or(run);
        if token.is_empty() || token.len() + run.len() > LONGEST_TOKEN {
            token
        } else {
            format!("{token}{run}")
        }
    }

    /// The tables of a batch.
    fn keys(&self, tables: Map<String, Value>) -> Result<Map<String, Value>, String> {
        tables
            .into_iter()
            .map(|(table, value)| Ok((self.table(&table)?, self.renamed(value)?)))
            .collect()
    }

    /// Converts a name or resource name. A text that cannot be the name of a table is unchanged.
    fn table(&self, name: &str) -> Result<String, String> {
        if !is_table_name(name) {
            return self.resource(name.to_owned());
        }
        let prefixed = self.prefixed(name);
        match prefixed.len() {
            0..=LONGEST => Ok(prefixed),
            _ => Err(format!(
                "a name of {} characters leaves no room for a prefix",
                name.len()
            )),
        }
    }

    /// Converts the resource name of a table of the specs, or of a part of one. Any other text is unchanged.
    fn resource(&self, text: String) -> Result<String, String> {
        let start = format!("arn:aws:dynamodb:{OF_SPECS}:table/");
        let Some(rest) = text.strip_prefix(&start) else {
            return Ok(text);
        };
        let (name, more) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let home = self.home.as_deref().unwrap_or(OF_SPECS);
        Ok(format!("arn:aws:dynamodb:{home}:table/{}{more}", self.table(name)?))
    }

    /// Converts a statement: the names at positions where a table name is required.
    fn statement(&self, text: &str) -> Result<String, String> {
        if text.contains("--") || text.contains("/*") {
            return Err("a comment may stand between a statement and the name of its table".to_owned());
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(word) = next_word(rest) {
            let (before, after) = rest.split_at(word.end);
            out.push_str(before);
            rest = after;
            if BEFORE_TABLES
                .iter()
                .any(|keyword| keyword.eq_ignore_ascii_case(word.text))
            {
                let start = rest
                    .find(|c: char| !c.is_whitespace() && c != '"')
                    .unwrap_or(rest.len());
                let quoted = rest.get(..start).is_some_and(|gap| gap.contains('"'));
                let ends = |c: char| {
                    if quoted {
                        c == '"'
                    } else {
                        !(c.is_ascii_alphanumeric() || c == '_')
                    }
                };
                let (gap, named) = rest.split_at(start);
                let (name, more) = named.split_at(named.find(ends).unwrap_or(named.len()));
                out.push_str(gap);
                out.push_str(&self.table(name)?);
                rest = more;
            }
        }
        out.push_str(rest);
        let [before, after] = [text, &out].map(|text| text.chars().count());
        if before <= LONGEST_STATEMENT && after > LONGEST_STATEMENT {
            return Err(format!(
                "a statement of {before} characters leaves no room for a prefix"
            ));
        }
        Ok(out)
    }
}

struct Word<'t> {
    text: &'t str,
    /// Its end in the searched text.
    end: usize,
}

/// The next word outside single quotes.
fn next_word(text: &str) -> Option<Word<'_>> {
    let mut quoted = false;
    let mut start = None;
    for (at, character) in text.char_indices() {
        quoted ^= character == '\'';
        let in_word = !quoted && (character.is_ascii_alphanumeric() || character == '_');
        match start {
            None if in_word => start = Some(at),
            Some(start) if !in_word => {
                return Some(Word {
                    text: &text[start..at],
                    end: at,
                });
            }
            _ => {}
        }
    }
    start.map(|start| Word {
        text: &text[start..],
        end: text.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::Names;

    fn sent(body: &str) -> String {
        Names::new("own_").sent(body).expect("there is room")
    }

    #[test]
    fn names_get_the_prefix_wherever_they_stand() {
        for (body, expected) in [
            (r#"{"TableName":"Thread"}"#, r#"{"TableName":"own_Thread"}"#),
            (
                r#"{"RequestItems":{"Thread":{"Keys":[]}}}"#,
                r#"{"RequestItems":{"own_Thread":{"Keys":[]}}}"#,
            ),
            (
                r#"{"TransactItems":[{"Put":{"Item":{"TableName":{"S":"x"}},"TableName":"Thread"}}]}"#,
                r#"{"TransactItems":[{"Put":{"Item":{"TableName":{"S":"x"}},"TableName":"own_Thread"}}]}"#,
            ),
            (
                r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Thread/index/I"}"#,
                r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/own_Thread/index/I"}"#,
            ),
            (r#"{"ClientRequestToken":"t"}"#, r#"{"ClientRequestToken":"town"}"#),
            (r#"{"TableName":"a/b"}"#, r#"{"TableName":"a/b"}"#),
            ("{", "{"),
        ] {
            assert_eq!(sent(body), expected);
        }
    }

    #[test]
    fn statements_name_their_tables() {
        let names = Names::new("own_");
        for (text, expected) in [
            (
                r#"SELECT * FROM "Thread"."ByDate" WHERE a = 'from Thread'"#,
                r#"SELECT * FROM "own_Thread"."ByDate" WHERE a = 'from Thread'"#,
            ),
            (
                "insert into Thread value {'a': 1}",
                "insert into own_Thread value {'a': 1}",
            ),
            ("UPDATE Thread SET a = 1", "UPDATE own_Thread SET a = 1"),
            (
                "EXISTS(SELECT * FROM Thread WHERE a = 1)",
                "EXISTS(SELECT * FROM own_Thread WHERE a = 1)",
            ),
            ("SELECT", "SELECT"),
        ] {
            assert_eq!(names.statement(text).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn answers_are_those_of_the_spec() {
        let mut names = Names::new("own_");
        let body = r#"{"Table":{"TableArn":"arn:aws:dynamodb:eu-west-2:123456789012:table/own_Thread"}}"#;
        names.learn(body);
        assert_eq!(
            names.answered(body),
            r#"{"Table":{"TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Thread"}}"#
        );
        assert_eq!(
            names.name_in("arn:aws:dynamodb:eu-west-2:123456789012:table/own_Thread/index/I"),
            "own_Thread"
        );
    }

    #[test]
    fn places_in_statements_are_those_without_the_prefix() {
        let names = Names::new("own_");
        let sent = "SELECT * FROM own_Thread LIMIT 1";
        assert_eq!(
            names.placed(sent, "Unsupported clause: LIMIT at 1:26:1"),
            "Unsupported clause: LIMIT at 1:22:1"
        );
        for same in ["No", "look at this", "at 1:2", "x at 1:3:1", "x at 9:9:9"] {
            assert_eq!(names.placed(sent, same), same);
        }
    }

    #[test]
    fn what_cannot_get_the_prefix_is_not_sent() {
        let body = format!(r#"{{"TableName":"{}"}}"#, "a".repeat(252));
        assert!(Names::new("own_").sent(&body).is_err());
        for statement in [
            "UPDATE/**/Thread SET a = 1".to_owned(),
            format!("SELECT {} FROM Thread", "a".repeat(8_170)),
        ] {
            assert!(Names::new("own_").statement(&statement).is_err());
        }
    }
}
