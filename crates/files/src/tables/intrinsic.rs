//! Evaluates CloudFormation's intrinsic functions: values that depend only on the template, and errors for all others.
//!
//! Must not know tables.

use std::cell::Cell;

use hashrange_wire::{JsonContent, JsonTree};

use crate::file_fault::{FileFault, FileReason};

/// Maximum bytes of all values that parameters stand for. A short file can refer to a long value very often.
const MOST_REFERRED: usize = 16 << 20;

/// The known values of a template: the defaults of its parameters.
pub(super) struct Known<'t> {
    parameters: &'t [(String, JsonTree)],
    /// Bytes of the values that parameters stood for so far.
    referred: Cell<usize>,
}

impl<'t> Known<'t> {
    /// The known values of this template.
    pub(super) fn of(template: &'t JsonTree) -> Self {
        Self {
            parameters: template.member("Parameters").map(JsonTree::members).unwrap_or_default(),
            referred: Cell::new(0),
        }
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
                        Ok((name.clone(), self.resolve(member, &format!("{path}.{name}"))?))
                    };
                    JsonContent::Object(members.iter().map(member).collect::<Result<_, _>>()?)
                }
            },
            JsonContent::List(elements) => {
                let element = |(place, element)| self.resolve(element, &format!("{path}[{place}]"));
                JsonContent::List(elements.iter().enumerate().map(element).collect::<Result<_, _>>()?)
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
            "Fn::Sub" => argument
                .text()
                .and_then(|text| self.substitute(text))
                .map(|text| text.as_str().into()),
            "Fn::Join" => self.join(argument, path)?,
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
                    .map_or_else(|| name.to_owned(), |text| format!("{name} {text}"));
                FileFault::new(argument.line, path, FileReason::Unknown(what))
            })
    }

    fn reference(&self, parameter: &str) -> Option<JsonTree> {
        if parameter == "AWS::NoValue" {
            return Some(JsonTree::default());
        }
        let (_, found) = self.parameters.iter().find(|(name, _)| name == parameter)?;
        let value = found.member("Default")?;
        let referred = self.referred.get().saturating_add(bytes_of(value));
        self.referred.set(referred);
        (referred <= MOST_REFERRED).then(|| value.clone())
    }

    /// Replaces each `${Parameter}` in a text; `${!Word}` becomes the literal `${Word}`
    /// (documented: cloudformation-templates).
    fn substitute(&self, text: &str) -> Option<String> {
        let mut pieces = text.split("${");
        let mut out = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (name, rest) = piece.split_once('}')?;
            match name.strip_prefix('!') {
                Some(word) => out.push_str(&format!("${{{word}}}")),
                None => out.push_str(&text_of(&self.reference(name)?)?),
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
        let joined = |separator: &str| texts.map(|texts| JsonTree::from(texts.join(separator).as_str()));
        Ok(separator.text().and_then(joined))
    }
}

/// The approximate bytes of a value.
fn bytes_of(tree: &JsonTree) -> usize {
    let parts: usize = match &tree.content {
        JsonContent::Text(text) | JsonContent::Number(text) => text.len(),
        JsonContent::Object(members) => members.iter().map(|(name, member)| name.len() + bytes_of(member)).sum(),
        JsonContent::List(elements) => elements.iter().map(bytes_of).sum(),
        JsonContent::Bool(_) | JsonContent::Null => 0,
    };
    parts + 1
}

fn text_of(tree: &JsonTree) -> Option<String> {
    match &tree.content {
        JsonContent::Text(text) | JsonContent::Number(text) => Some(text.clone()),
        _ => None,
    }
}
