//! Updates of the model: separate actions, written as an expression and applied one by one.

use serde_json::{Value, json};

use super::condition::{Path, Placeholders};
use super::value::{Attributes, Decimal, parts, same, texts};

/// One action of an update.
#[derive(Clone, Debug)]
pub enum Action {
    /// `SET path = operand`.
    Set(Path, Operand),
    /// `REMOVE path`.
    Remove(Path),
    /// `ADD attribute value`, a number or a set.
    Add(String, Value),
    /// `DELETE attribute value`, a set.
    Delete(String, Value),
}

/// The right side of a SET.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A value.
    Value(Value),
    /// Another attribute.
    Copy(Path),
    /// `if_not_exists(path, value)`.
    IfNotExists(Path, Value),
    /// `path + value` or, if the flag is true, `path - value`.
    Sum(Path, Value, bool),
    /// `list_append(path, value)`.
    Append(Path, Value),
}

/// The update does not fit the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoesNotFit;

/// Writes the actions as an update expression.
pub fn write(actions: &[Action], out: &mut Placeholders) -> String {
    let mut sections: [Vec<String>; 4] = Default::default();
    for action in actions {
        match action {
            Action::Set(path, operand) => {
                let path = out.path(path);
                sections[0].push(format!("{path} = {}", operand.write(out)));
            }
            Action::Remove(path) => sections[1].push(out.path(path)),
            Action::Add(name, value) => {
                sections[2].push(format!("{} {}", out.path(&Path::top(name)), out.value(value)));
            }
            Action::Delete(name, value) => {
                sections[3].push(format!("{} {}", out.path(&Path::top(name)), out.value(value)));
            }
        }
    }
    let written = ["SET", "REMOVE", "ADD", "DELETE"]
        .iter()
        .zip(&sections)
        .filter(|(_, actions)| !actions.is_empty());
    written
        .map(|(name, actions)| format!("{name} {}", actions.join(", ")))
        .collect::<Vec<_>>()
        .join(" ")
}

impl Operand {
    /// The operand of an expression or statement.
    pub fn write(&self, out: &mut Placeholders) -> String {
        match self {
            Self::Value(value) => out.value(value),
            Self::Copy(path) => out.path(path),
            Self::IfNotExists(path, value) => format!("if_not_exists({}, {})", out.path(path), out.value(value)),
            Self::Sum(path, value, minus) => {
                format!(
                    "{} {} {}",
                    out.path(path),
                    if *minus { "-" } else { "+" },
                    out.value(value)
                )
            }
            Self::Append(path, value) => format!("list_append({}, {})", out.path(path), out.value(value)),
        }
    }
}

/// The attributes that actions set to a value of the request, independent of the item.
#[must_use]
pub fn given(actions: &[Action]) -> Attributes {
    let given = actions.iter().filter_map(|action| match action {
        Action::Set(path, Operand::Value(value)) if path.member.is_none() => {
            Some((path.attribute.clone(), value.clone()))
        }
        Action::Add(name, value) | Action::Delete(name, value) => Some((name.clone(), value.clone())),
        _ => None,
    });
    given.collect()
}

/// The item after the actions. Each action reads the previous item. Without an item, removing something inside a
/// missing attribute is not refused.
///
/// # Errors
/// When an action does not fit the item.
pub fn apply(actions: &[Action], before: &Attributes, exists: bool) -> Result<Attributes, DoesNotFit> {
    let mut after = before.clone();
    for action in actions {
        if let (Action::Remove(path), false) = (action, exists) {
            after.remove(&path.attribute);
            continue;
        }
        match action {
            Action::Set(path, operand) => {
                let value = evaluate(operand, before)?;
                put(&mut after, path, value)?;
            }
            Action::Remove(path) => remove(&mut after, path)?,
            Action::Add(name, value) => {
                let sum = match before.get(name) {
                    None => value.clone(),
                    Some(found) => add(found, value)?,
                };
                after.insert(name.clone(), sum);
            }
            Action::Delete(name, value) => match before.get(name).map(|found| subtract(found, value)).transpose()? {
                Some(Some(left)) => drop(after.insert(name.clone(), left)),
                Some(None) => drop(after.remove(name)),
                None => {}
            },
        }
    }
    Ok(after)
}

fn evaluate(operand: &Operand, item: &Attributes) -> Result<Value, DoesNotFit> {
    match operand {
        Operand::Value(value) => Ok(value.clone()),
        Operand::Copy(path) => path.find(item).cloned().ok_or(DoesNotFit),
        Operand::IfNotExists(path, value) => Ok(path.find(item).unwrap_or(value).clone()),
        Operand::Sum(path, value, minus) => {
            let (one, other) = (number(path.find(item).ok_or(DoesNotFit)?)?, number(value)?);
            Ok(json!({ "N": Decimal(if *minus { one.0 - other.0 } else { one.0 + other.0 }).text() }))
        }
        Operand::Append(path, value) => {
            let (kind, list) = parts(path.find(item).ok_or(DoesNotFit)?);
            let mut list = list.as_array().filter(|_| kind == "L").ok_or(DoesNotFit)?.clone();
            list.extend(parts(value).1.as_array().into_iter().flatten().cloned());
            Ok(json!({ "L": list }))
        }
    }
}

fn number(value: &Value) -> Result<Decimal, DoesNotFit> {
    match parts(value) {
        ("N", text) => Ok(Decimal::parse(text.as_str().ok_or(DoesNotFit)?)),
        _ => Err(DoesNotFit),
    }
}

fn put(item: &mut Attributes, path: &Path, value: Value) -> Result<(), DoesNotFit> {
    match &path.member {
        None => drop(item.insert(path.attribute.clone(), value)),
        Some(member) => {
            let map = item
                .get_mut(&path.attribute)
                .and_then(|found| found.get_mut("M"))
                .ok_or(DoesNotFit)?;
            map[member] = value;
        }
    }
    Ok(())
}

fn remove(item: &mut Attributes, path: &Path) -> Result<(), DoesNotFit> {
    match &path.member {
        None => drop(item.remove(&path.attribute)),
        Some(member) => {
            let map = item
                .get_mut(&path.attribute)
                .and_then(|found| found.get_mut("M"))
                .ok_or(DoesNotFit)?;
            map.as_object_mut().ok_or(DoesNotFit)?.remove(member);
        }
    }
    Ok(())
}

fn add(found: &Value, value: &Value) -> Result<Value, DoesNotFit> {
    match (parts(found), parts(value)) {
        (("N", _), ("N", _)) => Ok(json!({ "N": Decimal(number(found)?.0 + number(value)?.0).text() })),
        ((kind @ ("SS" | "NS"), set), (other, more)) if kind == other => {
            let mut members: Vec<&str> = texts(set).collect();
            members.extend(texts(more).filter(|member| !texts(set).any(|found| found == *member)));
            Ok(json!({ kind: members }))
        }
        _ => Err(DoesNotFit),
    }
}

/// The rest of a set. `None` if it is empty.
fn subtract(found: &Value, value: &Value) -> Result<Option<Value>, DoesNotFit> {
    match (parts(found), parts(value)) {
        ((kind @ ("SS" | "NS"), set), (other, less)) if kind == other => {
            let members: Vec<&str> = texts(set)
                .filter(|member| !texts(less).any(|gone| gone == *member))
                .collect();
            Ok((!members.is_empty()).then(|| json!({ kind: members })))
        }
        _ => Err(DoesNotFit),
    }
}

/// Whether an update only removes attributes or members, and so does not create an item.
#[must_use]
pub fn only_clears(actions: &[Action]) -> bool {
    !actions.is_empty()
        && actions
            .iter()
            .all(|action| matches!(action, Action::Remove(_) | Action::Delete(..)))
}

/// Whether two items are equal.
#[must_use]
pub fn same_item(a: &Attributes, b: &Attributes) -> bool {
    a.len() == b.len()
        && a.iter()
            .all(|(name, value)| b.get(name).is_some_and(|found| same(value, found)))
}
