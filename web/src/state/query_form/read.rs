//! Converts a request to the form, if the form can express all of it.

use hashrange_values::{AttributeType, Comparator, Map, sort};
use hashrange_wire::{ExpressionAttributeNames, QueryRequest, Request, ScanRequest, Select};
use hashrange_words::t;

use super::super::path_text::write_path;
use super::super::scalar_text::write_operand;
use super::super::table_schema::{KeyAttribute, TableSchema};
use super::syntax::{Condition, conditions, paths};
use super::{FilterForm, FilterOperator, Join, QueryForm, Returned, SortOperator, SortTest};

/// The members that Query and Scan share, as references.
struct Shared<'a> {
    filter: Option<&'a str>,
    projection: Option<&'a str>,
    names: Option<&'a ExpressionAttributeNames>,
    values: Option<&'a Map>,
    select: Option<Select>,
}

impl QueryForm {
    /// The form of a request to the schema's table.
    ///
    /// # Errors
    /// A sentence about what the form cannot show. The request can run nevertheless.
    pub fn from_request(request: &Request, schema: &TableSchema) -> Result<Self, String> {
        let form = match request {
            Request::Query(query) => Self::from_query(query, schema)?,
            Request::Scan(scan) => Self::from_scan(scan, schema)?,
            other => {
                return Err(t!(
                    "{operation} is neither a Query nor a Scan.",
                    operation = other.operation().name()
                ));
            }
        };
        // The form's request must use every placeholder of the original. Otherwise one is lost.
        let count = |request: &Request| match request {
            Request::Query(query) => placeholders(query.expression_attribute_values.as_ref()),
            Request::Scan(scan) => placeholders(scan.expression_attribute_values.as_ref()),
            _ => 0,
        };
        if count(&form.build(schema).request) < count(request) {
            return Err(t!("A value placeholder is defined, but nothing that the form shows uses it.").into());
        }
        Ok(form)
    }

    fn from_query(query: &QueryRequest, schema: &TableSchema) -> Result<Self, String> {
        check_target(&query.table_name, query.index_name.as_deref(), schema)?;
        check_start(query.exclusive_start_key.is_some())?;
        check_legacy(
            query.key_conditions.is_some()
                || query.query_filter.is_some()
                || query.conditional_operator.is_some()
                || query.attributes_to_get.is_some(),
        )?;
        let mut form = Self::on(query.index_name.as_deref());
        form.consistent = query.consistent_read.unwrap_or(false);
        form.descending = query.scan_index_forward == Some(false);
        form.limit = query.limit.map_or_else(String::new, |limit| limit.to_string());
        let shared = Shared {
            filter: query.filter_expression.as_deref(),
            projection: query.projection_expression.as_deref(),
            names: query.expression_attribute_names.as_ref(),
            values: query.expression_attribute_values.as_ref(),
            select: query.select,
        };
        let keys = query
            .key_condition_expression
            .as_deref()
            .ok_or(t!("A Query needs a KeyConditionExpression."))?;
        form.read_keys(keys, &shared, schema)?;
        form.read_shared(&shared, schema)?;
        Ok(form)
    }

    fn from_scan(scan: &ScanRequest, schema: &TableSchema) -> Result<Self, String> {
        check_target(&scan.table_name, scan.index_name.as_deref(), schema)?;
        check_start(scan.exclusive_start_key.is_some())?;
        check_legacy(
            scan.scan_filter.is_some() || scan.conditional_operator.is_some() || scan.attributes_to_get.is_some(),
        )?;
        if scan.segment.is_some() || scan.total_segments.is_some() {
            return Err(t!("The form has no field for the segments of a parallel Scan.").into());
        }
        let mut form = Self::on(scan.index_name.as_deref());
        form.consistent = scan.consistent_read.unwrap_or(false);
        form.limit = scan.limit.map_or_else(String::new, |limit| limit.to_string());
        let shared = Shared {
            filter: scan.filter_expression.as_deref(),
            projection: scan.projection_expression.as_deref(),
            names: scan.expression_attribute_names.as_ref(),
            values: scan.expression_attribute_values.as_ref(),
            select: scan.select,
        };
        form.read_shared(&shared, schema)?;
        Ok(form)
    }

    fn read_keys(&mut self, text: &str, shared: &Shared<'_>, schema: &TableSchema) -> Result<(), String> {
        let keys = schema.keys_of(self.index.as_deref()).clone();
        let (join, found) = shared.conditions(text)?;
        if join == Join::Or {
            return Err(t!("Key conditions are joined by AND.").into());
        }
        for condition in found {
            let is = |key: &KeyAttribute| condition.path.is_top() && condition.path.attribute == key.name;
            let texts = |key: &KeyAttribute| shared.texts(&condition, Some(key.kind.attribute_type()));
            if is(&keys.partition) && condition.operator == FilterOperator::Compare(Comparator::Equal) {
                let (_, operands) = texts(&keys.partition)?;
                self.partition = operands.into_iter().next().unwrap_or_default();
            } else if let Some(sort) = keys
                .sort
                .as_ref()
                .filter(|sort| is(sort) && self.sort.operator == SortOperator::Any)
            {
                let (_, operands) = texts(sort)?;
                let mut operands = operands.into_iter();
                self.sort = SortTest {
                    operator: sort_operator(condition.operator)?,
                    first: operands.next().unwrap_or_default(),
                    second: operands.next().unwrap_or_default(),
                };
            } else {
                return Err(t!(
                    "The form does not support this key condition on {path}.",
                    path = condition.path
                ));
            }
        }
        if self.partition.is_empty() {
            Err(t!("The key condition has no partition key value.").into())
        } else {
            Ok(())
        }
    }

    fn read_shared(&mut self, shared: &Shared<'_>, schema: &TableSchema) -> Result<(), String> {
        if let Some(text) = shared.filter {
            let (join, found) = shared.conditions(text)?;
            self.join = join;
            for condition in found {
                let (kind, operands) = shared.texts(&condition, None)?;
                let id = self.next_id;
                self.next_id += 1;
                let path = write_path(&condition.path);
                self.filters.push(FilterForm {
                    id,
                    path,
                    operator: condition.operator,
                    kind,
                    operands,
                });
            }
        }
        self.returned = match (shared.select, shared.projection) {
            (None | Some(Select::SpecificAttributes), Some(text)) => {
                let found = paths(text, shared.names.unwrap_or(&ExpressionAttributeNames::new()))?;
                self.read_projection(found.iter().map(write_path).collect(), schema)
            }
            (None, None) => Returned::Everything,
            (Some(Select::AllAttributes), None) if self.index.is_some() => Returned::WholeItems,
            (Some(Select::AllAttributes), None) => Returned::Everything,
            (Some(Select::AllProjectedAttributes), None) if self.index.is_some() => Returned::Everything,
            (Some(Select::Count), None) => Returned::Count,
            (Some(select), _) => {
                return Err(t!(
                    "The form does not combine Select {select} with the other parameters.",
                    select
                ));
            }
        };
        Ok(())
    }

    fn read_projection(&self, paths: Vec<String>, schema: &TableSchema) -> Returned {
        let keys = schema.key_attributes(self.index.as_deref());
        let mut keys: Vec<String> = keys
            .into_iter()
            .map(|key| super::super::path_text::write_name(&key.name))
            .collect();
        let mut picked = paths.clone();
        sort(&mut keys);
        sort(&mut picked);
        if keys == picked {
            Returned::Keys
        } else {
            Returned::Picked(paths)
        }
    }
}

impl Shared<'_> {
    fn conditions(&self, text: &str) -> Result<(Join, Vec<Condition>), String> {
        conditions(text, self.names.unwrap_or(&ExpressionAttributeNames::new()))
    }

    /// The texts of a condition's values, and their common type.
    fn texts(
        &self,
        condition: &Condition,
        expected: Option<AttributeType>,
    ) -> Result<(AttributeType, Vec<String>), String> {
        let mut kind = expected;
        if let FilterOperator::Size(_) = condition.operator {
            kind = Some(AttributeType::N);
        }
        let mut texts = Vec::new();
        for placeholder in &condition.operands {
            let value = self.values.and_then(|values| values.get(placeholder));
            let value =
                value.ok_or_else(|| t!("{placeholder} is not among ExpressionAttributeValues.", placeholder))?;
            let found = value.attribute_type();
            if *kind.get_or_insert(found) != found {
                return Err(t!(
                    "{placeholder} is of type {descriptor}; the form expects another.",
                    placeholder,
                    descriptor = found.descriptor()
                ));
            }
            texts.push(write_operand(value));
        }
        Ok((kind.unwrap_or(AttributeType::S), texts))
    }
}

fn sort_operator(operator: FilterOperator) -> Result<SortOperator, String> {
    match operator {
        FilterOperator::Compare(comparator) if comparator != Comparator::NotEqual => {
            Ok(SortOperator::Compare(comparator))
        }
        FilterOperator::Between => Ok(SortOperator::Between),
        FilterOperator::BeginsWith => Ok(SortOperator::BeginsWith),
        other => Err(t!("A sort key does not support “{label}”.", label = other.label())),
    }
}

fn check_target(table: &str, index: Option<&str>, schema: &TableSchema) -> Result<(), String> {
    if table != schema.name {
        return Err(t!(
            "The request reads {table}; the form is for {schema}.",
            table,
            schema = schema.name
        ));
    }
    match index.filter(|name| schema.index(name).is_none()) {
        Some(name) => Err(t!("{table} has no index {name}.", table, name)),
        None => Ok(()),
    }
}

fn check_start(has_start: bool) -> Result<(), String> {
    if has_start {
        Err(t!("The form has no field for ExclusiveStartKey.").into())
    } else {
        Ok(())
    }
}

fn check_legacy(has_legacy: bool) -> Result<(), String> {
    if has_legacy {
        Err(t!("The form has no fields for legacy parameters, which expressions replaced.").into())
    } else {
        Ok(())
    }
}

fn placeholders(values: Option<&Map>) -> usize {
    values.map_or(0, Map::len)
}
