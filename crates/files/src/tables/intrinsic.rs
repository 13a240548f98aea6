//! Evaluates CloudFormation's intrinsic functions: values that depend only on the template, and errors for all others.
//!
//! Must not know tables.

use std::cell::{Cell, RefCell};

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{bytes_of, joined, text_of};
use super::places::Places;
use crate::file_fault::{FileFault, FileReason, LeftOut, short, under};

/// Maximum bytes of all values that parameters stand for, and members of mappings that are searched. A short file can
/// refer to a long value very often.
const MOST_REFERRED: usize = 16 << 20;

/// Maximum conditions that are evaluated in a file, and maximum depth of conditions that refer to others.
const MOST_DECIDED: usize = 10_000;
const MOST_NESTED: usize = 64;

/// The pseudo parameter with the account of the stack.
const ACCOUNT: &str = "AWS::AccountId";
/// Pseudo parameters with their values: the partition of most Regions with its domain, and the account that the service
/// has by default (model). The Region of a stack is unknown.
const PSEUDO: [(&str, &str); 3] = [
    ("AWS::Partition", "aws"),
    (ACCOUNT, "000000000000"),
    ("AWS::URLSuffix", "amazonaws.com"),
];

/// The known values of a template: the defaults of its parameters, its conditions and its mappings.
pub(super) struct Known<'t> {
    parameters: Members<'t>,
    conditions: Members<'t>,
    mappings: Option<&'t JsonTree>,
    decided: Cell<usize>,
    nested: Cell<usize>,
    /// Bytes of the values that parameters stood for, and members of mappings that were searched so far.
    referred: Cell<usize>,
    /// Names of members that are left out if their values are unknown.
    optional: &'t [&'t str],
    /// The members that were left out.
    unknown: RefCell<Vec<LeftOut>>,
}

/// Members that are found by their names.
struct Members<'t> {
    members: &'t [(String, JsonTree)],
    places: Places<'t>,
}

impl<'t> Members<'t> {
    fn of(members: &'t [(String, JsonTree)]) -> Self {
        let places = Places::of(members.iter().map(|(name, _)| name.as_str()).collect());
        Self { members, places }
    }

    fn get(&self, name: &str) -> Option<&'t JsonTree> {
        let (_, member) = self.members.get(self.places.get(name)?)?;
        Some(member)
    }
}

impl<'t> Known<'t> {
    /// The known values of this template. Members with the `optional` names are left out if their values are unknown.
    pub(super) fn of(template: &'t JsonTree, optional: &'t [&'t str]) -> Self {
        let part = |name| Members::of(template.member(name).map(JsonTree::members).unwrap_or_default());
        Self {
            parameters: part("Parameters"),
            conditions: part("Conditions"),
            mappings: template.member("Mappings"),
            decided: Cell::new(0),
            nested: Cell::new(0),
            referred: Cell::new(0),
            optional,
            unknown: RefCell::default(),
        }
    }

    /// The members that were left out since the last call.
    pub(super) fn take_unknown(&self) -> Vec<LeftOut> {
        self.unknown.take()
    }

    /// Evaluates every function in a value. The JSON parser limits the depth of trees.
    pub(super) fn resolve(&self, tree: &JsonTree, path: &str) -> Result<JsonTree, FileFault> {
        let content = match &tree.content {
            JsonContent::Object(members) => match members.as_slice() {
                [(name, argument)] if name == "Ref" || name == "Condition" || name.starts_with("Fn::") => {
                    return self.call(name, argument, path);
                }
                members => {
                    let member = |(name, member): &(String, JsonTree)| {
                        let path = under(path, name);
                        match self.resolve(member, &path) {
                            Err(fault) if self.optional.contains(&name.as_str()) => {
                                self.unknown.borrow_mut().push(FileFault { path, ..fault }.into());
                                Ok((name.clone(), JsonTree::default()))
                            }
                            resolved => Ok((name.clone(), resolved?)),
                        }
                    };
                    JsonContent::Object(members.iter().map(member).collect::<Result<_, _>>()?)
                }
            },
            JsonContent::List(elements) => {
                let element = |(place, element)| self.resolve(element, &format!("{path}[{place}]"));
                let mut resolved: Vec<JsonTree> = elements.iter().enumerate().map(element).collect::<Result<_, _>>()?;
                // AWS::NoValue removes an element.
                resolved.retain(|element| element.content != JsonContent::Null);
                JsonContent::List(resolved)
            }
            other => other.clone(),
        };
        Ok(JsonTree {
            line: tree.line,
            content,
        })
    }

    fn call(&self, name: &str, argument: &JsonTree, path: &str) -> Result<JsonTree, FileFault> {
        let known = match name {
            "Ref" => argument.text().and_then(|parameter| self.reference(parameter)),
            "Fn::Sub" => self.sub(argument, path)?,
            "Fn::Join" => self.join(argument, path)?,
            "Fn::If" => match argument.elements() {
                [condition, yes, no] => match condition.text().and_then(|name| self.condition(name)) {
                    Some(is_so) => return self.resolve(if is_so { yes } else { no }, path),
                    None => None,
                },
                _ => None,
            },
            "Fn::FindInMap" => self.find_in_map(&self.resolve(argument, path)?),
            "Fn::Select" => select(&self.resolve(argument, path)?),
            _ => None,
        };
        known
            .map(|tree| JsonTree {
                line: argument.line,
                ..tree
            })
            .ok_or_else(|| {
                let what = argument
                    .text()
                    .map_or_else(|| name.to_owned(), |text| short(&format!("{name} {text}")));
                FileFault::new(argument.line, path, FileReason::Unknown(what))
            })
    }

    fn reference(&self, parameter: &str) -> Option<JsonTree> {
        if parameter == "AWS::NoValue" {
            return Some(JsonTree::default());
        }
        if let Some((_, value)) = PSEUDO.iter().find(|(name, _)| *name == parameter) {
            return Some((*value).into());
        }
        self.spent(self.parameters.get(parameter)?.member("Default")?)
    }

    /// A value that is repeated, within the limit.
    fn spent(&self, value: &JsonTree) -> Option<JsonTree> {
        self.spend(bytes_of(value)).map(|()| value.clone())
    }

    fn spend(&self, bytes: usize) -> Option<()> {
        let referred = self.referred.get().saturating_add(bytes);
        self.referred.set(referred);
        (referred <= MOST_REFERRED).then_some(())
    }

    /// A member of a mapping. Its search counts like bytes.
    fn member_of<'m>(&self, map: &'m JsonTree, name: &str) -> Option<&'m JsonTree> {
        self.spend(map.members().len())?;
        map.member(name)
    }

    /// Whether a condition holds; `None` if that depends on more than the template.
    pub(super) fn condition(&self, name: &str) -> Option<bool> {
        self.decide(self.conditions.get(name)?)
    }

    /// Decides a condition, within the limits.
    fn decide(&self, condition: &JsonTree) -> Option<bool> {
        let (decided, nested) = (self.decided.get() + 1, self.nested.get() + 1);
        if decided > MOST_DECIDED || nested > MOST_NESTED {
            return None;
        }
        self.decided.set(decided);
        self.nested.set(nested);
        let outcome = self.outcome(condition);
        self.nested.set(nested - 1);
        outcome
    }

    fn outcome(&self, condition: &JsonTree) -> Option<bool> {
        let [(name, argument)] = condition.members() else {
            return condition.truth();
        };
        let decided = |by: bool| {
            let mut outcome = Some(!by);
            for one in argument.elements() {
                match self.decide(one) {
                    Some(truth) if truth == by => return Some(by),
                    Some(_) => {}
                    None => outcome = None,
                }
            }
            outcome
        };
        match name.as_str() {
            "Condition" => argument.text().and_then(|name| self.condition(name)),
            "Fn::And" => decided(false),
            "Fn::Or" => decided(true),
            "Fn::Not" => argument
                .elements()
                .first()
                .and_then(|one| self.decide(one))
                .map(|one| !one),
            // The stack can belong to any account. A default for it must not choose between them.
            "Fn::Equals" if argument.to_json().contains(ACCOUNT) => None,
            "Fn::Equals" => {
                let sides = self.resolve(argument, "").ok()?;
                let [one, other] = sides.elements() else { return None };
                Some(text_of(one)? == text_of(other)?)
            }
            _ => None,
        }
    }

    fn find_in_map(&self, keys: &JsonTree) -> Option<JsonTree> {
        let [map, first, second] = keys.elements() else {
            return None;
        };
        let map = self.member_of(self.mappings?, map.text()?)?;
        let map = self.member_of(map, &text_of(first)?)?;
        self.spent(self.member_of(map, &text_of(second)?)?)
    }

    /// A text with references, alone or with a map of its own values.
    fn sub(&self, argument: &JsonTree, path: &str) -> Result<Option<JsonTree>, FileFault> {
        let (text, own) = match argument.elements() {
            [text, own] => (text.text(), self.resolve(own, path)?),
            _ => (argument.text(), JsonTree::default()),
        };
        let text = text.and_then(|text| self.substitute(text, &own));
        Ok(text.map(|text| text.as_str().into()))
    }

    /// Replaces each `${Parameter}` in a text; `${!Word}` becomes the literal `${Word}`
    /// (documented: cloudformation-templates).
    fn substitute(&self, text: &str, own: &JsonTree) -> Option<String> {
        let own = Members::of(own.members());
        let mut pieces = text.split("${");
        let mut out = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (name, rest) = piece.split_once('}')?;
            match name.strip_prefix('!') {
                Some(word) => out.push_str(&format!("${{{word}}}")),
                None => {
                    let value = match own.get(name) {
                        Some(value) => self.spent(value),
                        None => self.reference(name),
                    };
                    out.push_str(&text_of(&value?)?);
                }
            }
            out.push_str(rest);
        }
        Some(out)
    }

    fn join(&self, argument: &JsonTree, path: &str) -> Result<Option<JsonTree>, FileFault> {
        let [separator, parts] = argument.elements() else {
            return Ok(None);
        };
        let parts = self.resolve(parts, path)?;
        let texts: Option<Vec<String>> = parts.elements().iter().map(text_of).collect();
        let text = separator
            .text()
            .zip(texts)
            .and_then(|(separator, texts)| joined(&texts, separator));
        Ok(text.and_then(|text| self.spent(&text.as_str().into())))
    }
}

/// The element of a list with a number.
fn select(argument: &JsonTree) -> Option<JsonTree> {
    let [number, list] = argument.elements() else {
        return None;
    };
    list.elements().get(text_of(number)?.parse::<usize>().ok()?).cloned()
}
