//! Reads and writes files of tables: DescribeTable JSON, CloudFormation templates and Terraform.

pub(crate) mod build;
mod data_model;
mod data_model_write;
mod definition;
mod described;
mod document;
mod format;
mod found;
mod hcl_call;
mod hcl_text;
mod hcl_value;
mod intrinsic;
pub(crate) mod places;
mod template;
mod template_global;
mod template_kinds;
mod terraform_beside;
mod terraform_body;
mod terraform_items;
mod terraform_names;
mod terraform_read;
mod terraform_write;

pub use data_model_write::data_model_out;
pub use definition::{Insights, TableDefinition};
pub use format::{TablesFormat, TablesRead, TablesWritten, TemplateFormat, describe_table_json, tables_in, tables_out};

#[cfg(test)]
mod beside_tests;
#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod global_tests;
#[cfg(test)]
mod named_tests;
#[cfg(test)]
mod parts_tests;
#[cfg(test)]
mod terraform_json_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod yaml_tests;
