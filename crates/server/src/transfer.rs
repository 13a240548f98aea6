//! Exports of tables to a folder that replaces S3, imports of tables from there, and bulk operations.
//!
//! Owns the choice of these requests, and handles them. The engine does not know them: ordinary requests create and
//! fill a table, and its items are read as of a time. Must not know HTTP.

use std::path::Path;
use std::sync::Arc;

use hashrange_endpoint::{API_VERSION, Answer};
use hashrange_time::Duration;
use hashrange_wire::{
    AbsentError, BulkOperationDescription, DescribeBulkOperationRequest, DescribeExportRequest, DescribeImportRequest,
    ExportDescription, ImportTableDescription, ListBulkOperationsRequest, ListBulkOperationsResponse,
    ListExportsRequest, ListExportsResponse, ListImportsRequest, ListImportsResponse, ServiceError, TransferOperation,
    TransferRequest, TransferResponse, check_bulk_operation_arn, check_export_arn, check_import_arn, decode_transfer,
    table_name_of,
};

use crate::s3::Buckets;
use crate::service::Service;
use crate::start_error::StartError;
use page::page;
use refused::Refused;
use registry::Registry;
use shared::Shared;

mod body;
mod bulk;
mod data_file;
mod decompressed;
mod export;
mod export_files;
mod exporting;
mod failure;
mod found;
mod import;
mod import_log;
mod importing;
mod json_lines;
mod lines;
mod page;
mod period;
mod putting;
mod record;
mod refused;
mod registry;
mod rows;
mod shared;
mod source;
mod transfer_file;

/// Maximum bytes of a request. It is stored, so its limit is lower than that of others.
const LONGEST_BODY: usize = 1 << 20;

/// How long a bulk operation is listed after its start (documented: bulk-api).
const LISTED: Duration = Duration::from_days(90);

/// Exports, imports and bulk operations of a server.
pub(crate) struct Transfers(Arc<Shared>);

/// The operation that a target header names, if it is one of exports, imports or bulk operations.
pub(crate) fn transfer_of(target: &str) -> Option<TransferOperation> {
    TransferOperation::from_name(target.strip_prefix(API_VERSION)?.strip_prefix('.')?)
}

impl Transfers {
    /// Opens the transfers of a folder. Their list is stored with the service's data, if it has a data directory.
    ///
    /// # Errors
    /// When the folder does not exist, or the data directory cannot be used.
    pub(crate) fn open(folder: &Path, service: &Service) -> Result<Self, StartError> {
        let failure = |error| StartError::S3 {
            folder: folder.to_owned(),
            error,
        };
        let buckets = Buckets::open(folder).map_err(failure)?;
        let disk = service.storage().map(|storage| Arc::clone(&storage.disk));
        let clock = Arc::clone(service.clock());
        let (registry, report) = Registry::open(disk, service.settings().seed, clock).map_err(failure)?;
        let shared = Shared::new(buckets, registry);
        if let Some(report) = report {
            shared.complain(&report);
        }
        Ok(Self(Arc::new(shared)))
    }

    /// Handles a request of a client of this service.
    pub(crate) async fn answer(&self, service: &Arc<Service>, operation: TransferOperation, body: &[u8]) -> Answer {
        match self.outcome(service, operation, body).await {
            Ok(response) => Answer {
                status: 200,
                body: response.body(),
                exception: None,
                message: None,
            },
            Err(Refused(answer)) => answer,
        }
    }

    async fn outcome(
        &self,
        service: &Arc<Service>,
        operation: TransferOperation,
        body: &[u8],
    ) -> Result<TransferResponse, Refused> {
        if body.len() > LONGEST_BODY {
            return Err(Refused::invalid(format!(
                "Invalid Request: the limit of such a request is {LONGEST_BODY} bytes here."
            )));
        }
        let shared = &self.0;
        Ok(match decode_transfer(operation, body)? {
            TransferRequest::ExportTableToPointInTime(request) => {
                TransferResponse::ExportTableToPointInTime(exporting::begin(shared, service, request).await?)
            }
            TransferRequest::ImportTable(request) => {
                TransferResponse::ImportTable(importing::begin(shared, service, request).await?)
            }
            TransferRequest::DescribeExport(request) => {
                TransferResponse::DescribeExport(self.describe_export(service, &request)?)
            }
            TransferRequest::DescribeImport(request) => {
                TransferResponse::DescribeImport(self.describe_import(service, &request)?)
            }
            TransferRequest::ListExports(request) => {
                TransferResponse::ListExports(self.list_exports(service, &request)?)
            }
            TransferRequest::ListImports(request) => {
                TransferResponse::ListImports(self.list_imports(service, &request)?)
            }
            TransferRequest::StartBulkPutItems(request) => {
                TransferResponse::StartBulkPutItems(bulk::begin(shared, service, request).await?)
            }
            TransferRequest::DescribeBulkOperation(request) => {
                TransferResponse::DescribeBulkOperation(self.describe_bulk(service, &request)?)
            }
            TransferRequest::ListBulkOperations(request) => {
                TransferResponse::ListBulkOperations(self.list_bulk(service, &request)?)
            }
            TransferRequest::CancelBulkOperation(request) => {
                TransferResponse::CancelBulkOperation(bulk::cancel(shared, service, request).await?)
            }
        })
    }

    /// Ends running tasks, and returns when they have ended.
    pub(crate) async fn end(&self) {
        self.0.end().await;
    }

    fn describe_export(
        &self,
        service: &Service,
        request: &DescribeExportRequest,
    ) -> Result<ExportDescription, Refused> {
        let arn = &request.export_arn;
        let account_scope = service
            .look(|engine| engine.account_scope().clone())
            .ok_or_else(Answer::internal_server_error)?;
        check_export_arn(&account_scope, arn)?;
        let found = self.0.registry.with(|entries| {
            entries
                .exports
                .iter()
                .find(|export| export.arn == *arn)
                .map(export::Export::describe)
        });
        found.ok_or_else(|| ServiceError::from(AbsentError::Export(arn.clone())).into())
    }

    fn describe_import(
        &self,
        service: &Service,
        request: &DescribeImportRequest,
    ) -> Result<ImportTableDescription, Refused> {
        let arn = &request.import_arn;
        let account_scope = service
            .look(|engine| engine.account_scope().clone())
            .ok_or_else(Answer::internal_server_error)?;
        check_import_arn(&account_scope, arn)?;
        let found = self.0.registry.with(|entries| {
            entries
                .imports
                .iter()
                .find(|import| import.arn == *arn)
                .map(import::Import::describe)
        });
        found.ok_or_else(|| ServiceError::from(AbsentError::Import(arn.clone())).into())
    }

    fn describe_bulk(
        &self,
        service: &Service,
        request: &DescribeBulkOperationRequest,
    ) -> Result<BulkOperationDescription, Refused> {
        let arn = &request.bulk_operation_arn;
        let account_scope = service
            .look(|engine| engine.account_scope().clone())
            .ok_or_else(Answer::internal_server_error)?;
        check_bulk_operation_arn(&account_scope, arn)?;
        let found = self.0.registry.with(|entries| {
            entries
                .bulk
                .iter()
                .find(|bulk| bulk.arn == *arn)
                .map(bulk::Bulk::describe)
        });
        found.ok_or_else(|| ServiceError::from(AbsentError::BulkOperation(arn.clone())).into())
    }

    /// Bulk operations of this Region that started in the last 90 days (documented: bulk-api).
    fn list_bulk(
        &self,
        service: &Service,
        request: &ListBulkOperationsRequest,
    ) -> Result<ListBulkOperationsResponse, Refused> {
        let (here, now) = (service.arn_prefix(), self.0.registry.now());
        self.0.registry.with(|entries| {
            let is_listed = |bulk: &&bulk::Bulk| bulk.arn.starts_with(&here) && bulk.started + LISTED > now;
            let listed = entries.bulk.iter().filter(is_listed);
            let asked = (request.max_results, request.next_token.as_ref());
            let (listed, next_token) = page(listed, |bulk| &bulk.arn, asked)?;
            Ok(ListBulkOperationsResponse {
                bulk_operations_summary_list: listed.into_iter().map(bulk::Bulk::summary).collect(),
                next_token,
            })
        })
    }

    /// Exports of this Region. For a table, lists only the exports of the table that has this name now
    /// (observed: exports-seen).
    fn list_exports(&self, service: &Service, request: &ListExportsRequest) -> Result<ListExportsResponse, Refused> {
        let id = request.table_arn.as_deref().map(|arn| {
            let described = service.look(|engine| engine.describe(table_name_of(arn)));
            described.flatten().map(|table| table.table_id)
        });
        let here = service.arn_prefix();
        self.0.registry.with(|entries| {
            let is_asked_for = |export: &&export::Export| {
                let of_table = request
                    .table_arn
                    .as_ref()
                    .is_none_or(|arn| export.request.table_arn == *arn);
                let of_this_one = id.as_ref().is_none_or(|id| id.as_ref() == Some(&export.table_id));
                export.arn.starts_with(&here) && of_table && of_this_one
            };
            let exports = entries.exports.iter().filter(is_asked_for);
            let asked = (request.max_results, request.next_token.as_ref());
            let (listed, next_token) = page(exports, |export| &export.arn, asked)?;
            Ok(ListExportsResponse {
                export_summaries: listed.into_iter().map(export::Export::summary).collect(),
                next_token,
            })
        })
    }

    /// Imports of this Region, whether or not their tables exist (observed: imports-seen).
    fn list_imports(&self, service: &Service, request: &ListImportsRequest) -> Result<ListImportsResponse, Refused> {
        let here = service.arn_prefix();
        self.0.registry.with(|entries| {
            let is_asked_for = |import: &&import::Import| {
                import.arn.starts_with(&here) && request.table_arn.as_ref().is_none_or(|arn| import.table_arn == *arn)
            };
            let imports = entries.imports.iter().filter(is_asked_for);
            let asked = (request.page_size, request.next_token.as_ref());
            let (listed, next_token) = page(imports, |import| &import.arn, asked)?;
            Ok(ListImportsResponse {
                import_summary_list: listed.into_iter().map(import::Import::summary).collect(),
                next_token,
            })
        })
    }
}
