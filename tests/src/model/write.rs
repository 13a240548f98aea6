//! Writes of the model: their effect, response and cost.

use serde_json::{Value, json};

use super::condition::Condition;
use super::cost::Cost;
use super::update::{self, Action, same_item};
use super::value::{Attributes, item_size, parts};
use super::{Table, object, write_units, write_units_of};

/// The name of an exception.
pub type Refusal = &'static str;

const VALIDATION: Refusal = "ValidationException";
const CONDITION: Refusal = "ConditionalCheckFailedException";

/// Why an attribute cannot be a key of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// It is of another type.
    Type,
    /// It is empty.
    Empty,
}

impl Table {
    /// PutItem.
    ///
    /// # Errors
    /// The exception's name.
    pub fn put(&mut self, item: &Attributes, condition: Option<&Condition>, old: bool) -> Result<Value, Refusal> {
        self.check_index_keys(item)?;
        let key = self.key_of(item);
        let before = self.find(&key).cloned();
        check(condition, before.as_ref())?;
        self.replace(&key, Some(item.clone()));
        let attributes = before.clone().filter(|_| old);
        Ok(self.answer(before.as_ref(), Some(item), attributes.as_ref()))
    }

    /// DeleteItem.
    ///
    /// # Errors
    /// The exception's name.
    pub fn delete(&mut self, key: &Attributes, condition: Option<&Condition>, old: bool) -> Result<Value, Refusal> {
        let before = self.find(key).cloned();
        check(condition, before.as_ref())?;
        self.replace(key, None);
        let attributes = before.clone().filter(|_| old);
        Ok(self.answer(before.as_ref(), None, attributes.as_ref()))
    }

    /// UpdateItem.
    ///
    /// # Errors
    /// The exception's name.
    pub fn update(
        &mut self,
        key: &Attributes,
        actions: &[Action],
        condition: Option<&Condition>,
        returned: &str,
    ) -> Result<Value, Refusal> {
        self.check_index_keys(&update::given(actions))?;
        let before = self.find(key).cloned();
        check(condition, before.as_ref())?;
        let after = update::apply(actions, before.as_ref().unwrap_or(key), before.is_some()).map_err(|_| VALIDATION)?;
        self.check_index_keys(&after)?;
        let after = (before.is_some() || !update::only_clears(actions)).then_some(after);
        if after.is_some() {
            self.replace(key, after.clone());
        }
        let touched = |item: Option<&Attributes>| -> Option<Attributes> {
            let picked: Attributes = item?
                .iter()
                .filter(|(name, _)| actions.iter().any(|action| target(action) == name.as_str()))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            (!picked.is_empty()).then_some(picked)
        };
        let attributes = match returned {
            "ALL_OLD" => before.clone(),
            "ALL_NEW" => after.clone(),
            "UPDATED_OLD" => touched(before.as_ref()),
            "UPDATED_NEW" => touched(after.as_ref()),
            _ => None,
        };
        Ok(self.answer(before.as_ref(), after.as_ref(), attributes.as_ref()))
    }

    fn check_index_keys(&self, item: &Attributes) -> Result<(), Refusal> {
        if self.key_fault(item).is_none() {
            Ok(())
        } else {
            Err(VALIDATION)
        }
    }

    /// The first attribute that cannot be a key of an index. Local indexes are checked first.
    pub(super) fn key_fault(&self, item: &Attributes) -> Option<KeyFault> {
        let (locals, globals): (Vec<_>, Vec<_>) = self.indexes.iter().partition(|index| index.local);
        locals
            .into_iter()
            .chain(globals)
            .flat_map(|index| index.keys())
            .find_map(|key| {
                let (found, content) = parts(item.get(&key.name)?);
                if found != key.kind {
                    return Some(KeyFault::Type);
                }
                let empty = found != "N" && content.as_str().is_some_and(str::is_empty);
                empty.then_some(KeyFault::Empty)
            })
    }

    /// The cost of a write with this result.
    pub(super) fn cost(&self, before: Option<&Attributes>, after: Option<&Attributes>) -> Cost {
        let mut cost = Cost {
            table: write_units_of(before, after),
            ..Cost::default()
        };
        for index in &self.indexes {
            let entry = |item: Option<&Attributes>| item.and_then(|item| index.entry(self, item));
            let units = index_units(index, entry(before).as_ref(), entry(after).as_ref());
            if units > 0 {
                let arms = if index.local {
                    &mut cost.locals
                } else {
                    &mut cost.globals
                };
                arms.insert(index.name.clone(), units);
            }
        }
        cost
    }

    fn answer(
        &self,
        before: Option<&Attributes>,
        after: Option<&Attributes>,
        attributes: Option<&Attributes>,
    ) -> Value {
        let mut answer = json!({ "ConsumedCapacity": self.cost(before, after).report(&self.name, None) });
        if let Some(attributes) = attributes {
            answer["Attributes"] = object(attributes);
        }
        answer
    }
}

fn check(condition: Option<&Condition>, before: Option<&Attributes>) -> Result<(), Refusal> {
    let nothing = Attributes::new();
    let holds = condition.is_none_or(|condition| condition.holds(before.unwrap_or(&nothing)));
    if holds { Ok(()) } else { Err(CONDITION) }
}

fn target(action: &Action) -> &str {
    match action {
        Action::Set(path, _) | Action::Remove(path) => &path.attribute,
        Action::Add(name, _) | Action::Delete(name, _) => name,
    }
}

fn index_units(index: &super::Index, before: Option<&Attributes>, after: Option<&Attributes>) -> u64 {
    let units = |entry: &Attributes| write_units(item_size(entry));
    match (before, after) {
        (None, None) => 0,
        (Some(one), None) | (None, Some(one)) => units(one),
        (Some(before), Some(after)) if same_item(before, after) => 0,
        (Some(before), Some(after)) => {
            let stays = index.keys().all(|key| before[&key.name] == after[&key.name]);
            if stays {
                units(before).max(units(after))
            } else {
                units(before) + units(after)
            }
        }
    }
}
