//! Converts the form to the request. Every attribute becomes a name placeholder, so that reserved words need no special
//! case, and every value becomes a value placeholder.

use hashrange_values::{AttributeType, AttributeValue, Item, KeyType, Map, Path, Step, Text};
use hashrange_wire::{
    ExpressionAttributeNames, ProjectionType, QueryRequest, Request, ReturnConsumedCapacity, ScanRequest, Select,
};
use hashrange_words::t;

use super::super::path_text::{read_path, write_name};
use super::super::scalar_text::read_operand;
use super::super::table_schema::{IndexKind, TableSchema};
use super::{FilterForm, FilterOperator, QueryField, QueryForm, Returned, SortOperator};

/// The maximum number of values of `IN` (documented: limits-expressions).
const MAX_IN: usize = 100;

/// A request and the errors of its form. Invalid parts are omitted from the request.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// A Query or a Scan.
    pub request: Request,
    /// Messages at their fields. Empty if the request contains the whole form.
    pub problems: Vec<(QueryField, String)>,
}

/// Collects placeholders while expressions are written.
#[derive(Default)]
struct Writer {
    names: ExpressionAttributeNames,
    values: Map,
    problems: Vec<(QueryField, String)>,
}

impl QueryForm {
    /// The request of the form, with the consumed capacity of every index.
    #[must_use]
    pub fn build(&self, schema: &TableSchema) -> Built {
        let mut writer = Writer::default();
        let keys = self.key_condition(schema, &mut writer);
        let filter = self.filter_expression(schema, &mut writer);
        let (select, projection) = self.selection(schema, &mut writer);
        let limit = self.read_limit(&mut writer);
        self.check_consistency(schema, &mut writer);
        let names = Some(writer.names).filter(|names| !names.is_empty());
        let values = Some(writer.values).filter(|values| !values.is_empty());
        let consistent_read = self.consistent.then_some(true);
        let return_consumed_capacity = Some(ReturnConsumedCapacity::Indexes);
        let request = if self.is_query() {
            Request::Query(QueryRequest {
                table_name: schema.name.clone(),
                index_name: self.index.clone(),
                key_condition_expression: keys,
                filter_expression: filter,
                projection_expression: projection,
                expression_attribute_names: names,
                expression_attribute_values: values,
                select,
                scan_index_forward: self.descending.then_some(false),
                limit,
                consistent_read,
                return_consumed_capacity,
                ..QueryRequest::default()
            })
        } else {
            Request::Scan(ScanRequest {
                table_name: schema.name.clone(),
                index_name: self.index.clone(),
                filter_expression: filter,
                projection_expression: projection,
                expression_attribute_names: names,
                expression_attribute_values: values,
                select,
                limit,
                consistent_read,
                return_consumed_capacity,
                ..ScanRequest::default()
            })
        };
        Built {
            request,
            problems: writer.problems,
        }
    }

    fn key_condition(&self, schema: &TableSchema, writer: &mut Writer) -> Option<String> {
        let keys = schema.keys_of(self.index.as_deref());
        if !self.is_query() {
            if self.sort.operator != SortOperator::Any {
                let text = t!("Not used: a test on the sort key needs a partition key value. Add a filter instead.");
                writer.problem(QueryField::SortFirst, text.into());
            }
            return None;
        }
        let value = writer.key_value(keys.partition.kind, &self.partition, QueryField::Partition);
        let mut expression = String::new();
        if let Some(value) = value {
            let name = writer.name(&keys.partition.name);
            let value = writer.value(&keys.partition.name, value);
            expression = format!("{name} = {value}");
        }
        if let Some(sort) = keys.sort.as_ref().filter(|_| self.sort.operator != SortOperator::Any) {
            let texts = [
                (&self.sort.first, QueryField::SortFirst),
                (&self.sort.second, QueryField::SortSecond),
            ];
            let taken = texts.into_iter().take(self.sort.operator.arity());
            let read = taken
                .map(|(text, field)| writer.key_value(sort.kind, text, field))
                .collect::<Vec<_>>();
            if self.sort.operator == SortOperator::BeginsWith && sort.kind == KeyType::N {
                writer.problem(
                    QueryField::SortFirst,
                    t!("begins_with takes a string or binary sort key.").into(),
                );
            } else if let Some(values) = read.into_iter().collect::<Option<Vec<_>>>() {
                let name = writer.name(&sort.name);
                let values: Vec<String> = values
                    .into_iter()
                    .map(|value| writer.value(&sort.name, value))
                    .collect();
                expression.push_str(" AND ");
                expression.push_str(&sort_test(self.sort.operator, &name, &values));
            }
        }
        Some(expression).filter(|text| !text.is_empty())
    }

    fn filter_expression(&self, schema: &TableSchema, writer: &mut Writer) -> Option<String> {
        let keys = schema.keys_of(self.index.as_deref());
        let mut parts = Vec::new();
        for filter in &self.filters {
            let path = match read_path(&filter.path) {
                Ok(path) => path,
                Err(text) => {
                    writer.problem(QueryField::FilterPath(filter.id), text);
                    continue;
                }
            };
            if self.is_query() && keys.iter().any(|key| key.name == path.attribute) {
                let text = t!("A Query's filter cannot test a key attribute: use Keys above.");
                writer.problem(QueryField::FilterPath(filter.id), text.into());
                continue;
            }
            parts.extend(writer.condition(filter, &path));
        }
        Some(parts.join(&format!(" {} ", self.join.word()))).filter(|text| !text.is_empty())
    }

    fn selection(&self, schema: &TableSchema, writer: &mut Writer) -> (Option<Select>, Option<String>) {
        let index = self.index.as_deref();
        match &self.returned {
            Returned::Everything => (None, None),
            Returned::Count => (Some(Select::Count), None),
            Returned::WholeItems => {
                let found = index.and_then(|name| schema.index(name));
                let lacks = |it: &&super::super::table_schema::IndexSchema| {
                    it.kind == IndexKind::Global && it.projection != ProjectionType::All
                };
                if found.as_ref().is_some_and(lacks) {
                    let text = t!("A global index returns only what it projects; read the table instead.");
                    writer.problem(QueryField::Returned, text.into());
                }
                (Some(Select::AllAttributes), None)
            }
            Returned::Keys => {
                let names = schema
                    .key_attributes(index)
                    .into_iter()
                    .map(|key| write_name(&key.name))
                    .collect::<Vec<_>>();
                (None, writer.projection(&names))
            }
            Returned::Picked(paths) => {
                if paths.is_empty() {
                    writer.problem(QueryField::Returned, t!("Pick an attribute, or return all.").into());
                }
                (None, writer.projection(paths))
            }
        }
    }

    fn read_limit(&self, writer: &mut Writer) -> Option<u32> {
        let text = self.limit.trim();
        if text.is_empty() {
            return None;
        }
        let limit = text.parse::<u32>().ok().filter(|limit| *limit > 0);
        if limit.is_none() {
            writer.problem(
                QueryField::Limit,
                t!("A whole number from 1, or nothing for no limit.").into(),
            );
        }
        limit
    }

    fn check_consistency(&self, schema: &TableSchema, writer: &mut Writer) {
        let index = self.index.as_deref().and_then(|name| schema.index(name));
        if self.consistent && index.is_some_and(|index| index.kind == IndexKind::Global) {
            let text = t!("Global secondary indexes are read eventually consistent only.");
            writer.problem(QueryField::Consistent, text.into());
        }
    }
}

impl Writer {
    fn problem(&mut self, field: QueryField, text: String) {
        self.problems.push((field, text));
    }

    /// The placeholder of an attribute's name: the name itself if a placeholder may have that form.
    fn name(&mut self, attribute: &Text) -> String {
        if let Some((placeholder, _)) = self.names.iter().find(|(_, known)| *known == attribute) {
            return placeholder.to_string();
        }
        let mut placeholder = format!("#{}", plain(attribute).unwrap_or("n1"));
        let mut count = 1;
        while self.names.contains_key(placeholder.as_str()) {
            count += 1;
            placeholder = format!("#n{count}");
        }
        self.names.insert(Text::from(placeholder.as_str()), attribute.clone());
        placeholder
    }

    fn value(&mut self, hint: &str, value: AttributeValue) -> String {
        let stem = plain(hint).unwrap_or("v");
        let mut placeholder = format!(":{stem}");
        let mut count = 1;
        while self.values.contains(&placeholder) {
            count += 1;
            placeholder = format!(":{stem}{count}");
        }
        self.values.insert(placeholder.as_str(), value);
        placeholder
    }

    fn path(&mut self, path: &Path) -> String {
        let mut out = self.name(&path.attribute);
        for step in &path.steps {
            match step {
                Step::Key(name) => {
                    out.push('.');
                    out.push_str(&self.name(name));
                }
                Step::Index(index) => out.push_str(&format!("[{index}]")),
            }
        }
        out
    }

    fn key_value(&mut self, kind: KeyType, text: &str, field: QueryField) -> Option<AttributeValue> {
        if text.is_empty() {
            self.problem(field, t!("Enter a value.").into());
            return None;
        }
        self.scalar(kind.attribute_type(), text, field)
    }

    fn scalar(&mut self, kind: AttributeType, text: &str, field: QueryField) -> Option<AttributeValue> {
        read_operand(kind, text)
            .map_err(|problem| self.problem(field, problem))
            .ok()
    }

    fn projection(&mut self, paths: &[String]) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        for text in paths {
            match read_path(text) {
                Ok(path) => {
                    let part = self.path(&path);
                    if !parts.contains(&part) {
                        parts.push(part);
                    }
                }
                Err(problem) => self.problem(QueryField::Returned, format!("“{text}”: {problem}")),
            }
        }
        Some(parts.join(", ")).filter(|text| !text.is_empty())
    }

    /// One condition. `None`, with messages, if a value is invalid.
    fn condition(&mut self, filter: &FilterForm, path: &Path) -> Option<String> {
        let kind = match filter.operator {
            FilterOperator::Size(_) => AttributeType::N,
            FilterOperator::IsType => AttributeType::S,
            _ => filter.kind,
        };
        let allowed = filter.operator.arity().unwrap_or(MAX_IN);
        let read = filter.operands.iter().enumerate().take(allowed);
        let read = read.map(|(at, text)| self.scalar(kind, text, QueryField::FilterOperand(filter.id, at)));
        let read = read.collect::<Vec<_>>().into_iter().collect::<Option<Vec<_>>>()?;
        if filter.operator == FilterOperator::In && (read.is_empty() || filter.operands.len() > MAX_IN) {
            let text = t!("From 1 to {max_in} values.", max_in = MAX_IN);
            self.problem(QueryField::FilterOperand(filter.id, 0), text);
            return None;
        }
        let hint = path.steps.iter().rev().find_map(|step| match step {
            Step::Key(name) => Some(name),
            Step::Index(_) => None,
        });
        let name = self.path(path);
        let hint = hint.unwrap_or(&path.attribute).clone();
        let values: Vec<String> = read.into_iter().map(|value| self.value(&hint, value)).collect();
        Some(test(filter.operator, &name, &values))
    }
}

/// The name, if it can be used in a placeholder unchanged.
fn plain(name: &str) -> Option<&str> {
    let fits = !name.is_empty()
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    fits.then_some(name)
}

fn sort_test(operator: SortOperator, name: &str, values: &[String]) -> String {
    let (first, second) = ends(values);
    match operator {
        SortOperator::Any => String::new(),
        SortOperator::Compare(comparator) => format!("{name} {} {first}", comparator.symbol()),
        SortOperator::Between => format!("{name} BETWEEN {first} AND {second}"),
        SortOperator::BeginsWith => format!("begins_with({name}, {first})"),
    }
}

fn test(operator: FilterOperator, name: &str, values: &[String]) -> String {
    let (first, second) = ends(values);
    match operator {
        FilterOperator::Compare(comparator) => format!("{name} {} {first}", comparator.symbol()),
        FilterOperator::Between => format!("{name} BETWEEN {first} AND {second}"),
        FilterOperator::In => format!("{name} IN ({})", values.join(", ")),
        FilterOperator::BeginsWith => format!("begins_with({name}, {first})"),
        FilterOperator::Contains => format!("contains({name}, {first})"),
        FilterOperator::NotContains => format!("NOT contains({name}, {first})"),
        FilterOperator::Exists => format!("attribute_exists({name})"),
        FilterOperator::NotExists => format!("attribute_not_exists({name})"),
        FilterOperator::IsType => format!("attribute_type({name}, {first})"),
        FilterOperator::Size(comparator) => format!("size({name}) {} {first}", comparator.symbol()),
    }
}

fn ends(values: &[String]) -> (&str, &str) {
    let at = |place: usize| values.get(place).map_or("", String::as_str);
    (at(0), at(1))
}

/// The request for the next page: the same request with the previous page's LastEvaluatedKey.
#[must_use]
pub fn next_page(request: &Request, start: &Item) -> Request {
    let mut next = request.clone();
    match &mut next {
        Request::Query(query) => query.exclusive_start_key = Some(start.clone()),
        Request::Scan(scan) => scan.exclusive_start_key = Some(start.clone()),
        _ => {}
    }
    next
}
