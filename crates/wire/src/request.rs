//! Requests and responses of any operation.
//!
//! Must not know how any of them is read, written or checked: each type does that itself.

use crate::answer_error::AnswerError;
use crate::constraint::Shape;
use crate::json::{Fields, Writer};
use crate::operation::{Answer, Body, Members, Operation, operations};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    BackupDescription, BatchExecuteStatementRequest, BatchExecuteStatementResponse, BatchGetItemRequest,
    BatchGetItemResponse, BatchWriteItemRequest, BatchWriteItemResponse, ContinuousBackupsResponse,
    ContributorInsightsSummary, CreateBackupRequest, CreateBackupResponse, CreateTableRequest, CreateTableResponse,
    DeleteBackupRequest, DeleteItemRequest, DeleteItemResponse, DeleteResourcePolicyRequest,
    DeleteResourcePolicyResponse, DeleteScalingPolicyRequest, DeleteScalingPolicyResponse, DeleteTableRequest,
    DeleteTableResponse, DeregisterScalableTargetRequest, DeregisterScalableTargetResponse, DescribeBackupRequest,
    DescribeContinuousBackupsRequest, DescribeContributorInsightsRequest, DescribeContributorInsightsResponse,
    DescribeEndpointsRequest, DescribeEndpointsResponse, DescribeKinesisStreamingDestinationRequest,
    DescribeKinesisStreamingDestinationResponse, DescribeLimitsRequest, DescribeLimitsResponse,
    DescribeScalableTargetsRequest, DescribeScalableTargetsResponse, DescribeScalingActivitiesRequest,
    DescribeScalingActivitiesResponse, DescribeScalingPoliciesRequest, DescribeScalingPoliciesResponse,
    DescribeStreamRequest, DescribeStreamResponse, DescribeTableRequest, DescribeTableResponse,
    DescribeTimeToLiveRequest, DescribeTimeToLiveResponse, ExecuteStatementRequest, ExecuteStatementResponse,
    ExecuteTransactionRequest, ExecuteTransactionResponse, GetItemRequest, GetItemResponse, GetRecordsRequest,
    GetRecordsResponse, GetResourcePolicyRequest, GetResourcePolicyResponse, GetShardIteratorRequest,
    GetShardIteratorResponse, ListBackupsRequest, ListBackupsResponse, ListBulkOperationsRequest,
    ListBulkOperationsResponse, ListContributorInsightsRequest, ListContributorInsightsResponse, ListExportsRequest,
    ListExportsResponse, ListGlobalTablesRequest, ListGlobalTablesResponse, ListImportsRequest, ListImportsResponse,
    ListStreamsRequest, ListStreamsResponse, ListTablesRequest, ListTablesResponse, ListTagsOfResourceRequest,
    ListTagsOfResourceResponse, PutItemRequest, PutItemResponse, PutResourcePolicyRequest, PutResourcePolicyResponse,
    PutScalingPolicyRequest, PutScalingPolicyResponse, QueryRequest, QueryResponse, RegisterScalableTargetRequest,
    RegisterScalableTargetResponse, RestoreTableFromBackupRequest, RestoreTableResponse,
    RestoreTableToPointInTimeRequest, ScanRequest, ScanResponse, SearchVectorsRequest, SearchVectorsResponse,
    TagResourceRequest, TagResourceResponse, TransactGetItemsRequest, TransactGetItemsResponse,
    TransactWriteItemsRequest, TransactWriteItemsResponse, UntagResourceRequest, UntagResourceResponse,
    UpdateContinuousBackupsRequest, UpdateContributorInsightsRequest, UpdateItemRequest, UpdateItemResponse,
    UpdateTableRequest, UpdateTableResponse, UpdateTimeToLiveRequest, UpdateTimeToLiveResponse,
};

macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident($request:ident) -> $response:ident,)+) => {
        /// A request. [`crate::Checked`] guarantees that it satisfies the constraints of its shape.
        #[derive(Debug, PartialEq)]
        pub enum Request { $($(#[$doc])* $name($request),)+ }

        // A derived copy is inlined, so the code of all requests would be in each of its callers.
        impl Clone for Request {
            fn clone(&self) -> Self {
                match self { $(Self::$name(request) => Self::$name(request.clone()),)+ }
            }
        }

        impl Request {
            /// The requested operation.
            #[must_use]
            pub fn operation(&self) -> Operation {
                match self { $(Self::$name(_) => Operation::$name,)+ }
            }

            /// The shape of an operation's request, for its reader.
            pub(crate) fn shape(reader: Reader) -> &'static Shape {
                match reader.operation { $(Operation::$name => <$request as Body>::shape(reader.is_second),)+ }
            }

            /// Whether the request of an operation stores a member.
            pub(crate) fn stores(operation: Operation, member: &str) -> bool {
                match operation {
                    $(Operation::$name => Members::member(&mut <$request>::default(), member).is_some(),)+
                }
            }

            /// Reads the request of an operation from a body that satisfies its constraints.
            pub(crate) fn read(reader: Reader, fields: &Fields<'_>) -> Result<Self, Rejection> {
                match reader.operation { $(Operation::$name => <$request as Body>::read(reader, fields),)+ }
            }

            /// Writes the members.
            pub(crate) fn write(&self, out: &mut Writer) {
                match self { $(Self::$name(request) => Body::write(request, out),)+ }
            }
        }

        $(impl From<$request> for Request {
            fn from(request: $request) -> Self { Self::$name(request) }
        })+

        /// The response to a request.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Response { $($(#[$doc])* $name($response),)+ }

        impl Response {
            /// The operation.
            #[must_use]
            pub fn operation(&self) -> Operation {
                match self { $(Self::$name(_) => Operation::$name,)+ }
            }

            /// Reads the response of an operation from a body.
            pub(crate) fn decode(operation: Operation, body: &[u8]) -> Result<Self, AnswerError> {
                match operation { $(Operation::$name => <$response>::decode(body).map(Self::$name),)+ }
            }

            /// The response as a body.
            pub(crate) fn answer(&self) -> &dyn Answer {
                match self { $(Self::$name(response) => response,)+ }
            }
        }
    };
}

operations!(requests);

impl Request {
    /// The table of a request for items or for a table's design, by name or ARN; of several tables, the first. A statement
    /// names its table in its text.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        match self {
            Self::CreateTable(request) => Some(&request.table_name),
            Self::UpdateTable(request) => Some(&request.table_name),
            Self::DeleteTable(request) => Some(&request.table_name),
            Self::DescribeTable(request) => Some(&request.table_name),
            Self::UpdateTimeToLive(request) => Some(&request.table_name),
            Self::GetItem(request) => Some(&request.table_name),
            Self::PutItem(request) => Some(&request.table_name),
            Self::UpdateItem(request) => Some(&request.table_name),
            Self::DeleteItem(request) => Some(&request.table_name),
            Self::Query(request) => Some(&request.table_name),
            Self::Scan(request) => Some(&request.table_name),
            Self::BatchGetItem(request) => request.request_items.keys().next().map(String::as_str),
            Self::BatchWriteItem(request) => request.request_items.keys().next().map(String::as_str),
            Self::TransactGetItems(request) => request.transact_items.first().map(|get| get.table_name.as_str()),
            Self::TransactWriteItems(request) => request.transact_items.first().map(|write| write.table_name.as_str()),
            _ => None,
        }
    }
}
