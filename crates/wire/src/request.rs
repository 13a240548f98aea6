//! The operations: one name, one request and one response each.

use crate::shape::{
    BatchExecuteStatementRequest, BatchExecuteStatementResponse, CreateTableRequest, CreateTableResponse,
    DeleteItemRequest, DeleteItemResponse, DeleteTableRequest, DeleteTableResponse, DescribeTableRequest,
    DescribeTableResponse, ExecuteStatementRequest, ExecuteStatementResponse, ExecuteTransactionRequest,
    ExecuteTransactionResponse, GetItemRequest, GetItemResponse, ListTablesRequest, ListTablesResponse, PutItemRequest,
    PutItemResponse, QueryRequest, QueryResponse, ScanRequest, ScanResponse, UpdateItemRequest, UpdateItemResponse,
};

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($request:ident) -> $response:ident,)+) => {
        /// An operation of the service.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Operation { $($(#[$doc])* $name,)+ }

        impl Operation {
            /// Every operation.
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

        /// A decoded request that satisfies its shape's constraints.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Request { $($(#[$doc])* $name($request),)+ }

        impl Request {
            /// The operation asked for.
            #[must_use]
            pub fn operation(&self) -> Operation {
                match self { $(Self::$name(_) => Operation::$name,)+ }
            }
        }

        $(impl From<$request> for Request {
            fn from(request: $request) -> Self { Self::$name(request) }
        })+

        /// The answer to a request.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Response { $($(#[$doc])* $name($response),)+ }

        impl Response {
            /// The operation answered.
            #[must_use]
            pub fn operation(&self) -> Operation {
                match self { $(Self::$name(_) => Operation::$name,)+ }
            }
        }
    };
}

operations! {
    /// Makes a table with its indexes.
    CreateTable(CreateTableRequest) -> CreateTableResponse,
    /// Removes a table, its items and its indexes.
    DeleteTable(DeleteTableRequest) -> DeleteTableResponse,
    /// Tells how a table stands.
    DescribeTable(DescribeTableRequest) -> DescribeTableResponse,
    /// Names the tables.
    ListTables(ListTablesRequest) -> ListTablesResponse,
    /// Writes a whole item.
    PutItem(PutItemRequest) -> PutItemResponse,
    /// Reads one item.
    GetItem(GetItemRequest) -> GetItemResponse,
    /// Changes one item.
    UpdateItem(UpdateItemRequest) -> UpdateItemResponse,
    /// Removes one item.
    DeleteItem(DeleteItemRequest) -> DeleteItemResponse,
    /// Reads the items of one partition key value.
    Query(QueryRequest) -> QueryResponse,
    /// Reads every item.
    Scan(ScanRequest) -> ScanResponse,
    /// Reads items, or writes one, as a statement says.
    ExecuteStatement(ExecuteStatementRequest) -> ExecuteStatementResponse,
    /// Carries out statements, each on its own.
    BatchExecuteStatement(BatchExecuteStatementRequest) -> BatchExecuteStatementResponse,
    /// Carries out statements at one moment, or none of them.
    ExecuteTransaction(ExecuteTransactionRequest) -> ExecuteTransactionResponse,
}
