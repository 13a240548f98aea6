//! Files of tables: descriptions, CloudFormation templates and Terraform. Also data models of NoSQL Workbench.

use hashrange_files::{TableDefinition, TablesFormat, TemplateFormat, tables_in, tables_out, workbench};

/// Bytes that are written for tables of a short file. A short file can refer to a long value often, but not without end.
const MOST_WRITTEN: usize = 64 << 20;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);

/// The first byte selects the kind of file, and the rest is the file.
pub fn table_file(data: &[u8]) {
    let Some((choice, text)) = crate::choice_of_text(data) else {
        return;
    };
    match choice % 4 {
        0 => read_tables(TablesFormat::DescribeTable, text),
        1 => read_tables(CLOUDFORMATION, text),
        2 => read_tables(TablesFormat::Template(TemplateFormat::Terraform), text),
        _ => read_model(text),
    }
}

/// A table that was read must be equal after a template. Error positions must be inside the file.
fn read_tables(format: TablesFormat, text: &str) {
    let lines = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let read = match tables_in(format, text) {
        Ok(read) => read,
        Err(faults) => return assert!(faults.iter().all(|fault| fault.line <= lines), "{faults:?}"),
    };
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

/// A model that was read must be equal when written and read again.
fn read_model(text: &str) {
    let lines = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    match workbench::read(text) {
        Ok(read) => {
            let written = workbench::write(&read.model);
            assert_eq!(workbench::read(&written.text).map(|read| read.model), Ok(read.model));
        }
        Err(faults) => assert!(faults.iter().all(|fault| fault.line <= lines), "{faults:?}"),
    }
}
