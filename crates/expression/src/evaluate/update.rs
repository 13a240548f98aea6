//! The result of an update on an item.
//!
//! Every action reads the previous item. Problems have the service's order (observed: update-check-order): first paths
//! through values other than maps and lists, then wrong types. Then follow, clause by clause from the last, missing
//! paths and attributes. Numbers out of range come last. List indexes refer to the previous list. Elements are removed
//! after all writes, and elements set beyond the end are appended in the order of their indexes
//! (documented: expression-reference).

use std::borrow::Cow;

use hashrange_values::{AttributeValue, List, Map, Number, Path, Step, difference, sort_by, union};

use crate::tree::Sign;
use crate::update::{Action, ActionKind, Applied, SetValue, Update};
use crate::{ExpressionError, ExpressionKind, Problem};

/// The result of one action, after the checks of all actions.
enum Outcome {
    Store(AttributeValue),
    Clear,
    Nothing,
}

/// The container of the last step of a path.
enum Holder {
    /// The item itself, or a map or list that suits the step.
    Fits,
    /// A value that does not allow the step.
    Wrong,
    /// No value.
    Missing,
}

impl Update {
    pub(crate) fn apply_to(&self, item: &Map, is_new: bool) -> Result<Applied, ExpressionError> {
        let plans: Vec<Plan<'_>> = self
            .actions
            .iter()
            .map(|action| Plan::new(action, item, is_new))
            .collect();
        refuse(&plans).map_err(|error| match error.problem {
            Problem::IncorrectDataType if self.by_attribute => ExpressionError {
                problem: Problem::AttributeTypeMismatch,
                ..error
            },
            _ => error,
        })?;
        let mut writes = Writes {
            item: item.clone(),
            appended: Vec::new(),
            removed: Vec::new(),
        };
        for Plan { action, outcome, .. } in plans {
            let path = &action.target.path;
            match outcome.map_err(|problem| failure(action, problem))? {
                Outcome::Store(value) => writes.store(path, value),
                Outcome::Clear => writes.clear(path, item),
                Outcome::Nothing => {}
            }
        }
        let touched = self.targets().map(|target| target.path.clone()).collect();
        Ok(Applied {
            item: writes.finish(),
            touched,
        })
    }
}

/// An action, its target, and its value.
struct Plan<'u> {
    action: &'u Action,
    holder: Holder,
    outcome: Result<Outcome, Problem>,
}

impl<'u> Plan<'u> {
    fn new(action: &'u Action, item: &Map, is_new: bool) -> Self {
        let path = &action.target.path;
        let holder = match holder(path, item) {
            Holder::Missing if is_new && matches!(action.kind, ActionKind::Remove) => Holder::Fits,
            holder => holder,
        };
        Self {
            action,
            holder,
            outcome: action.kind.outcome(path, item),
        }
    }
}

/// Refuses impossible actions, except for numbers out of range.
fn refuse(plans: &[Plan<'_>]) -> Result<(), ExpressionError> {
    if let Some(plan) = plans.iter().find(|plan| matches!(plan.holder, Holder::Wrong)) {
        return Err(failure(plan.action, Problem::InvalidPath));
    }
    if let Some(plan) = plans
        .iter()
        .find(|plan| matches!(plan.outcome, Err(Problem::IncorrectDataType)))
    {
        return Err(failure(plan.action, Problem::IncorrectDataType));
    }
    for clause in plans.chunk_by(|a, b| a.action.clause == b.action.clause).rev() {
        if let Some(plan) = clause.iter().find(|plan| matches!(plan.holder, Holder::Missing)) {
            return Err(failure(plan.action, Problem::InvalidPath));
        }
        if let Some(plan) = clause
            .iter()
            .find(|plan| matches!(plan.outcome, Err(Problem::MissingAttribute)))
        {
            return Err(failure(plan.action, Problem::MissingAttribute));
        }
    }
    Ok(())
}

fn failure(action: &Action, problem: Problem) -> ExpressionError {
    ExpressionError::new(ExpressionKind::Update, action.target.span, problem)
}

fn holder(path: &Path, item: &Map) -> Holder {
    let Some((last, before)) = path.steps.split_last() else {
        return Holder::Fits;
    };
    let mut value = item.get(&path.attribute);
    for step in before {
        value = value.and_then(|value| take(value, step));
    }
    match (value, last) {
        (None, _) => Holder::Missing,
        (Some(AttributeValue::M(_)), Step::Key(_)) | (Some(AttributeValue::L(_)), Step::Index(_)) => Holder::Fits,
        (Some(_), _) => Holder::Wrong,
    }
}

fn take<'a>(value: &'a AttributeValue, step: &Step) -> Option<&'a AttributeValue> {
    match (value, step) {
        (AttributeValue::M(map), Step::Key(name)) => map.get(name),
        (AttributeValue::L(elements), Step::Index(index)) => elements.get(*index),
        _ => None,
    }
}

impl ActionKind {
    fn outcome(&self, path: &Path, item: &Map) -> Result<Outcome, Problem> {
        match self {
            Self::Set(value) => Ok(Outcome::Store(value.evaluate(item)?.into_owned())),
            Self::Remove => Ok(Outcome::Clear),
            Self::Add(operand) => match path.find(item) {
                Some(value) => add(value, operand).map(Outcome::Store),
                None => Ok(Outcome::Store(operand.clone())),
            },
            Self::Delete(operand) => match path.find(item) {
                Some(value) => delete(value, operand),
                None => Ok(Outcome::Nothing),
            },
        }
    }
}

impl SetValue {
    fn evaluate<'v>(&'v self, item: &'v Map) -> Result<Cow<'v, AttributeValue>, Problem> {
        match self {
            Self::Path(path) => path.find(item).map(Cow::Borrowed).ok_or(Problem::MissingAttribute),
            Self::Value(value) => Ok(Cow::Borrowed(value)),
            Self::IfNotExists { path, otherwise } => match path.find(item) {
                Some(value) => Ok(Cow::Borrowed(value)),
                None => otherwise.evaluate(item),
            },
            Self::ListAppend { first, second } => {
                let mut joined = list(first.evaluate(item)?)?;
                joined.append(&mut list(second.evaluate(item)?)?);
                Ok(Cow::Owned(AttributeValue::L(joined)))
            }
            Self::Sum { sign, left, right } => {
                let left = number(left.evaluate(item)?.as_ref())?;
                let right = number(right.evaluate(item)?.as_ref())?;
                let sum = match sign {
                    Sign::Plus => left.checked_add(&right),
                    Sign::Minus => left.checked_sub(&right),
                };
                Ok(Cow::Owned(AttributeValue::N(sum?)))
            }
        }
    }
}

fn list(value: Cow<'_, AttributeValue>) -> Result<List<AttributeValue>, Problem> {
    match value.into_owned() {
        AttributeValue::L(elements) => Ok(elements),
        _ => Err(Problem::IncorrectDataType),
    }
}

fn number(value: &AttributeValue) -> Result<Number, Problem> {
    match value {
        AttributeValue::N(number) => Ok(*number),
        _ => Err(Problem::IncorrectDataType),
    }
}

/// `ADD`: a sum, or the union of two sets.
fn add(value: &AttributeValue, operand: &AttributeValue) -> Result<AttributeValue, Problem> {
    Ok(match (value, operand) {
        (AttributeValue::N(value), AttributeValue::N(operand)) => AttributeValue::N(value.checked_add(operand)?),
        (AttributeValue::Ss(members), AttributeValue::Ss(more)) => AttributeValue::Ss(union(members, more)),
        (AttributeValue::Ns(members), AttributeValue::Ns(more)) => AttributeValue::Ns(union(members, more)),
        (AttributeValue::Bs(members), AttributeValue::Bs(more)) => AttributeValue::Bs(union(members, more)),
        _ => return Err(Problem::IncorrectDataType),
    })
}

/// `DELETE`: the set without the members of the operand. A set is never empty, so an attribute with no members left is
/// removed.
fn delete(value: &AttributeValue, operand: &AttributeValue) -> Result<Outcome, Problem> {
    let left = match (value, operand) {
        (AttributeValue::Ss(members), AttributeValue::Ss(less)) => {
            some(difference(members, less)).map(AttributeValue::Ss)
        }
        (AttributeValue::Ns(members), AttributeValue::Ns(less)) => {
            some(difference(members, less)).map(AttributeValue::Ns)
        }
        (AttributeValue::Bs(members), AttributeValue::Bs(less)) => {
            some(difference(members, less)).map(AttributeValue::Bs)
        }
        _ => return Err(Problem::IncorrectDataType),
    };
    Ok(left.map_or(Outcome::Clear, Outcome::Store))
}

fn some<T>(members: List<T>) -> Option<List<T>> {
    (!members.is_empty()).then_some(members)
}

/// The new item, and the actions that wait until all other writes are complete.
struct Writes<'u> {
    item: Map,
    appended: Vec<(&'u Path, AttributeValue)>,
    removed: Vec<&'u Path>,
}

impl<'u> Writes<'u> {
    fn store(&mut self, path: &'u Path, value: AttributeValue) {
        let Some((last, before)) = path.steps.split_last() else {
            self.item.insert(path.attribute.clone(), value);
            return;
        };
        match (find_mut(&mut self.item, path, before), last) {
            (Some(AttributeValue::M(map)), Step::Key(name)) => {
                map.insert(name.clone(), value);
            }
            (Some(AttributeValue::L(elements)), Step::Index(index)) => match elements.get_mut(*index) {
                Some(element) => *element = value,
                None => self.appended.push((path, value)),
            },
            _ => {}
        }
    }

    fn clear(&mut self, path: &'u Path, before_update: &Map) {
        let Some((last, before)) = path.steps.split_last() else {
            self.item.remove(&path.attribute);
            return;
        };
        match (find_mut(&mut self.item, path, before), last) {
            (Some(AttributeValue::M(map)), Step::Key(name)) => {
                map.remove(name);
            }
            // An index beyond the end does not remove an element that is appended later.
            (Some(AttributeValue::L(_)), Step::Index(_)) if path.find(before_update).is_some() => {
                self.removed.push(path);
            }
            _ => {}
        }
    }

    fn finish(mut self) -> Map {
        sort_by(&mut self.appended, |(a, _), (b, _)| a.cmp(b));
        for (path, value) in std::mem::take(&mut self.appended) {
            let before = path.steps.split_last().map(|(_, before)| before).unwrap_or_default();
            if let Some(AttributeValue::L(elements)) = find_mut(&mut self.item, path, before) {
                elements.push(value);
            }
        }
        // Removal proceeds from the last index to the first, so that no removal shifts the target of another.
        sort_by(&mut self.removed, |a, b| b.cmp(a));
        for path in std::mem::take(&mut self.removed) {
            let Some((Step::Index(index), before)) = path.steps.split_last() else {
                continue;
            };
            if let Some(AttributeValue::L(elements)) = find_mut(&mut self.item, path, before)
                && *index < elements.len()
            {
                elements.remove(*index);
            }
        }
        self.item
    }
}

/// The value at these steps of a path, for changes in place.
fn find_mut<'i>(item: &'i mut Map, path: &Path, steps: &[Step]) -> Option<&'i mut AttributeValue> {
    let mut value = item.get_mut(&path.attribute)?;
    for step in steps {
        value = match (value, step) {
            (AttributeValue::M(map), Step::Key(name)) => map.get_mut(name)?,
            (AttributeValue::L(elements), Step::Index(index)) => elements.get_mut(*index)?,
            _ => return None,
        };
    }
    Some(value)
}
