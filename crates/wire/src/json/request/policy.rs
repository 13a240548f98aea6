//! Resource-based policy documents: reads and checks them, and writes them in the service's stored form.
//!
//! The stored form (observed: policies-seen) has no blanks and a fixed order of members. It has single elements in
//! place of lists of one, and root ARNs in place of account IDs. Policies deny nobody access here, so the meaning of
//! conditions is not modelled.

use hashrange_values::has_duplicates;

use super::policy_action::{Owner, is_known, matches};
use crate::error::{PolicyError, PolicyFault};
use crate::json::tape::{Node, Tape, Token};
use crate::json::writer::Writer;

/// Longest document in bytes (documented: resource-policies).
const MOST_BYTES: usize = 20_480;
/// The version of a document that specifies none (observed: policies-seen).
const OLD_VERSION: &str = "2008-10-17";
const VERSIONS: [&str; 2] = [OLD_VERSION, "2012-10-17"];
/// Members of a document and of a statement, in the stored order.
const MEMBERS: [&str; 3] = ["Version", "Id", "Statement"];
const PARTS: [&str; 9] = [
    "Sid",
    "Effect",
    "Principal",
    "NotPrincipal",
    "Action",
    "NotAction",
    "Resource",
    "NotResource",
    "Condition",
];
/// Kinds of principals.
const KINDS: [&str; 4] = ["AWS", "Service", "Federated", "CanonicalUser"];

/// A valid document.
#[derive(Debug)]
pub(crate) struct Policy {
    /// The form that the service stores.
    pub(crate) text: String,
    denials: Vec<Denial>,
}

/// A statement without conditions that denies actions to everybody or to whole accounts.
#[derive(Debug)]
struct Denial {
    /// `*`, or the root ARNs of accounts.
    principals: Vec<String>,
    actions: Vec<String>,
    resources: Vec<String>,
}

impl Policy {
    /// Whether the policy would prevent its author from changing it. Statements with conditions or about single users
    /// are assumed not to affect the author (a model: the service knows the caller).
    pub(crate) fn locks_out(&self, arn: &str) -> bool {
        let root = arn.split(':').nth(4).map(root_of).unwrap_or_default();
        self.denials.iter().any(|denial| {
            denial
                .principals
                .iter()
                .any(|principal| *principal == "*" || *principal == root)
                && denial
                    .actions
                    .iter()
                    .any(|action| matches(&action.to_ascii_lowercase(), "dynamodb:putresourcepolicy"))
                && denial.resources.iter().any(|resource| matches(resource, arn))
        })
    }
}

/// Reads a document.
pub(crate) fn read(text: &str, owner: Owner) -> Result<Policy, PolicyError> {
    if text.len() > MOST_BYTES {
        return Err(PolicyError::Size(MOST_BYTES));
    }
    let tape = Tape::parse(text).map_err(|_| PolicyFault::Json)?;
    if !tape.root().is_object() {
        return Err(PolicyFault::Json.into());
    }
    let mut reader = PolicyReader {
        text,
        owner,
        out: Writer::compact(),
        denials: Vec::new(),
    };
    reader.document(tape.root())?;
    Ok(Policy {
        text: reader.out.finish(),
        denials: reader.denials,
    })
}

struct PolicyReader<'a> {
    text: &'a str,
    owner: Owner,
    out: Writer,
    denials: Vec<Denial>,
}

type PolicyResult<T = ()> = Result<T, PolicyError>;

impl PolicyReader<'_> {
    fn document(&mut self, root: Node<'_>) -> PolicyResult {
        self.only(root, &MEMBERS)?;
        let version = match root.member("Version") {
            None => OLD_VERSION,
            Some(node) => node
                .text()
                .filter(|text| VERSIONS.contains(text))
                .ok_or_else(|| self.syntax(node))?,
        };
        let id = root.member("Id").map(|node| self.string(node)).transpose()?;
        let statement = root.member("Statement").ok_or(PolicyFault::Missing("Statement"))?;
        // A single statement counts as a list of one (observed: policies-seen).
        let statements: Vec<Node<'_>> = if statement.is_object() {
            vec![statement]
        } else {
            self.list(statement)?.elements().collect()
        };
        if statements.is_empty() {
            return Err(PolicyFault::NoStatement.into());
        }
        let names: Vec<&str> = statements.iter().filter_map(|one| one.member("Sid")?.text()).collect();
        if has_duplicates(&names) {
            return Err(PolicyFault::TwoOfOneName.into());
        }
        let mut outcome = Ok(());
        let mut out = std::mem::take(&mut self.out);
        out.object(|out| {
            out.text_member("Version", version);
            out.optional_text("Id", id);
            out.key("Statement");
            out.list(|out| {
                outcome = statements.iter().try_for_each(|one| {
                    out.element();
                    self.statement(*one, out)
                });
            });
        });
        self.out = out;
        outcome
    }

    fn statement(&mut self, node: Node<'_>, out: &mut Writer) -> PolicyResult {
        if !node.is_object() {
            return Err(self.syntax(node));
        }
        self.only(node, &PARTS)?;
        let sid = node.member("Sid").map(|sid| self.string(sid)).transpose()?;
        let effect = self.effect(node.member("Effect").ok_or(PolicyFault::Missing("Effect"))?)?;
        let (who, somebody) = self.one_of(node, "Principal", "NotPrincipal")?;
        let principals = self.principals(somebody)?;
        let (doing, action) = self.one_of(node, "Action", "NotAction")?;
        let actions = self.strings(action)?;
        self.actions(&actions)?;
        let (what, resource) = self.one_of(node, "Resource", "NotResource")?;
        let resources = self.strings(resource)?;
        self.resources(&resources)?;
        let condition = node.member("Condition");
        if effect == "Allow" && condition.is_none() && principals.everybody && who == "Principal" {
            return Err(PolicyError::Unbounded);
        }
        if effect == "Deny" && condition.is_none() && (who, doing, what) == ("Principal", "Action", "Resource") {
            let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            let principals = principals.accounts();
            self.denials.push(Denial {
                principals,
                actions: owned(&actions),
                resources: owned(&resources),
            });
        }
        let mut outcome = Ok(());
        out.object(|out| {
            out.optional_text("Sid", sid);
            out.text_member("Effect", effect);
            out.key(who);
            principals.write(out);
            out.key(doing);
            one_or_more(out, &actions);
            out.key(what);
            one_or_more(out, &resources);
            if let Some(condition) = condition {
                out.key("Condition");
                outcome = self.condition(condition, out);
            }
        });
        outcome
    }

    fn effect(&self, node: Node<'_>) -> PolicyResult<&'static str> {
        let word = self.string(node)?;
        // The case of letters does not matter (observed: policies-seen).
        let effect = ["Allow", "Deny"]
            .into_iter()
            .find(|effect| effect.eq_ignore_ascii_case(word));
        effect.ok_or_else(|| self.syntax(node))
    }

    fn principals<'t>(&self, node: Node<'t>) -> PolicyResult<Principals<'t>> {
        if node.text() == Some("*") {
            return Ok(Principals {
                everybody: true,
                named: Vec::new(),
            });
        }
        if !node.is_object() {
            return Err(self.syntax(node));
        }
        let mut found = Principals {
            everybody: false,
            named: Vec::new(),
        };
        for (kind, who) in node.members() {
            if !KINDS.contains(&kind) {
                return Err(self.syntax(who));
            }
            let mut names: Vec<String> = Vec::new();
            for name in self.strings(who)? {
                let name = if kind == "AWS" {
                    aws_principal(name)?
                } else {
                    name.to_owned()
                };
                found.everybody |= kind == "AWS" && name == "*";
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            found.named.push((kind, names));
        }
        if found.named.is_empty() {
            Err(self.syntax(node))
        } else {
            Ok(found)
        }
    }

    fn actions(&self, actions: &[&str]) -> PolicyResult {
        let unknown: Vec<String> = actions
            .iter()
            .filter(|action| !is_known(action, self.owner))
            .map(|action| format!("\"{action}\""))
            .collect();
        if unknown.is_empty() {
            Ok(())
        } else {
            Err(PolicyFault::Actions(unknown.join(", ")).into())
        }
    }

    /// Checks the kind of the resources. A table's policy names tables and indexes, a stream's policy names streams.
    /// The service does not check which ones (observed: policies-seen).
    fn resources(&self, resources: &[&str]) -> PolicyResult {
        for arn in resources.iter().filter(|arn| **arn != "*") {
            let id = arn.splitn(6, ':').nth(5).unwrap_or_default();
            let of_stream = id.contains("/stream/");
            let fits = arn.starts_with("arn:") && (id.starts_with("table/") || id.contains('*'));
            let fits = fits && (of_stream == (self.owner == Owner::Stream) || id.contains('*'));
            if !fits {
                return Err(PolicyFault::Relative {
                    id: id.to_owned(),
                    arn: (*arn).to_owned(),
                }
                .into());
            }
        }
        Ok(())
    }

    /// Reads operators, each with keys and their values. Values are strings, numbers or booleans.
    fn condition(&self, node: Node<'_>, out: &mut Writer) -> PolicyResult {
        let mut outcome = Ok(());
        let object = |node: Node<'_>| {
            if node.is_object() {
                Ok(())
            } else {
                Err(self.syntax(node))
            }
        };
        object(node)?;
        out.object(|out| {
            outcome = node.members().try_for_each(|(operator, keys)| {
                object(keys)?;
                let mut inner = Ok(());
                out.key(operator);
                out.object(|out| {
                    inner = keys.members().try_for_each(|(key, values)| {
                        out.key(key);
                        self.values(values, out)
                    });
                });
                inner
            });
        });
        outcome
    }

    fn values(&self, node: Node<'_>, out: &mut Writer) -> PolicyResult {
        let values: Vec<Node<'_>> = if node.is_list() {
            node.elements().collect()
        } else {
            vec![node]
        };
        if let [single] = values.as_slice() {
            return self.value(*single, out);
        }
        let mut outcome = Ok(());
        out.list(|out| {
            outcome = values.iter().try_for_each(|value| {
                out.element();
                self.value(*value, out)
            });
        });
        outcome
    }

    fn value(&self, node: Node<'_>, out: &mut Writer) -> PolicyResult {
        match node.token() {
            Token::Text(text) => out.string(text),
            Token::Number(digits) => out.display(digits),
            Token::True => out.boolean(true),
            Token::False => out.boolean(false),
            Token::Null | Token::List | Token::Object => return Err(self.syntax(node)),
        }
        Ok(())
    }

    /// The member of a statement with either name.
    fn one_of<'t>(
        &self,
        node: Node<'t>,
        name: &'static str,
        other: &'static str,
    ) -> PolicyResult<(&'static str, Node<'t>)> {
        match (node.member(name), node.member(other)) {
            (Some(found), None) => Ok((name, found)),
            (None, Some(found)) => Ok((other, found)),
            (Some(_), Some(second)) => Err(self.syntax(second)),
            (None, None) => Err(PolicyFault::Missing(name).into()),
        }
    }

    fn strings<'t>(&self, node: Node<'t>) -> PolicyResult<Vec<&'t str>> {
        if node.text().is_some() {
            return Ok(vec![self.string(node)?]);
        }
        let strings = self
            .list(node)?
            .elements()
            .map(|one| self.string(one))
            .collect::<PolicyResult<Vec<_>>>()?;
        if strings.is_empty() {
            Err(self.syntax(node))
        } else {
            Ok(strings)
        }
    }

    fn string<'t>(&self, node: Node<'t>) -> PolicyResult<&'t str> {
        node.text().ok_or_else(|| self.syntax(node))
    }

    fn list<'t>(&self, node: Node<'t>) -> PolicyResult<Node<'t>> {
        if node.is_list() {
            Ok(node)
        } else {
            Err(self.syntax(node))
        }
    }

    /// Refuses unknown members.
    fn only(&self, node: Node<'_>, names: &[&str]) -> PolicyResult {
        match node.members().find(|(name, _)| !names.contains(name)) {
            Some((_, value)) => Err(self.syntax(value)),
            None => Ok(()),
        }
    }

    fn syntax(&self, node: Node<'_>) -> PolicyError {
        let before = self.text.get(..node.offset()).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        PolicyFault::Syntax { line, column }.into()
    }
}

/// The principals of a statement.
struct Principals<'t> {
    everybody: bool,
    /// Names by kind; empty if the principal is everybody without a kind.
    named: Vec<(&'t str, Vec<String>)>,
}

impl Principals<'_> {
    /// `*` for everybody, or the root ARNs of complete accounts.
    fn accounts(&self) -> Vec<String> {
        if self.everybody {
            return vec!["*".to_owned()];
        }
        let of_aws = self
            .named
            .iter()
            .filter(|(kind, _)| *kind == "AWS")
            .flat_map(|(_, names)| names);
        of_aws.filter(|name| name.ends_with(":root")).cloned().collect()
    }

    fn write(&self, out: &mut Writer) {
        if self.named.is_empty() {
            return out.string("*");
        }
        out.object(|out| {
            for (kind, names) in &self.named {
                out.key(kind);
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                one_or_more(out, &names);
            }
        });
    }
}

/// Writes a list of one as its element (observed: policies-seen).
fn one_or_more(out: &mut Writer, texts: &[&str]) {
    match texts {
        [single] => out.string(single),
        texts => out.strings(texts.iter().copied()),
    }
}

/// Reads a principal of AWS: everybody, an account, or an ARN. Every possible name is accepted, because the existing
/// principals are unknown here.
fn aws_principal(name: &str) -> Result<String, PolicyError> {
    let is_account = |text: &str| text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    if name == "*" {
        return Ok(name.to_owned());
    }
    if is_account(name) {
        return Ok(root_of(name));
    }
    let mut parts = name.splitn(6, ':');
    let (scheme, _partition, service) = (parts.next(), parts.next(), parts.next());
    let (_region, account, id) = (parts.next(), parts.next(), parts.next());
    let fits = scheme == Some("arn")
        && service.is_some_and(|service| ["iam", "sts"].contains(&service))
        && account.is_some_and(is_account)
        && id.is_some_and(|id| !id.is_empty());
    if fits {
        Ok(name.to_owned())
    } else {
        Err(PolicyError::Principal)
    }
}

fn root_of(account: &str) -> String {
    format!("arn:aws:iam::{account}:root")
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
