//! The list of operations: of each its name, its request and its response.
//!
//! Must not know what they are: whoever asks for the list says what to make of it.

/// Hands the list to a macro. An operation is its file beside this one and its line here.
macro_rules! operations {
    ($make:ident) => {
        $make! {
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
            /// Reads the entries of a vector index that are nearest to a vector.
            SearchVectors(SearchVectorsRequest) -> SearchVectorsResponse,
            /// Reads items by their keys.
            BatchGetItem(BatchGetItemRequest) -> BatchGetItemResponse,
            /// Puts and deletes items, each on its own.
            BatchWriteItem(BatchWriteItemRequest) -> BatchWriteItemResponse,
            /// Reads items as they are at one moment.
            TransactGetItems(TransactGetItemsRequest) -> TransactGetItemsResponse,
            /// Writes items at one moment, or none of them.
            TransactWriteItems(TransactWriteItemsRequest) -> TransactWriteItemsResponse,
            /// Changes a table or its global secondary indexes.
            UpdateTable(UpdateTableRequest) -> UpdateTableResponse,
            /// Switches the expiry of items on or off.
            UpdateTimeToLive(UpdateTimeToLiveRequest) -> UpdateTimeToLiveResponse,
            /// Tells whether items expire.
            DescribeTimeToLive(DescribeTimeToLiveRequest) -> DescribeTimeToLiveResponse,
            /// Attaches tags to a table.
            TagResource(TagResourceRequest) -> TagResourceResponse,
            /// Takes tags off a table.
            UntagResource(UntagResourceRequest) -> UntagResourceResponse,
            /// Tells a table's tags.
            ListTagsOfResource(ListTagsOfResourceRequest) -> ListTagsOfResourceResponse,
            /// Tells the account's quotas of provisioned throughput.
            DescribeLimits(DescribeLimitsRequest) -> DescribeLimitsResponse,
            /// Tells the Region's endpoint.
            DescribeEndpoints(DescribeEndpointsRequest) -> DescribeEndpointsResponse,
            /// Switches Contributor Insights on or off.
            UpdateContributorInsights(UpdateContributorInsightsRequest) -> ContributorInsightsSummary,
            /// Tells where Contributor Insights stands.
            DescribeContributorInsights(DescribeContributorInsightsRequest) -> DescribeContributorInsightsResponse,
            /// Tells where Contributor Insights is on.
            ListContributorInsights(ListContributorInsightsRequest) -> ListContributorInsightsResponse,
            /// Switches point-in-time recovery on or off.
            UpdateContinuousBackups(UpdateContinuousBackupsRequest) -> ContinuousBackupsResponse,
            /// Tells whether point-in-time recovery is on.
            DescribeContinuousBackups(DescribeContinuousBackupsRequest) -> ContinuousBackupsResponse,
            /// Makes a backup of a table.
            CreateBackup(CreateBackupRequest) -> CreateBackupResponse,
            /// Tells of a backup.
            DescribeBackup(DescribeBackupRequest) -> BackupDescription,
            /// Removes a backup.
            DeleteBackup(DeleteBackupRequest) -> BackupDescription,
            /// Makes a table from a backup.
            RestoreTableFromBackup(RestoreTableFromBackupRequest) -> RestoreTableResponse,
            /// Makes a table from what another one was at a moment.
            RestoreTableToPointInTime(RestoreTableToPointInTimeRequest) -> RestoreTableResponse,
            /// Tells the backups.
            ListBackups(ListBackupsRequest) -> ListBackupsResponse,
            /// Tells the exports: none.
            ListExports(ListExportsRequest) -> ListExportsResponse,
            /// Tells the imports: none.
            ListImports(ListImportsRequest) -> ListImportsResponse,
            /// Tells the global tables: none.
            ListGlobalTables(ListGlobalTablesRequest) -> ListGlobalTablesResponse,
            /// Tells a table's streaming destinations: none.
            DescribeKinesisStreamingDestination(DescribeKinesisStreamingDestinationRequest) -> DescribeKinesisStreamingDestinationResponse,
            /// Attaches a policy to a table or a stream. Kept and told; nobody is kept out by it here.
            PutResourcePolicy(PutResourcePolicyRequest) -> PutResourcePolicyResponse,
            /// Takes a policy off.
            DeleteResourcePolicy(DeleteResourcePolicyRequest) -> DeleteResourcePolicyResponse,
            /// Gives back a policy.
            GetResourcePolicy(GetResourcePolicyRequest) -> GetResourcePolicyResponse,
            /// Reads items, or writes one, as a statement says.
            ExecuteStatement(ExecuteStatementRequest) -> ExecuteStatementResponse,
            /// Carries out statements, each on its own.
            BatchExecuteStatement(BatchExecuteStatementRequest) -> BatchExecuteStatementResponse,
            /// Carries out statements at one moment, or none of them.
            ExecuteTransaction(ExecuteTransactionRequest) -> ExecuteTransactionResponse,
            /// Names the streams.
            ListStreams(ListStreamsRequest) -> ListStreamsResponse,
            /// Tells how a stream stands, and its shards.
            DescribeStream(DescribeStreamRequest) -> DescribeStreamResponse,
            /// Hands out a place in a shard.
            GetShardIterator(GetShardIteratorRequest) -> GetShardIteratorResponse,
            /// Reads the records of a shard.
            GetRecords(GetRecordsRequest) -> GetRecordsResponse,
            /// Registers the throughput of a table or index to be scaled.
            RegisterScalableTarget(RegisterScalableTargetRequest) -> RegisterScalableTargetResponse,
            /// Ends the scaling of throughput.
            DeregisterScalableTarget(DeregisterScalableTargetRequest) -> DeregisterScalableTargetResponse,
            /// Sets a target for throughput to track.
            PutScalingPolicy(PutScalingPolicyRequest) -> PutScalingPolicyResponse,
            /// Takes such a target away.
            DeleteScalingPolicy(DeleteScalingPolicyRequest) -> DeleteScalingPolicyResponse,
            /// Tells what is registered to be scaled.
            DescribeScalableTargets(DescribeScalableTargetsRequest) -> DescribeScalableTargetsResponse,
            /// Tells which targets are tracked.
            DescribeScalingPolicies(DescribeScalingPoliciesRequest) -> DescribeScalingPoliciesResponse,
            /// Tells what auto scaling did.
            DescribeScalingActivities(DescribeScalingActivitiesRequest) -> DescribeScalingActivitiesResponse,
        }
    };
}

pub(crate) use operations;
