//! The errors of a table's form, each at its field. The service also checks the request. These checks only save a round
//! trip.

use hashrange_wire::ProjectionType;
use hashrange_words::t;

use super::{DesignField, DesignForm, IndexField, IndexForm, KeyField, KeyPlace, ThroughputField, limit};
use crate::state::table_schema::IndexKind;

/// The maximum number of attributes in all `INCLUDE` projections of a table (documented: limits-tables).
const MAX_INCLUDED: usize = 100;
/// The maximum name of a key attribute in bytes (documented: limits-names).
const MAX_KEY_NAME: usize = 255;

/// Messages in the order of the form.
type DesignProblems = Vec<(DesignField, String)>;

impl DesignForm {
    /// All errors of the form, in its order. Empty if it can be sent.
    #[must_use]
    pub fn problems(&self) -> DesignProblems {
        let mut found = Vec::new();
        note(
            &mut found,
            DesignField::TableName,
            check_name("table", &self.table_name),
        );
        self.check_key(&mut found, DesignField::Partition, KeyPlace::TablePartition);
        if let Some(sort) = &self.sort {
            self.check_key(&mut found, DesignField::Sort, KeyPlace::TableSort);
            if !sort.name.is_empty() && sort.name == self.partition.name {
                let text = t!("The sort key and the partition key must be different attributes.");
                found.push((DesignField::Sort, text.into()));
            }
        }
        if self.is_provisioned() {
            check_throughput(&mut found, &self.throughput, DesignField::Read, DesignField::Write);
        }
        for kind in [IndexKind::Local, IndexKind::Global] {
            self.check_list(&mut found, kind);
            for index in self.indexes(kind) {
                self.check_index(&mut found, kind, index);
            }
        }
        found
    }

    fn check_list(&self, found: &mut DesignProblems, kind: IndexKind) {
        let field = DesignField::Indexes(kind);
        let count = self.indexes(kind).len();
        if count > limit(kind) {
            found.push((
                field,
                t!(
                    "The limit is {limit} of these indexes; there are {count}.",
                    limit = limit(kind),
                    count
                ),
            ));
        }
        if kind == IndexKind::Local && count > 0 && self.sort.is_none() {
            let text =
                t!("Local secondary indexes need a table with a sort key: add one above, or use a global index.");
            found.push((field, text.into()));
        }
        let included = |indexes: &[IndexForm]| {
            let listed = indexes
                .iter()
                .filter(|index| index.projection.kind == ProjectionType::Include);
            listed.map(|index| index.projection.attributes.len()).sum::<usize>()
        };
        let total = included(&self.local) + included(&self.global);
        if kind == IndexKind::Global && total > MAX_INCLUDED {
            found.push((
                field,
                t!(
                    "All projections together list {total} attributes; the limit is {max_included}.",
                    total,
                    max_included = MAX_INCLUDED
                ),
            ));
        }
    }

    fn check_index(&self, found: &mut DesignProblems, kind: IndexKind, index: &IndexForm) {
        let at = |part| DesignField::Index(index.id, part);
        note(found, at(IndexField::Name), check_name("index", &index.name));
        let twins = self
            .local
            .iter()
            .chain(&self.global)
            .filter(|other| other.name == index.name)
            .count();
        if twins > 1 && !index.name.is_empty() {
            found.push((at(IndexField::Name), t!("Another index has this name.").into()));
        }
        let partition = match kind {
            IndexKind::Local => &self.partition.name,
            IndexKind::Global => {
                self.check_key(found, at(IndexField::Partition), KeyPlace::IndexPartition(index.id));
                &index.partition.name
            }
        };
        match &index.sort {
            Some(sort) => {
                self.check_key(found, at(IndexField::Sort), KeyPlace::IndexSort(index.id));
                if !sort.name.is_empty() && sort.name == *partition {
                    let text = t!("The sort key and the partition key must be different attributes.");
                    found.push((at(IndexField::Sort), text.into()));
                }
            }
            None if kind == IndexKind::Local => {
                found.push((
                    at(IndexField::Sort),
                    t!("A local secondary index needs its own sort key.").into(),
                ));
            }
            None => {}
        }
        note(found, at(IndexField::Projection), check_projection(index));
        if kind == IndexKind::Global && self.is_provisioned() {
            check_throughput(found, &index.throughput, at(IndexField::Read), at(IndexField::Write));
        }
    }

    fn check_key(&self, found: &mut DesignProblems, field: DesignField, place: KeyPlace) {
        let Some(key) = self.key(place) else { return };
        note(found, field, check_key_name(key));
        let clash = self.places().into_iter().filter_map(|other| self.key(other));
        let clash = clash
            .into_iter()
            .find(|other| other.name == key.name && other.kind != key.kind);
        if let Some(other) = clash.filter(|_| !key.name.is_empty()) {
            let (own, theirs) = (key.kind.descriptor(), other.kind.descriptor());
            found.push((
                field,
                t!(
                    "{key} is {own} here and {theirs} elsewhere: an attribute has only one type.",
                    key = key.name,
                    own,
                    theirs
                ),
            ));
        }
    }
}

fn note(found: &mut DesignProblems, field: DesignField, problem: Option<String>) {
    found.extend(problem.map(|text| (field, text)));
}

/// 3 to 255 of letters, digits, `_`, `.` and `-` (documented: limits-names, for tables and indexes alike).
fn check_name(what: &str, name: &str) -> Option<String> {
    if name.is_empty() {
        return Some(t!("Give the {what} a name.", what));
    }
    if let Some(wrong) = name
        .chars()
        .find(|letter| !letter.is_ascii_alphanumeric() && !"_.-".contains(*letter))
    {
        return Some(t!("“{wrong}” is not allowed: use letters, digits, _ . and -", wrong));
    }
    match name.len() {
        0..=2 => Some(t!("At least 3 characters.").into()),
        3..=255 => None,
        length => Some(t!("At most 255 characters; this name has {length}.", length)),
    }
}

fn check_key_name(key: &KeyField) -> Option<String> {
    match key.name.len() {
        0 => Some(t!("Name the key attribute.").into()),
        1..=MAX_KEY_NAME => None,
        length => Some(t!(
            "At most {max_key_name} bytes; this name has {length}.",
            max_key_name = MAX_KEY_NAME,
            length
        )),
    }
}

fn check_projection(index: &IndexForm) -> Option<String> {
    if index.projection.kind != ProjectionType::Include {
        return None;
    }
    let attributes = &index.projection.attributes;
    if attributes.is_empty() {
        Some(t!("Pick at least one attribute, or project keys only.").into())
    } else if hashrange_values::has_duplicates(attributes) {
        Some(t!("An attribute is listed twice.").into())
    } else if attributes.iter().any(String::is_empty) {
        Some(t!("An attribute has no name.").into())
    } else {
        None
    }
}

fn check_throughput(found: &mut DesignProblems, rates: &ThroughputField, read: DesignField, write: DesignField) {
    for (field, text) in [(read, &rates.read), (write, &rates.write)] {
        if text.trim().parse::<u64>().is_ok_and(|units| units > 0) {
            continue;
        }
        found.push((field, t!("A whole number of units per second, 1 or more.").into()));
    }
}
