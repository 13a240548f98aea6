//! Files of tables: descriptions, CloudFormation templates in JSON and YAML, Terraform in HCL and JSON, data models. Also
//! data models of NoSQL Workbench.

use std::str::FromStr as _;

use hashrange_files::{
    FileFault, LeftOut, TableDefinition, TablesFormat, TablesRead, TemplateFormat, foreign_form, tables_in, tables_out,
    workbench,
};
use hashrange_wire::{JsonContent, JsonTree};

/// Bytes that are written for tables of a short file. A short file can refer to a long value often, but not without end.
const MOST_WRITTEN: usize = 64 << 20;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);
const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);
/// Names of files whose form is guessed.
const NAMES: [&str; 4] = [
    "template.yaml",
    "main.tf.json",
    "dynamodb_data_model.json",
    "pasted text",
];

/// The first byte selects the kind of file, and the rest is the file.
pub fn table_file(data: &[u8]) {
    let Some((choice, text)) = crate::choice_of_text(data) else {
        return;
    };
    let _ = foreign_form(text.as_bytes());
    match choice % 8 {
        0 => read_tables(TablesFormat::DescribeTable, text),
        1 => read_tables(CLOUDFORMATION, text),
        2 => read_tables(TERRAFORM, text),
        3 => read_model(text),
        other => {
            let name = NAMES.get(other - 4).copied().unwrap_or_default();
            read_tables(TablesFormat::guess(name, text), text);
        }
    }
}

/// A table that was read must be equal after a template. Error positions must be inside the file. Each resource is a
/// table, or is named.
fn read_tables(format: TablesFormat, text: &str) {
    let lines = lines_of(text);
    let read = match tables_in(format, text) {
        Ok(read) => read,
        Err(faults) => return assert!(faults.iter().all(|fault| fault.line <= lines), "{faults:?}"),
    };
    assert!(read.left_out.iter().all(|part| part.line <= lines), "{read:?}");
    assert_named(&resources(format, text), &read);
    let without_vectors = |mut table: TableDefinition| {
        table.create.vector_indexes = None;
        table
    };
    let tables: Vec<TableDefinition> = read.tables.into_iter().map(without_vectors).collect();
    let _ = tables_out(TemplateFormat::Terraform, &tables);
    let written = tables_out(TemplateFormat::CloudFormation, &tables);
    assert!(tables.len() <= text.len() && written.text.len() <= MOST_WRITTEN + 1_000 * text.len());
    assert_eq!(
        tables_in(CLOUDFORMATION, &written.text).map(|read| read.tables),
        Ok(tables)
    );
}

/// The lines of a file. YAML has a line after each return too.
fn lines_of(text: &str) -> usize {
    text.matches(['\n', '\r']).count() + 1
}

/// Each of these resources must be a table, or be named with its path or a path inside it.
fn assert_named(resources: &[String], read: &TablesRead) {
    let is_of = |part: &LeftOut, resource: &String| {
        let rest = part.path.strip_prefix(resource.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let is_named = |resource: &&String| read.left_out.iter().any(|part| is_of(part, resource));
    let named = resources.iter().filter(is_named).count();
    assert!(read.tables.len() + named >= resources.len(), "{resources:?} {read:?}");
}

/// The paths of the tables of a file, found in another way than by its reader.
fn resources(format: TablesFormat, text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{feff}');
    match (format, JsonTree::parse(text)) {
        (CLOUDFORMATION, Ok(tree)) => {
            let kind = |tree: &JsonTree| Some(tree.member("Type")?.text()?.to_owned());
            let resources = tree.member("Resources").map(JsonTree::members).unwrap_or_default();
            let is_table = |tree: &JsonTree| kind(tree).is_some_and(|kind| kind.starts_with("AWS::DynamoDB::"));
            let tables = resources.iter().filter(|(_, tree)| is_table(tree));
            tables.map(|(id, _)| format!("Resources.{id}")).collect()
        }
        (TERRAFORM, Ok(tree)) => {
            let kinds = tree.member("resource").map(each).unwrap_or_default();
            let of_kind = kinds.iter().flat_map(JsonTree::members);
            let of_kind = of_kind.filter(|(kind, _)| kind == "aws_dynamodb_table");
            let tables = of_kind.flat_map(|(_, tables)| each(tables)).flat_map(JsonTree::members);
            let tables = tables.filter(|(_, table)| matches!(table.content, JsonContent::Object(_)));
            tables.map(|(id, _)| format!("aws_dynamodb_table.{id}")).collect()
        }
        (TERRAFORM, Err(_)) => {
            hcl_edit::structure::Body::from_str(text).map_or_else(|_| Vec::new(), |body| of_hcl(&body))
        }
        _ => Vec::new(),
    }
}

/// The elements of a list; any other value stands for itself.
fn each(tree: &JsonTree) -> &[JsonTree] {
    match &tree.content {
        JsonContent::List(elements) => elements,
        _ => std::slice::from_ref(tree),
    }
}

fn of_hcl(body: &hcl_edit::structure::Body) -> Vec<String> {
    let resources = body.blocks().filter(|block| block.ident.as_str() == "resource");
    let labels = resources.map(|block| block.labels.iter().map(|label| label.as_str()).collect::<Vec<_>>());
    let path = |labels: Vec<&str>| match labels.as_slice() {
        ["aws_dynamodb_table", id, ..] => Some(format!("aws_dynamodb_table.{id}")),
        _ => None,
    };
    labels.filter_map(path).collect()
}

/// A model that was read must be equal when written and read again. Each table of the file is in it, or is named.
fn read_model(text: &str) {
    let lines = lines_of(text);
    let is_inside = |faults: &[FileFault]| faults.iter().all(|fault| fault.line <= lines);
    match workbench::read(text) {
        Ok(read) => {
            let tree = JsonTree::parse(text.trim_start_matches('\u{feff}')).unwrap_or_default();
            let tables = tree.member("DataModel").map_or(0, |tables| tables.elements().len());
            assert!(read.model.tables.len() + read.left_out.len() >= tables, "{read:?}");
            let written = workbench::write(&read.model);
            assert_eq!(workbench::read(&written.text).map(|read| read.model), Ok(read.model));
        }
        Err(faults) => assert!(is_inside(&faults), "{faults:?}"),
    }
}
