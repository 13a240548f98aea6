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

/// Maximum bytes of a path that is looked for.
const LONGEST_PATH: usize = 300;

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

/// A table of a file, found in another way than by the file's reader.
#[derive(Debug)]
struct Resource {
    path: String,
    /// The name of its table, if the file has it as a literal text.
    name: Option<String>,
    /// Whether it can stand for several tables.
    repeats: bool,
}

/// Each of these resources must be a table, or be named with the reason and its path or a path inside it. A name that the
/// file has must be that of a table, as often as resources have it, so that tables of one resource do not stand for another.
fn assert_named(resources: &[Resource], read: &TablesRead) {
    let is_of = |part: &LeftOut, resource: &Resource| {
        let rest = part.path.strip_prefix(resource.path.as_str());
        part.reason.is_some() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let is_named = |resource: &Resource| read.left_out.iter().any(|part| is_of(part, resource));
    // A longer path is cut where it is shown.
    let short = resources.iter().filter(|resource| resource.path.len() < LONGEST_PATH);
    let unnamed: Vec<&Resource> = short.filter(|resource| !is_named(resource)).collect();
    let tables = |name: &str| {
        read.tables
            .iter()
            .filter(|table| table.create.table_name == name)
            .count()
    };
    for name in unnamed.iter().filter_map(|resource| resource.name.as_deref()) {
        let wanted = unnamed
            .iter()
            .filter(|other| other.name.as_deref() == Some(name))
            .count();
        assert!(tables(name) >= wanted, "{name} of {unnamed:?} {read:?}");
    }
    let single = unnamed.iter().filter(|resource| !resource.repeats).count();
    assert!(read.tables.len() >= single, "{resources:?} {read:?}");
}

/// The tables of a file.
fn resources(format: TablesFormat, text: &str) -> Vec<Resource> {
    let text = text.trim_start_matches('\u{feff}');
    match (format, JsonTree::parse(text)) {
        (CLOUDFORMATION, Ok(tree)) => of_template(&tree),
        (CLOUDFORMATION, Err(_)) => of_plain_yaml(text),
        (TERRAFORM, Ok(tree)) => of_json(&tree),
        (TERRAFORM, Err(_)) => {
            hcl_edit::structure::Body::from_str(text).map_or_else(|_| Vec::new(), |body| of_hcl(&body))
        }
        _ => Vec::new(),
    }
}

fn of_template(tree: &JsonTree) -> Vec<Resource> {
    let resource = |(id, tree): &(String, JsonTree)| {
        tree.member("Type")?
            .text()
            .filter(|kind| kind.starts_with("AWS::DynamoDB::"))?;
        let name = tree.member("Properties").and_then(|it| it.member("TableName"));
        Some(Resource {
            path: format!("Resources.{id}"),
            name: name.and_then(JsonTree::text).map(str::to_owned),
            repeats: false,
        })
    };
    let resources = tree.member("Resources").map(JsonTree::members).unwrap_or_default();
    resources
        .iter()
        .filter(|(id, _)| !id.starts_with("Fn::"))
        .filter_map(resource)
        .collect()
}

/// The tables of a template in YAML with plain lines only: an indent, a name, a colon, and perhaps a word. Any other line
/// can mean something else.
fn of_plain_yaml(text: &str) -> Vec<Resource> {
    let lines: Option<Vec<(usize, &str, &str)>> =
        text.lines().filter(|line| !line.is_empty()).map(plain_line).collect();
    let lines = lines.unwrap_or_default();
    let is_first = |(indent, name, _): &&(usize, &str, &str)| *indent == 0 && *name == "Resources";
    if lines.iter().filter(is_first).count() != 1 {
        return Vec::new();
    }
    let parts = lines.iter().skip_while(|line| !is_first(line)).skip(1);
    let parts: Vec<_> = parts.take_while(|(indent, ..)| *indent > 0).collect();
    let outer = parts.first().map(|(indent, ..)| *indent);
    // The type of each resource: of its members, which have the indent of the first, the last with this name.
    let mut types: Vec<(&str, Option<usize>, &str)> = Vec::new();
    for (indent, name, value) in parts {
        if Some(*indent) == outer {
            types.push((name, None, ""));
        } else if let Some((_, inner, kind)) = types.last_mut()
            && *inner.get_or_insert(*indent) == *indent
            && *name == "Type"
        {
            *kind = value;
        }
    }
    let tables = types
        .into_iter()
        .filter(|(_, _, kind)| kind.starts_with("AWS::DynamoDB::"));
    let resource = |(id, _, _): (&str, Option<usize>, &str)| Resource {
        path: format!("Resources.{id}"),
        name: None,
        repeats: false,
    };
    tables.map(resource).collect()
}

fn plain_line(line: &str) -> Option<(usize, &str, &str)> {
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b':');
    let words = line.trim_start_matches(' ');
    let (name, rest) = words
        .split_once(':')
        .filter(|(name, _)| !name.is_empty() && is_word(name))?;
    let value = rest.strip_prefix(' ').or_else(|| rest.is_empty().then_some(""))?;
    (is_word(value) && !value.starts_with(':') && !value.ends_with(':')).then_some((
        line.len() - words.len(),
        name,
        value,
    ))
}

fn of_json(tree: &JsonTree) -> Vec<Resource> {
    let kinds = tree.member("resource").map(each).unwrap_or_default();
    let of_kind = kinds.iter().flat_map(JsonTree::members);
    let of_kind = of_kind.filter(|(kind, _)| kind == "aws_dynamodb_table");
    let tables = of_kind.flat_map(|(_, tables)| each(tables)).flat_map(JsonTree::members);
    let is_plain = |text: &&str| !text.contains(['$', '%']);
    let resource = |(id, table): &(String, JsonTree)| Resource {
        path: format!("aws_dynamodb_table.{id}"),
        name: table
            .member("name")
            .and_then(JsonTree::text)
            .filter(is_plain)
            .map(str::to_owned),
        repeats: ["count", "for_each"]
            .iter()
            .any(|name| table.members().iter().any(|(other, _)| other == name)),
    };
    let is_object = |(_, table): &&(String, JsonTree)| matches!(table.content, JsonContent::Object(_));
    tables.filter(is_object).map(resource).collect()
}

/// The elements of a list; any other value stands for itself.
fn each(tree: &JsonTree) -> &[JsonTree] {
    match &tree.content {
        JsonContent::List(elements) => elements,
        _ => std::slice::from_ref(tree),
    }
}

fn of_hcl(body: &hcl_edit::structure::Body) -> Vec<Resource> {
    let resources = body.blocks().filter(|block| block.ident.as_str() == "resource");
    let resource = |block: &hcl_edit::structure::Block| {
        let labels: Vec<&str> = block.labels.iter().map(|label| label.as_str()).collect();
        let ["aws_dynamodb_table", id] = labels.as_slice() else {
            return None;
        };
        let name = block.body.get_attribute("name").and_then(|name| name.value.as_str());
        Some(Resource {
            path: format!("aws_dynamodb_table.{id}"),
            name: name.map(str::to_owned),
            repeats: block.body.has_attribute("count") || block.body.has_attribute("for_each"),
        })
    };
    resources.filter_map(resource).collect()
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
