//! The list of operations, each with its name, its request and its response.
//!
//! Must not know the operations: the caller's macro decides what to generate.

/// Passes the list to a macro. An operation has a file in this folder and a line here. Add new lines at the end,
/// because checkpoints store an operation by its position.
macro_rules! operations {
    ($make:ident) => {
        $make! {
            /// Creates a table with its indexes.
            CreateTable(CreateTableRequest) -> CreateTableResponse,
            /// Deletes a table, its items and its indexes.
            DeleteTable(DeleteTableRequest) -> DeleteTableResponse,
            /// Returns the description of a table.
            DescribeTable(DescribeTableRequest) -> DescribeTableResponse,
            /// Lists the names of the tables.
            ListTables(ListTablesRequest) -> ListTablesResponse,
            /// Writes a complete item.
            PutItem(PutItemRequest) -> PutItemResponse,
            /// Reads one item.
            GetItem(GetItemRequest) -> GetItemResponse,
            /// Changes one item.
            UpdateItem(UpdateItemRequest) -> UpdateItemResponse,
            /// Deletes one item.
            DeleteItem(DeleteItemRequest) -> DeleteItemResponse,
            /// Reads the items of one partition key value.
            Query(QueryRequest) -> QueryResponse,
            /// Reads every item.
            Scan(ScanRequest) -> ScanResponse,
            /// Reads the entries of a vector index that are nearest to a vector.
            SearchVectors(SearchVectorsRequest) -> SearchVectorsResponse,
            /// Reads items by their keys.
            BatchGetItem(BatchGetItemRequest) -> BatchGetItemResponse,
            /// Puts and deletes items independently of each other.
            BatchWriteItem(BatchWriteItemRequest) -> BatchWriteItemResponse,
            /// Reads items atomically.
            TransactGetItems(TransactGetItemsRequest) -> TransactGetItemsResponse,
            /// Writes items atomically.
            TransactWriteItems(TransactWriteItemsRequest) -> TransactWriteItemsResponse,
            /// Changes a table or its global secondary indexes.
            UpdateTable(UpdateTableRequest) -> UpdateTableResponse,
            /// Switches the expiry of items on or off.
            UpdateTimeToLive(UpdateTimeToLiveRequest) -> UpdateTimeToLiveResponse,
            /// Reports whether items expire.
            DescribeTimeToLive(DescribeTimeToLiveRequest) -> DescribeTimeToLiveResponse,
            /// Attaches tags to a table or a stream.
            TagResource(TagResourceRequest) -> TagResourceResponse,
            /// Removes tags from a table or a stream.
            UntagResource(UntagResourceRequest) -> UntagResourceResponse,
            /// Lists the tags of a table or a stream.
            ListTagsOfResource(ListTagsOfResourceRequest) -> ListTagsOfResourceResponse,
            /// Returns the account's quotas of provisioned throughput.
            DescribeLimits(DescribeLimitsRequest) -> DescribeLimitsResponse,
            /// Returns the Region's endpoint.
            DescribeEndpoints(DescribeEndpointsRequest) -> DescribeEndpointsResponse,
            /// Switches Contributor Insights on or off.
            UpdateContributorInsights(UpdateContributorInsightsRequest) -> ContributorInsightsSummary,
            /// Returns the status of Contributor Insights.
            DescribeContributorInsights(DescribeContributorInsightsRequest) -> DescribeContributorInsightsResponse,
            /// Lists the tables and indexes with Contributor Insights.
            ListContributorInsights(ListContributorInsightsRequest) -> ListContributorInsightsResponse,
            /// Switches point-in-time recovery on or off.
            UpdateContinuousBackups(UpdateContinuousBackupsRequest) -> ContinuousBackupsResponse,
            /// Reports whether point-in-time recovery is on.
            DescribeContinuousBackups(DescribeContinuousBackupsRequest) -> ContinuousBackupsResponse,
            /// Creates a backup of a table.
            CreateBackup(CreateBackupRequest) -> CreateBackupResponse,
            /// Returns the description of a backup.
            DescribeBackup(DescribeBackupRequest) -> BackupDescription,
            /// Deletes a backup.
            DeleteBackup(DeleteBackupRequest) -> BackupDescription,
            /// Creates a table from a backup.
            RestoreTableFromBackup(RestoreTableFromBackupRequest) -> RestoreTableResponse,
            /// Creates a table from the state of another table at a past time.
            RestoreTableToPointInTime(RestoreTableToPointInTimeRequest) -> RestoreTableResponse,
            /// Lists the backups.
            ListBackups(ListBackupsRequest) -> ListBackupsResponse,
            /// Lists the exports; always empty here.
            ListExports(ListExportsRequest) -> ListExportsResponse,
            /// Lists the imports; always empty here.
            ListImports(ListImportsRequest) -> ListImportsResponse,
            /// Lists the global tables; always empty.
            ListGlobalTables(ListGlobalTablesRequest) -> ListGlobalTablesResponse,
            /// Lists a table's streaming destinations; always empty.
            DescribeKinesisStreamingDestination(DescribeKinesisStreamingDestinationRequest) -> DescribeKinesisStreamingDestinationResponse,
            /// Attaches a policy to a table or a stream. The policy is stored, but not enforced.
            PutResourcePolicy(PutResourcePolicyRequest) -> PutResourcePolicyResponse,
            /// Deletes a policy.
            DeleteResourcePolicy(DeleteResourcePolicyRequest) -> DeleteResourcePolicyResponse,
            /// Returns a policy.
            GetResourcePolicy(GetResourcePolicyRequest) -> GetResourcePolicyResponse,
            /// Executes a statement that reads items or writes one.
            ExecuteStatement(ExecuteStatementRequest) -> ExecuteStatementResponse,
            /// Executes statements independently of each other.
            BatchExecuteStatement(BatchExecuteStatementRequest) -> BatchExecuteStatementResponse,
            /// Executes statements atomically.
            ExecuteTransaction(ExecuteTransactionRequest) -> ExecuteTransactionResponse,
            /// Lists the streams.
            ListStreams(ListStreamsRequest) -> ListStreamsResponse,
            /// Returns the description of a stream, and its shards.
            DescribeStream(DescribeStreamRequest) -> DescribeStreamResponse,
            /// Returns a position in a shard.
            GetShardIterator(GetShardIteratorRequest) -> GetShardIteratorResponse,
            /// Reads the records of a shard.
            GetRecords(GetRecordsRequest) -> GetRecordsResponse,
            /// Registers the throughput of a table or index to be scaled.
            RegisterScalableTarget(RegisterScalableTargetRequest) -> RegisterScalableTargetResponse,
            /// Ends the scaling of throughput.
            DeregisterScalableTarget(DeregisterScalableTargetRequest) -> DeregisterScalableTargetResponse,
            /// Sets a target for throughput to track.
            PutScalingPolicy(PutScalingPolicyRequest) -> PutScalingPolicyResponse,
            /// Deletes a scaling policy.
            DeleteScalingPolicy(DeleteScalingPolicyRequest) -> DeleteScalingPolicyResponse,
            /// Lists the registered scalable targets.
            DescribeScalableTargets(DescribeScalableTargetsRequest) -> DescribeScalableTargetsResponse,
            /// Lists the scaling policies.
            DescribeScalingPolicies(DescribeScalingPoliciesRequest) -> DescribeScalingPoliciesResponse,
            /// Lists the activities of auto scaling.
            DescribeScalingActivities(DescribeScalingActivitiesRequest) -> DescribeScalingActivitiesResponse,
            /// Lists the bulk operations; always empty here.
            ListBulkOperations(ListBulkOperationsRequest) -> ListBulkOperationsResponse,
        }
    };
}

pub(crate) use operations;
