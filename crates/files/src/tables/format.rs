//! The formats of files of tables, and the functions that read and write them.
//!
//! Must not know the text of any format.

use hashrange_values::Item;
use hashrange_wire::TableDescription;

use super::definition::TableDefinition;
use super::found::Found;
use super::{described, template, terraform_read, terraform_write};
use crate::file_fault::{FileFault, LeftOut};

/// The languages of deployment templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum TemplateFormat {
    /// A CloudFormation template. Written as JSON, and read as JSON or YAML.
    CloudFormation,
    /// Terraform's configuration language, HCL. Its JSON syntax can be read too.
    Terraform,
}

/// The format of a file of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum TablesFormat {
    /// The response of DescribeTable, or a list of them. The body of CreateTable can be read too, and both as YAML.
    DescribeTable,
    /// A template.
    Template(TemplateFormat),
}

impl TablesFormat {
    /// The apparent format of a file.
    #[must_use]
    pub fn guess(name: &str, text: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
        let is_template = text.contains("\"Resources\"")
            && ["AWS::DynamoDB::", "AWS::Serverless::SimpleTable"]
                .iter()
                .any(|kind| text.contains(kind));
        // A response of the AWS CLI in YAML.
        let is_described = || text.contains("TableName:") && !text.contains("Resources:");
        let is_terraform_json = || text.contains("\"resource\"") && text.contains("\"aws_dynamodb_table\"");
        if [".tf", ".hcl", ".tf.json"].iter().any(|ending| name.ends_with(ending))
            || text.contains("resource \"aws_dynamodb_table\"")
            || is_json && is_terraform_json()
        {
            Self::Template(TemplateFormat::Terraform)
        } else if is_json && !is_template || !is_json && is_described() {
            Self::DescribeTable
        } else {
            Self::Template(TemplateFormat::CloudFormation)
        }
    }
}

/// The tables of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TablesRead {
    /// The tables, in the order of the file.
    pub tables: Vec<TableDefinition>,
    /// Items of these tables, each with the name of its table.
    pub items: Vec<(String, Item)>,
    /// What was not read: settings, and tables with errors.
    pub left_out: Vec<LeftOut>,
}

/// A file with tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablesWritten {
    /// The file.
    pub text: String,
    /// Settings that the format cannot express.
    pub left_out: Vec<LeftOut>,
}

/// Reads the tables of a file. A table with an error is left out, and the others are read.
///
/// # Errors
/// Returns the syntax error of the file, or, without any table, the first error of each.
pub fn tables_in(format: TablesFormat, text: &str) -> Result<TablesRead, Vec<FileFault>> {
    let Found {
        tables,
        mut left_out,
        faults,
        items,
        ..
    } = match format {
        TablesFormat::DescribeTable => described::read(text)?,
        TablesFormat::Template(TemplateFormat::CloudFormation) => template::read(text)?,
        TablesFormat::Template(TemplateFormat::Terraform) => terraform_read::read(text)?,
    };
    if tables.is_empty() {
        return Err(faults);
    }
    left_out.extend(faults.into_iter().map(LeftOut::from));
    Ok(TablesRead {
        tables,
        items,
        left_out,
    })
}

/// Writes tables as a template.
#[must_use]
pub fn tables_out(format: TemplateFormat, tables: &[TableDefinition]) -> TablesWritten {
    let (text, left_out) = match format {
        TemplateFormat::Terraform => terraform_write::write(tables),
        TemplateFormat::CloudFormation => (template::write(tables), Vec::new()),
    };
    TablesWritten { text, left_out }
}

/// A table as a DescribeTable response, formatted for users.
#[must_use]
pub fn describe_table_json(table: &TableDescription) -> String {
    described::write(table)
}
