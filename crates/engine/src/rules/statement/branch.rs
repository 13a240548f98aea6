//! Branches: the reads of a condition.
//!
//! A condition is split at its `OR`s and at the lists of `IN` on keys. If every branch pins the partition key, the
//! statement is one query per branch; otherwise it is one scan. Conditions on other attributes are filters
//! (observed: statement-reads). The whole condition filters every read, so branches only have to find all rows, each of
//! them once. Must not know what is read.

use std::cmp::Ordering;

use hashrange_expression::{Condition, KeyCondition, KeyTerm, KeyTest, Operand, Span, Test, compare};
use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_store::KeyRange;
use hashrange_values::{AttributeValue, Comparator, Item, Text};
use hashrange_wire::{ServiceError, StatementFault, ValidationError};

use crate::rules::item_checks::key_size;
use crate::rules::read::range::key_range;
use crate::rules::read::sweep::Slice;
use crate::rules::statement::key::check_type;

/// The maximum number of reads of one condition (observed: statement-reads).
const MOST_READS: usize = 50;
/// Maximum number of branches. A statement with more is refused, whatever its other faults (a choice).
const MOST_BRANCHES: usize = 1_000;
/// Maximum number of conditions of all branches together. A statement with more is refused likewise.
const MOST_CONDITIONS: usize = 100_000;

/// The reads of a condition.
pub(crate) enum Reads {
    /// Read everything.
    Everything,
    /// Read these branches, in the order of partition and sort key.
    Branches(Vec<Branch>),
}

/// Rows of one partition key value.
pub(crate) struct Branch {
    pub(crate) partition: AttributeValue,
    pub(crate) slice: Slice,
    /// The primary key, if the branch reads exactly that key.
    pub(crate) key: Option<Item>,
    /// Attributes in conditions that are not on keys, in written order.
    pub(crate) others: Vec<Text>,
    /// The sort key has a condition that does not define a range, such as `<>`. The branch may then overlap others
    /// (observed: statement-reads).
    loose: bool,
}

/// Splits a condition into branches.
///
/// Order of checks (observed: statement-reads): types of key values, branches that overlap, number of reads. Values
/// longer than any key are refused with the types, as in an item (a choice), so that no branch is longer either.
pub(crate) fn reads(filter: Option<&Test>, keys: &KeySchema) -> Result<Reads, ServiceError> {
    let Some((filter, shape)) = filter.zip(Shape::of(keys)) else {
        return Ok(Reads::Everything);
    };
    shape.check_values(filter)?;
    if !shape.is_pinned(filter) {
        return Ok(Reads::Everything);
    }
    let count = shape.count(filter);
    if count > MOST_BRANCHES || count * leaves(filter) > MOST_CONDITIONS {
        return Err(StatementFault::TooManyReads.into());
    }
    let drafts = shape.expand(filter);
    if drafts.iter().any(Draft::contradicts_itself) {
        return Ok(Reads::Everything);
    }
    let branches = drafts
        .into_iter()
        .map(|draft| shape.branch(draft))
        .collect::<Result<Vec<_>, _>>()?;
    let branches = settle(branches)?;
    if branches.len() > MOST_READS {
        return Err(StatementFault::TooManyReads.into());
    }
    Ok(Reads::Branches(branches))
}

/// The order of two branches.
pub(crate) fn order(one: &Branch, other: &Branch) -> Ordering {
    let partitions = compare(&one.partition, &other.partition).unwrap_or(Ordering::Equal);
    partitions.then_with(|| one.slice.range.start.cmp(&other.slice.range.start))
}

/// The key attributes by which rows are read.
#[derive(Clone, Copy)]
struct Shape<'k> {
    keys: &'k KeySchema,
    partition: &'k KeyAttribute,
    sort: Option<&'k KeyAttribute>,
}

/// A condition on a key: one of these tests must hold.
struct Term<'k> {
    attribute: &'k KeyAttribute,
    tests: Vec<KeyTest>,
}

/// A branch as the condition describes it.
#[derive(Clone, Default)]
struct Draft {
    partition: Vec<AttributeValue>,
    sort: Vec<KeyTest>,
    others: Vec<Text>,
}

impl<'k> Shape<'k> {
    fn of(keys: &'k KeySchema) -> Option<Self> {
        Some(Self {
            keys,
            partition: keys.partition.first()?,
            sort: keys.sort.first(),
        })
    }

    /// The key condition that a test represents, if it defines a range.
    fn term(self, test: &Test) -> Option<Term<'k>> {
        let (name, tests) = key_tests(test)?;
        if name == self.partition.name {
            let equal = tests.iter().all(|test| matches!(test, KeyTest::Equal(_)));
            return equal.then_some(Term {
                attribute: self.partition,
                tests,
            });
        }
        let attribute = self.sort.filter(|sort| sort.name == name)?;
        Some(Term { attribute, tests })
    }

    fn is_partition(self, term: &Term<'_>) -> bool {
        term.attribute.name == self.partition.name
    }

    fn check_values(self, test: &Test) -> Result<(), ServiceError> {
        if let Test::And(tests) | Test::Or(tests) = test {
            return tests.iter().try_for_each(|test| self.check_values(test));
        }
        let Some(Term { attribute, tests }) = self.term(test) else {
            return Ok(());
        };
        tests.iter().flat_map(KeyTest::values).try_for_each(|value| {
            check_type(attribute, value)?;
            Ok(key_size(self.keys, attribute, value)?)
        })
    }

    /// Whether the test contains a condition on a key. Without one, the whole test is a filter, including its
    /// alternatives (observed: statement-reads).
    fn names_key(self, test: &Test) -> bool {
        match test {
            Test::And(tests) | Test::Or(tests) => tests.iter().any(|test| self.names_key(test)),
            test => self.term(test).is_some(),
        }
    }

    /// Whether every branch has a condition on the partition key.
    fn is_pinned(self, test: &Test) -> bool {
        match test {
            Test::And(tests) => tests.iter().any(|test| self.is_pinned(test)),
            Test::Or(tests) => tests.iter().all(|test| self.is_pinned(test)),
            test => self.term(test).is_some_and(|term| self.is_partition(&term)),
        }
    }

    fn count(self, test: &Test) -> usize {
        let counts = |tests: &[Test]| tests.iter().map(|test| self.count(test)).collect::<Vec<_>>();
        match test {
            Test::And(tests) => counts(tests).into_iter().fold(1, usize::saturating_mul),
            Test::Or(tests) if self.names_key(test) => counts(tests).into_iter().fold(0, usize::saturating_add),
            test => self.term(test).map_or(1, |term| term.tests.len()),
        }
    }

    /// Builds as many drafts as `count` returns. Recurses as deep as the condition.
    fn expand(self, test: &Test) -> Vec<Draft> {
        match test {
            Test::And(tests) => tests.iter().fold(vec![Draft::default()], |drafts, test| {
                every_pair(drafts, self.expand(test))
            }),
            Test::Or(tests) if self.names_key(test) => tests.iter().flat_map(|test| self.expand(test)).collect(),
            test => match self.term(test) {
                Some(term) => {
                    let partition = self.is_partition(&term);
                    term.tests.into_iter().map(|test| Draft::of(test, partition)).collect()
                }
                None => {
                    let others = Condition::new(test.clone()).attributes().cloned().collect();
                    vec![Draft {
                        others,
                        ..Draft::default()
                    }]
                }
            },
        }
    }

    fn branch(self, draft: Draft) -> Result<Branch, ValidationError> {
        let Draft {
            partition,
            sort,
            others,
        } = draft;
        let value = partition.into_iter().next().unwrap_or(AttributeValue::Null);
        let term = |attribute: &KeyAttribute, test: &KeyTest| KeyTerm {
            attribute: attribute.name.clone(),
            test: test.clone(),
            span: Span { start: 0, end: 0 },
        };
        let pinned = term(self.partition, &KeyTest::Equal(value.clone()));
        let collection = key_range(
            &KeyCondition {
                terms: vec![pinned.clone()],
            },
            self.keys,
        )?;
        let mut range = collection.clone();
        for test in &sort {
            let terms = self
                .sort
                .map(|attribute| vec![pinned.clone(), term(attribute, test)])
                .unwrap_or_default();
            range = common(range, key_range(&KeyCondition { terms }, self.keys)?);
        }
        let key = others.is_empty().then(|| self.key(&value, &sort)).flatten();
        let loose = self.sort.is_some_and(|sort| others.contains(&sort.name));
        Ok(Branch {
            partition: value,
            slice: Slice {
                range,
                collection: Some(collection),
            },
            key,
            others,
            loose,
        })
    }

    /// The primary key of these conditions.
    fn key(self, partition: &AttributeValue, sort: &[KeyTest]) -> Option<Item> {
        let mut key = Item::new();
        key.insert(self.partition.name.as_str(), partition.clone());
        if let Some(attribute) = self.sort {
            let (KeyTest::Equal(value), rest) = sort.split_first()? else {
                return None;
            };
            if rest.iter().any(|test| *test != KeyTest::Equal(value.clone())) {
                return None;
            }
            key.insert(attribute.name.as_str(), value.clone());
        }
        Some(key)
    }
}

impl Draft {
    fn of(test: KeyTest, partition: bool) -> Self {
        match test {
            KeyTest::Equal(value) if partition => Self {
                partition: vec![value],
                ..Self::default()
            },
            test => Self {
                sort: vec![test],
                ..Self::default()
            },
        }
    }

    /// Adds the conditions of another draft.
    fn add(&mut self, other: &Self) {
        self.partition.extend_from_slice(&other.partition);
        self.sort.extend_from_slice(&other.sort);
        self.others.extend_from_slice(&other.others);
    }

    /// Whether the partition key has two values. Such a statement is not read by its key (observed: statement-reads).
    fn contradicts_itself(&self) -> bool {
        self.partition
            .windows(2)
            .any(|pair| matches!(pair, [one, other] if one != other))
    }
}

/// Combines every draft of one side with every draft of the other. A single draft is added in place, so that a long
/// chain of conditions needs no copies.
fn every_pair(one: Vec<Draft>, other: Vec<Draft>) -> Vec<Draft> {
    let (mut many, few) = if one.len() < other.len() {
        (other, one)
    } else {
        (one, other)
    };
    if let [single] = few.as_slice() {
        many.iter_mut().for_each(|draft| draft.add(single));
        return many;
    }
    let pair = |draft: &Draft, other: &Draft| {
        let mut both = draft.clone();
        both.add(other);
        both
    };
    many.iter()
        .flat_map(|draft| few.iter().map(|other| pair(draft, other)))
        .collect()
}

/// The attribute of a test, and its key tests: at least one of them must be true.
fn key_tests<'t>(test: &'t Test) -> Option<(&'t Text, Vec<KeyTest>)> {
    let name = |operand: &'t Operand| match operand {
        Operand::Path(path) if path.is_top() => Some(&path.attribute),
        _ => None,
    };
    let value = |operand: &Operand| match operand {
        Operand::Value(value) => Some(value.clone()),
        _ => None,
    };
    match test {
        Test::Compare { operator, left, right } => match (name(left), name(right)) {
            (Some(attribute), None) => Some((attribute, vec![key_test(*operator, value(right)?)?])),
            (None, Some(attribute)) => Some((attribute, vec![key_test(turned(*operator), value(left)?)?])),
            _ => None,
        },
        Test::Between { subject, lower, upper } => {
            Some((name(subject)?, vec![KeyTest::Between(value(lower)?, value(upper)?)]))
        }
        Test::In { subject, list } => {
            let values = list.iter().map(|element| Some(KeyTest::Equal(value(element)?)));
            Some((name(subject)?, values.collect::<Option<_>>()?))
        }
        Test::BeginsWith { subject, prefix } => Some((name(subject)?, vec![KeyTest::BeginsWith(value(prefix)?)])),
        _ => None,
    }
}

/// The number of tests without subtests.
fn leaves(test: &Test) -> usize {
    match test {
        Test::And(tests) | Test::Or(tests) => tests.iter().map(leaves).sum(),
        _ => 1,
    }
}

fn key_test(operator: Comparator, value: AttributeValue) -> Option<KeyTest> {
    Some(match operator {
        Comparator::Equal => KeyTest::Equal(value),
        Comparator::NotEqual => return None,
        Comparator::Less => KeyTest::Less(value),
        Comparator::LessOrEqual => KeyTest::LessOrEqual(value),
        Comparator::Greater => KeyTest::Greater(value),
        Comparator::GreaterOrEqual => KeyTest::GreaterOrEqual(value),
    })
}

/// The relation with its sides exchanged.
fn turned(operator: Comparator) -> Comparator {
    match operator {
        Comparator::Less => Comparator::Greater,
        Comparator::LessOrEqual => Comparator::GreaterOrEqual,
        Comparator::Greater => Comparator::Less,
        Comparator::GreaterOrEqual => Comparator::LessOrEqual,
        same => same,
    }
}

/// The intersection of both ranges.
fn common(one: KeyRange, other: KeyRange) -> KeyRange {
    let end = match (one.end, other.end) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    KeyRange {
        start: one.start.max(other.start),
        end,
    }
}

/// Sorts the branches, drops those that match no row, and refuses overlapping ones.
fn settle(mut branches: Vec<Branch>) -> Result<Vec<Branch>, StatementFault> {
    hashrange_values::sort_by(&mut branches, order);
    // A condition that is always false still causes one read (a model).
    let spare = if branches.iter().all(Branch::is_empty) {
        branches.pop()
    } else {
        None
    };
    let mut settled: Vec<Branch> = Vec::with_capacity(branches.len());
    for branch in branches.into_iter().filter(|branch| !branch.is_empty()) {
        match settled.last_mut().filter(|last| last.overlaps(&branch)) {
            Some(last) if last.loose || branch.loose => last.unite(branch),
            Some(_) => return Err(StatementFault::Overlap),
            None => settled.push(branch),
        }
    }
    settled.extend(spare);
    Ok(settled)
}

impl Branch {
    fn is_empty(&self) -> bool {
        self.slice.range.is_empty()
    }

    /// Whether this branch overlaps the range of a later one.
    fn overlaps(&self, later: &Self) -> bool {
        let end = self.slice.range.end.as_ref();
        self.partition == later.partition && end.is_none_or(|end| later.slice.range.start < *end)
    }

    /// Adds the rows of a later branch.
    fn unite(&mut self, later: Self) {
        let end = self.slice.range.end.take().zip(later.slice.range.end);
        self.slice.range.end = end.map(|(one, other)| one.max(other));
        self.others.extend(later.others);
        self.key = None;
        self.loose |= later.loose;
    }
}
