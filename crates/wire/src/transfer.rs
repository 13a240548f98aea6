//! Requests and responses of exports to S3, imports from S3 and bulk operations, separate from the list of operations.
//!
//! They are read and written like all others, but the engine does not handle them. The owner of a folder or bucket
//! does. Therefore they are not part of [`crate::Request`]. Must not know where objects are.

use crate::constraint::Shape;
use crate::error::TransferError;
use crate::json::{Fields, Writer, read_transfer};
use crate::operation::{Answer, Body, Members, Operation, name_methods};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    BulkOperationDescription, CancelBulkOperationRequest, CancelBulkOperationResponse, DescribeBulkOperationRequest,
    DescribeExportRequest, DescribeImportRequest, ExportDescription, ExportTableToPointInTimeRequest,
    ImportTableDescription, ImportTableRequest, ListBulkOperationsRequest, ListBulkOperationsResponse,
    ListExportsRequest, ListExportsResponse, ListImportsRequest, ListImportsResponse, StartBulkPutItemsRequest,
};

macro_rules! transfers {
    ($($(#[$doc:meta])* $name:ident($request:ident) -> $response:ident,)+) => {
        /// An operation on exports to S3, imports from S3 or bulk operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TransferOperation { $($(#[$doc])* $name,)+ }

        name_methods!(TransferOperation { $($name),+ });

        /// A request that satisfies the constraints.
        #[derive(Clone, Debug, PartialEq)]
        pub enum TransferRequest { $($(#[$doc])* $name($request),)+ }

        $(impl From<$request> for TransferRequest {
            fn from(request: $request) -> Self { Self::$name(request) }
        })+

        impl TransferRequest {
            pub(crate) fn shape(operation: TransferOperation) -> &'static Shape {
                match operation { $(TransferOperation::$name => <$request as Body>::shape(false),)+ }
            }

            pub(crate) fn stores(operation: TransferOperation, member: &str) -> bool {
                match operation {
                    $(TransferOperation::$name => Members::member(&mut <$request>::default(), member).is_some(),)+
                }
            }

            fn read(operation: TransferOperation, fields: &Fields<'_>) -> Result<Self, Rejection> {
                match operation { $(TransferOperation::$name => <$request as Body>::read(READER, fields),)+ }
            }

            /// Writes the request as a body. Reading the body returns the same request.
            #[must_use]
            pub fn body(&self) -> String {
                let mut out = Writer::compact();
                out.object(|out| match self { $(Self::$name(request) => Body::write(request, out),)+ });
                out.finish()
            }
        }

        /// The response to a request.
        #[derive(Clone, Debug, PartialEq)]
        pub enum TransferResponse { $($(#[$doc])* $name($response),)+ }

        impl TransferResponse {
            /// Writes the response as a body.
            #[must_use]
            pub fn body(&self) -> String {
                let answer: &dyn Answer = match self { $(Self::$name(response) => response,)+ };
                let mut out = Writer::compact();
                out.object(|out| answer.write(out));
                out.finish()
            }
        }
    };
}

transfers! {
    /// Exports a table to S3.
    ExportTableToPointInTime(ExportTableToPointInTimeRequest) -> ExportDescription,
    /// Describes an export.
    DescribeExport(DescribeExportRequest) -> ExportDescription,
    /// Lists exports.
    ListExports(ListExportsRequest) -> ListExportsResponse,
    /// Creates a table from objects in S3.
    ImportTable(ImportTableRequest) -> ImportTableDescription,
    /// Describes an import.
    DescribeImport(DescribeImportRequest) -> ImportTableDescription,
    /// Lists imports.
    ListImports(ListImportsRequest) -> ListImportsResponse,
    /// Puts the items of objects in S3 into a table.
    StartBulkPutItems(StartBulkPutItemsRequest) -> BulkOperationDescription,
    /// Describes a bulk operation.
    DescribeBulkOperation(DescribeBulkOperationRequest) -> BulkOperationDescription,
    /// Lists bulk operations.
    ListBulkOperations(ListBulkOperationsRequest) -> ListBulkOperationsResponse,
    /// Ends a bulk operation early.
    CancelBulkOperation(CancelBulkOperationRequest) -> CancelBulkOperationResponse,
}

/// The reader of these requests, which is that of other operations on tables (inferred: transfer-reader).
const READER: Reader = Reader {
    operation: Operation::CreateTable,
    is_second: false,
    is_of_responses: false,
};

/// Reads the body of a request.
///
/// # Errors
/// The error with the service's text, if the body is not such a request or breaks its constraints.
pub fn decode_transfer(operation: TransferOperation, body: &[u8]) -> Result<TransferRequest, Rejection> {
    read_transfer(TransferRequest::shape(operation), body, |fields| {
        TransferRequest::read(operation, fields)
    })
}

/// Writes the body of an error.
#[must_use]
pub fn encode_transfer_error(error: &TransferError) -> String {
    let mut out = Writer::compact();
    out.object(|out| {
        out.text_member(
            "__type",
            &format!("com.amazonaws.dynamodb.v20120810#{}", error.exception()),
        );
        out.text_member("message", &error.to_string());
    });
    out.finish()
}

#[cfg(test)]
mod tests;
