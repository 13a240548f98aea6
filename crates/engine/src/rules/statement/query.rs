//! `SELECT` against its table: the rows that it reads, their order, and the returned attributes.
//!
//! Order of checks: table, index, condition, order, attributes that an index does not project, token (the first three
//! are observed: statement-check-order, the rest is inferred: statement-check-order-rest). Must not know which request
//! contains the statement.

use std::sync::Arc;

use hashrange_expression::Condition;
use hashrange_partiql::Column;
use hashrange_store::KeyRange;
use hashrange_values::{Item, Text, sort_by};
use hashrange_wire::{SearchError, ServiceError, StatementFault, ValidationError, is_table_name, table_name_of};

use crate::rules::read::foreseen::{Filter, Foreseen, Foresight};
use crate::rules::read::selection::Answer;
use crate::rules::read::sweep::{Slice, Sweep, Swept};
use crate::rules::read::target::{ReadTarget, consistency};
use crate::rules::statement::branch::{self, Branch, Reads};
use crate::rules::statement::columns::pick;
use crate::rules::statement::prepared::Select;
use crate::rules::statement::token;
use crate::state::catalogue::Catalogue;
use crate::state::context::Context;
use crate::state::table::Table;

/// The parameters of a `SELECT`.
pub(crate) struct Query<'r> {
    pub(crate) select: &'r Select,
    /// The identity of the statement.
    pub(crate) identity: u128,
    pub(crate) consistent: Option<bool>,
    pub(crate) limit: Option<u32>,
    pub(crate) next_token: Option<&'r str>,
}

/// One page of a `SELECT`.
pub(crate) struct Selected {
    pub(crate) items: Vec<Arc<Item>>,
    pub(crate) next_token: Option<String>,
    pub(crate) swept: Swept,
}

/// Reads one page.
pub(crate) fn select(
    catalogue: &Catalogue,
    context: Context<'_>,
    query: &Query<'_>,
    foreseen: &Foreseen,
) -> Result<Selected, ServiceError> {
    let Query { select, .. } = query;
    let planned = plan(catalogue, query)?;
    let filter = select.filter.clone().map(Condition::new);
    let filter = filter.as_ref().map(|condition| Filter { condition, foreseen });
    let mut swept = planned.sweep(query, filter, &planned.answer).read(context)?;
    let row = swept.last_key.as_ref().and_then(|key| planned.target.row_key(key));
    let next_token = row.map(|row| token::encode(query.identity, &row.to_bytes()));
    let items = std::mem::take(&mut swept.items);
    let items = items
        .into_iter()
        .map(|item| pick(select.columns.as_deref(), item))
        .collect();
    Ok(Selected {
        items,
        next_token,
        swept,
    })
}

/// The condition and the items of the page, if applying it is expensive. `None` for a statement that will be refused.
pub(crate) fn foresee(catalogue: &Catalogue, context: Context<'_>, query: &Query<'_>) -> Option<Foresight> {
    let condition = query.select.filter.clone().map(Condition::new)?;
    let planned = plan(catalogue, query).ok()?;
    let context = Context {
        tracing: false,
        ..context
    };
    let swept = planned.sweep(query, None, &Answer::default()).read(context).ok()?;
    Foresight::of(Some(condition), swept.items)
}

/// A `SELECT` that may be read.
struct Planned<'e> {
    target: ReadTarget<'e>,
    slices: Vec<Slice>,
    forward: bool,
    answer: Answer,
}

impl Planned<'_> {
    fn sweep<'s>(&'s self, query: &Query<'_>, filter: Option<Filter<'s>>, answer: &'s Answer) -> Sweep<'s> {
        Sweep {
            target: self.target,
            slices: &self.slices,
            forward: self.forward,
            limit: query.limit,
            filter,
            answer,
            consistency: consistency(query.consistent),
        }
    }
}

fn plan<'e>(catalogue: &'e Catalogue, query: &Query<'_>) -> Result<Planned<'e>, ServiceError> {
    let Query { select, .. } = query;
    let table = usable(catalogue, &select.table_name)?;
    let target = target(table, select.index_name.as_deref(), query.consistent)?;
    let mut reads = branch::reads(select.filter.as_ref(), target.keys())?;
    let forward = arrange(&mut reads, select, target)?;
    let answer = answer(target, select.columns.as_deref(), &reads)?;
    let mut slices = match reads {
        Reads::Everything => vec![Slice {
            range: KeyRange::all(),
            collection: None,
        }],
        Reads::Branches(branches) => branches.into_iter().map(|branch| branch.slice).collect(),
    };
    if let Some(token) = query.next_token {
        let row = token::decode(query.identity, token)?;
        slices = resume(slices, &row, forward).ok_or(StatementFault::Token)?;
    }
    Ok(Planned {
        target,
        slices,
        forward,
        answer,
    })
}

/// The primary key that a `SELECT` reads; `None` if it reads more than one key.
pub(crate) fn only_key(catalogue: &Catalogue, select: &Select) -> Result<Option<Item>, ServiceError> {
    let table = usable(catalogue, &select.table_name)?;
    let target = target(table, select.index_name.as_deref(), None)?;
    let mut reads = branch::reads(select.filter.as_ref(), target.keys())?;
    arrange(&mut reads, select, target)?;
    Ok(match reads {
        Reads::Branches(branches) if target.index.is_none() => match <[Branch; 1]>::try_from(branches) {
            Ok([single]) => single.key,
            Err(_) => None,
        },
        _ => None,
    })
}

/// The table of a statement.
pub(crate) fn usable<'e>(catalogue: &'e Catalogue, name: &str) -> Result<&'e Table, ServiceError> {
    if catalogue.get(name).is_none() && !is_table_name(table_name_of(name)) {
        return Err(StatementFault::TableName.into());
    }
    catalogue.usable(name)
}

fn target<'e>(table: &'e Table, index: Option<&str>, consistent: Option<bool>) -> Result<ReadTarget<'e>, ServiceError> {
    if let Some(index) = index {
        let found = table
            .index(index)
            .filter(|index| index.is_there())
            .ok_or(StatementFault::NoSuchIndex)?;
        if found.definition.keys.is_multi_attribute() {
            return Err(StatementFault::ManyKeyAttributes.into());
        }
        if consistent == Some(true) && !found.is_local() {
            return Err(StatementFault::ConsistentRead.into());
        }
    }
    let target = ReadTarget::find(table, index)?;
    target.check_readable()?;
    // The error text of Scan, also for statements that name a key (observed: vector-statements, of one without).
    if target.is_vector_index() {
        Err(SearchError::Scan.into())
    } else {
        Ok(target)
    }
}

/// Sorts the reads as requested, and returns whether sort keys ascend.
fn arrange(reads: &mut Reads, select: &Select, target: ReadTarget<'_>) -> Result<bool, StatementFault> {
    let keys = target.keys();
    if select.order.is_empty() {
        return Ok(true);
    }
    if select.filter.is_none() {
        return Err(StatementFault::OrderWithoutCondition);
    }
    if let Some(other) = select.order.iter().find(|order| !keys.contains(&order.attribute)) {
        return Err(StatementFault::OrderByOther(other.attribute.clone()));
    }
    let Reads::Branches(branches) = reads else {
        return Err(StatementFault::OrderOfAll);
    };
    let of = |name: Option<&Text>| select.order.iter().find(|order| Some(&order.attribute) == name);
    let partition = of(keys.partition.first().map(|key| &key.name));
    let several = branches
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.partition != b.partition));
    if several && partition.is_none() {
        return Err(StatementFault::OrderOfSeveral);
    }
    // An order by the partition key alone returns the largest sort key first (observed: statement-order-by).
    let forward = of(keys.sort.first().map(|key| &key.name)).is_some_and(|sort| !sort.descending);
    let descending = partition.is_some_and(|partition| partition.descending);
    // The branches ascend by partition, and within a partition by sort key.
    if descending {
        branches.reverse();
    }
    if descending == forward {
        branches
            .chunk_by_mut(|a, b| a.partition == b.partition)
            .for_each(<[Branch]>::reverse);
    }
    Ok(forward)
}

/// The attributes returned of a row, and whether a local index must fetch the base item.
fn answer(target: ReadTarget<'_>, columns: Option<&[Column]>, reads: &Reads) -> Result<Answer, ValidationError> {
    let whole = Answer {
        count_only: false,
        fetch: false,
        projection: None,
    };
    let Some(index) = target.index else { return Ok(whole) };
    let name = || index.definition.name.to_string();
    let columns = columns.into_iter().flatten().map(|column| &column.path.attribute);
    let names = lacking(target, columns);
    if !names.is_empty() && !index.is_local() {
        return Err(ValidationError::NotProjected { index: name(), names });
    }
    if let Reads::Branches(branches) = reads {
        let lacked = branches.iter().map(|branch| lacking(target, branch.others.iter()));
        // One branch without missing attributes is enough. Otherwise the error names those of the last branch
        // (observed: statement-index-filters).
        let last = lacked
            .reduce(|last, next| if last.is_empty() { last } else { next })
            .unwrap_or_default();
        if !last.is_empty() {
            return Err(ValidationError::FilterNotProjected {
                index: name(),
                names: in_hash_order(last),
            });
        }
    }
    Ok(Answer {
        fetch: !names.is_empty(),
        ..whole
    })
}

/// The names that rows of the target do not contain, each once, in the given order.
fn lacking<'n>(target: ReadTarget<'_>, names: impl Iterator<Item = &'n Text>) -> Vec<Text> {
    let Some(index) = target.index else { return Vec::new() };
    let mut lacking: Vec<Text> = Vec::new();
    for name in names.filter(|name| !index.definition.carries(name, &target.table.keys)) {
        if !lacking.contains(name) {
            lacking.push(name.clone());
        }
    }
    lacking
}

/// Names in the order of a hash set of the service's own runtime (observed: statement-index-filters).
fn in_hash_order(mut names: Vec<Text>) -> Vec<Text> {
    let mut buckets = 16;
    while names.len() > buckets / 4 * 3 {
        buckets *= 2;
    }
    let bucket = |name: &Text| {
        let hash = name
            .encode_utf16()
            .fold(0u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)));
        (hash ^ (hash >> 16)) as usize % buckets
    };
    sort_by(&mut names, |a, b| bucket(a).cmp(&bucket(b)));
    names
}

/// The ranges after a row; `None` if no range contains the row.
pub(crate) fn resume(mut slices: Vec<Slice>, row: &[u8], forward: bool) -> Option<Vec<Slice>> {
    let inside =
        |range: &KeyRange| row >= range.start.as_slice() && range.end.as_ref().is_none_or(|end| row < end.as_slice());
    let at = slices.iter().position(|slice| inside(&slice.range))?;
    let mut left = slices.split_off(at);
    let range = &mut left.first_mut()?.range;
    if forward {
        range.start = [row, &[0]].concat();
    } else {
        range.end = Some(row.to_vec());
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_in_the_order_of_a_hash_set() {
        let names = |text: &str| text.split(' ').map(Text::from).collect::<Vec<_>>();
        assert_eq!(in_hash_order(names("b a")), names("a b"));
        assert_eq!(in_hash_order(names("zz aa mm")), names("zz aa mm"));
    }
}
