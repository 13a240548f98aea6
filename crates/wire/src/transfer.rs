//! Exports to S3 and imports from there: their requests and answers, beside the list of operations.
//!
//! They are read and written like all others, but no engine answers them: whoever has a folder or bucket does. So they
//! are no part of [`crate::Request`]. Must not know where objects are.

use crate::constraint::Shape;
use crate::error::TransferError;
use crate::json::{Fields, Writer, read_transfer};
use crate::operation::{Answer, Body, Operation};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    DescribeExportRequest, DescribeImportRequest, ExportDescription, ExportTableToPointInTimeRequest,
    ImportTableDescription, ImportTableRequest, ListExportsRequest, ListExportsResponse, ListImportsRequest,
    ListImportsResponse,
};

macro_rules! transfers {
    ($($(#[$doc:meta])* $name:ident($request:ident) -> $response:ident,)+) => {
        /// An operation that moves tables to S3 or from there, or tells of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TransferOperation { $($(#[$doc])* $name,)+ }

        impl TransferOperation {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The name in the `X-Amz-Target` header, after the version.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }

            /// The operation with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|operation| operation.name() == name)
            }
        }

        /// A request that keeps the rules.
        #[derive(Clone, Debug, PartialEq)]
        pub enum TransferRequest { $($(#[$doc])* $name($request),)+ }

        $(impl From<$request> for TransferRequest {
            fn from(request: $request) -> Self { Self::$name(request) }
        })+

        impl TransferRequest {
            fn shape(operation: TransferOperation) -> &'static Shape {
                match operation { $(TransferOperation::$name => <$request as Body>::shape(false),)+ }
            }

            fn read(operation: TransferOperation, fields: &Fields<'_>) -> Result<Self, Rejection> {
                match operation { $(TransferOperation::$name => <$request as Body>::read(READER, fields),)+ }
            }

            /// The request as a body: reading it gives the same request.
            #[must_use]
            pub fn body(&self) -> String {
                let mut out = Writer::compact();
                out.object(|out| match self { $(Self::$name(request) => Body::write(request, out),)+ });
                out.finish()
            }
        }

        /// The answer to a request.
        #[derive(Clone, Debug, PartialEq)]
        pub enum TransferResponse { $($(#[$doc])* $name($response),)+ }

        impl TransferResponse {
            /// The answer as a body.
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
    /// Writes a table to S3.
    ExportTableToPointInTime(ExportTableToPointInTimeRequest) -> ExportDescription,
    /// Describes an export.
    DescribeExport(DescribeExportRequest) -> ExportDescription,
    /// Lists exports.
    ListExports(ListExportsRequest) -> ListExportsResponse,
    /// Makes a table of objects in S3.
    ImportTable(ImportTableRequest) -> ImportTableDescription,
    /// Describes an import.
    DescribeImport(DescribeImportRequest) -> ImportTableDescription,
    /// Lists imports.
    ListImports(ListImportsRequest) -> ListImportsResponse,
}

/// The code that reads them: that of other operations on tables (inferred).
const READER: Reader = Reader { operation: Operation::CreateTable, is_second: false };

/// Reads the body of a request.
///
/// # Errors
/// The refusal in the service's words, when the body is no such request or breaks its constraints.
pub fn decode_transfer(operation: TransferOperation, body: &[u8]) -> Result<TransferRequest, Rejection> {
    read_transfer(TransferRequest::shape(operation), body, |fields| TransferRequest::read(operation, fields))
}

/// The body of a refusal.
#[must_use]
pub fn encode_transfer_error(error: &TransferError) -> String {
    let mut out = Writer::compact();
    out.object(|out| {
        out.text_member("__type", &format!("com.amazonaws.dynamodb.v20120810#{}", error.exception()));
        out.text_member("message", &error.to_string());
    });
    out.finish()
}

#[cfg(test)]
mod tests;
