//! The shapes: requests and responses of every operation as plain structs, named after the service's own members.
//!
//! An `Option` is a member the caller may leave out; a list or map inside an `Option` tells "left out" from "empty".

mod capacity;
mod closed_set;
mod item;
mod read;
mod statement;
mod table;

pub use capacity::{
    ConsumedCapacity, ItemCollectionMetrics, ReturnConsumedCapacity, ReturnItemCollectionMetrics, UnitsName,
};
pub use item::{
    DeleteItemRequest, DeleteItemResponse, GetItemRequest, GetItemResponse, PutItemRequest, PutItemResponse,
    ReturnValues, ReturnValuesOnConditionCheckFailure, UpdateItemRequest, UpdateItemResponse, WriteItemResponse,
};
pub use read::{QueryRequest, QueryResponse, ScanRequest, ScanResponse, Select};
pub use statement::{
    BatchExecuteStatementRequest, BatchExecuteStatementResponse, BatchStatement, BatchStatementResponse,
    ExecuteStatementRequest, ExecuteStatementResponse, ExecuteTransactionRequest, ExecuteTransactionResponse,
    TransactStatement,
};
pub use table::{
    AttributeDefinition, BillingMode, BillingModeSummary, CreateTableRequest, CreateTableResponse, DeleteTableRequest,
    DeleteTableResponse, DescribeTableRequest, DescribeTableResponse, GlobalSecondaryIndex,
    GlobalSecondaryIndexDescription, IndexStatus, KeyRole, KeySchemaElement, ListTablesRequest, ListTablesResponse,
    LocalSecondaryIndex, LocalSecondaryIndexDescription, Projection, ProjectionType, ProvisionedThroughput,
    ProvisionedThroughputDescription, TableDescription, TableStatus,
};

use std::collections::BTreeMap;

use hashrange_values::Text;

/// `ExpressionAttributeNames`: placeholders with their leading `#`, and the attribute names they stand for.
pub type ExpressionAttributeNames = BTreeMap<Text, Text>;
