//! Converts a Scan to a Query: the equalities of its filter become the key condition, and the rest stays the filter.
//!
//! Must not know tables or costs.

use hashrange_engine::{KeyAttribute, KeySchema};
use hashrange_expression::{ExpressionKind, Operand, Scope, Test, parse_condition};
use hashrange_values::{AttributeValue, Comparator, Path, Text};
use hashrange_wire::{QueryRequest, ScanRequest};

use crate::NotApplicable;
use crate::printed::Printer;

/// The Query that returns the same items as a Scan, from the table or an index with these keys.
///
/// # Errors
/// When the filter has no equality on the partition key, or a test of a key that a key condition cannot express.
pub(crate) fn as_query(
    scan: &ScanRequest,
    index: Option<&str>,
    keys: &KeySchema,
) -> Result<QueryRequest, NotApplicable> {
    if scan.scan_filter.is_some() {
        return Err(NotApplicable::LegacyFilter);
    }
    if scan.total_segments.is_some() {
        return Err(NotApplicable::Segment);
    }
    if scan.exclusive_start_key.is_some() {
        return Err(NotApplicable::LaterPage);
    }
    let mut terms = terms_of(scan);
    let mut printer = Printer::default();
    let condition = key_condition(&mut terms, keys, &mut printer)?;
    let filter = rest(terms, keys, &mut printer)?;
    keep_names(scan, &mut printer);
    Ok(QueryRequest {
        table_name: scan.table_name.clone(),
        index_name: index.map(str::to_owned),
        key_condition_expression: Some(condition),
        filter_expression: filter,
        projection_expression: scan.projection_expression.clone(),
        expression_attribute_names: Some(printer.names.into()),
        expression_attribute_values: Some(printer.values),
        attributes_to_get: scan.attributes_to_get.clone(),
        select: scan.select,
        limit: scan.limit,
        consistent_read: scan.consistent_read,
        return_consumed_capacity: scan.return_consumed_capacity,
        ..QueryRequest::default()
    })
}

/// The tests of a filter that must all hold.
fn terms_of(scan: &ScanRequest) -> Vec<Test> {
    let Some(filter) = &scan.filter_expression else {
        return Vec::new();
    };
    let mut scope = Scope::new(
        scan.expression_attribute_names.as_deref(),
        scan.expression_attribute_values.as_ref(),
    );
    let condition = parse_condition(ExpressionKind::Filter, filter, &mut scope);
    let mut terms = Vec::new();
    if let Ok(condition) = condition {
        flatten(condition.test(), &mut terms);
    }
    terms
}

fn flatten(test: &Test, out: &mut Vec<Test>) {
    match test {
        Test::And(tests) => tests.iter().for_each(|test| flatten(test, out)),
        other => out.push(other.clone()),
    }
}

fn key_condition(terms: &mut Vec<Test>, keys: &KeySchema, printer: &mut Printer) -> Result<String, NotApplicable> {
    let mut parts = Vec::new();
    for key in &keys.partition {
        let value = take_equality(terms, key).ok_or_else(|| NotApplicable::NoEquality {
            key: key.name.to_string(),
        })?;
        parts.push(equals(printer, &key.name, &value));
    }
    for key in &keys.sort {
        if let Some(value) = take_equality(terms, key) {
            parts.push(equals(printer, &key.name, &value));
            continue;
        }
        if let Some(place) = terms.iter().position(|term| is_range(term, key)) {
            parts.extend(printer.test(&terms.remove(place)));
        }
        break;
    }
    Ok(parts.join(" AND "))
}

fn equals(printer: &mut Printer, name: &Text, value: &AttributeValue) -> String {
    format!("{} = {}", printer.name(name), printer.value(value))
}

fn take_equality(terms: &mut Vec<Test>, key: &KeyAttribute) -> Option<AttributeValue> {
    let found = terms
        .iter()
        .enumerate()
        .find_map(|(place, term)| Some((place, equality(term, key)?.clone())));
    let (place, value) = found?;
    terms.remove(place);
    Some(value)
}

/// The value that a test requires of the key attribute.
fn equality<'a>(test: &'a Test, key: &KeyAttribute) -> Option<&'a AttributeValue> {
    let Test::Compare {
        operator: Comparator::Equal,
        left,
        right,
    } = test
    else {
        return None;
    };
    let ((Operand::Path(path), Operand::Value(value)) | (Operand::Value(value), Operand::Path(path))) = (left, right)
    else {
        return None;
    };
    (is_key(path, key) && key.key_type.matches(value)).then_some(value)
}

fn is_key(path: &Path, key: &KeyAttribute) -> bool {
    path.is_top() && path.attribute == key.name
}

/// Whether a test is valid in a key condition for a sort key.
fn is_range(test: &Test, key: &KeyAttribute) -> bool {
    let (subject, bounds) = match test {
        Test::Compare {
            operator: Comparator::Less | Comparator::LessOrEqual | Comparator::Greater | Comparator::GreaterOrEqual,
            left,
            right,
        } => (left, vec![right]),
        Test::Between { subject, lower, upper } => (subject, vec![lower, upper]),
        Test::BeginsWith { subject, prefix } => (subject, vec![prefix]),
        _ => return false,
    };
    let fits = |bound: &&Operand| matches!(bound, Operand::Value(value) if key.key_type.matches(value));
    matches!(subject, Operand::Path(path) if is_key(path, key)) && bounds.iter().all(fits)
}

/// The rest of the filter. A Query's filter must not name a key attribute (documented: filter-keys).
fn rest(terms: Vec<Test>, keys: &KeySchema, printer: &mut Printer) -> Result<Option<String>, NotApplicable> {
    if terms.is_empty() {
        return Ok(None);
    }
    let rest = hashrange_expression::Condition::new(Test::And(terms));
    if let Some(key) = rest.attributes().find(|name| keys.contains(name)) {
        return Err(NotApplicable::FilterOnKey { key: key.to_string() });
    }
    Ok(printer.test(rest.test()))
}

/// Keeps the placeholders of the names that the projection uses.
fn keep_names(scan: &ScanRequest, printer: &mut Printer) {
    let (Some(projection), Some(names)) = (&scan.projection_expression, &scan.expression_attribute_names) else {
        return;
    };
    for (placeholder, name) in names {
        let is_used = |word: &str| word.trim() == placeholder.as_str();
        if projection.split([',', '.', '[']).any(is_used) {
            printer.names.insert(placeholder.clone(), name.clone());
        }
    }
}
