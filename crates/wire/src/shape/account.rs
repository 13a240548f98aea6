//! What an account can ask about itself, and lists of what it cannot have here: exports, imports, global tables,
//! streaming destinations. Those are empty, truthfully.

/// DescribeLimits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DescribeLimitsRequest;

/// Answer to DescribeLimits: units per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DescribeLimitsResponse {
    /// Provisioned reads of all tables and indexes.
    pub account_max_read_capacity_units: u64,
    /// Provisioned writes of all tables and indexes.
    pub account_max_write_capacity_units: u64,
    /// Reads of one table or index.
    pub table_max_read_capacity_units: u64,
    /// Writes of one table or index.
    pub table_max_write_capacity_units: u64,
}

/// DescribeEndpoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DescribeEndpointsRequest;

/// Answer to DescribeEndpoints: the Region's one endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeEndpointsResponse {
    /// Its host name.
    pub address: String,
    /// How long a client may remember it.
    pub cache_period_in_minutes: u64,
}

/// ListGlobalTables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListGlobalTablesRequest;

/// Answer to ListGlobalTables: there is one Region, so there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListGlobalTablesResponse;

/// ListExports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListExportsRequest;

/// Answer to ListExports: none can be made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListExportsResponse;

/// ListImports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListImportsRequest;

/// Answer to ListImports: none can be made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListImportsResponse;

/// DescribeKinesisStreamingDestination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeKinesisStreamingDestinationRequest {
    /// The table's name.
    pub table_name: String,
}

/// Answer to DescribeKinesisStreamingDestination: no table has any here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeKinesisStreamingDestinationResponse {
    /// The table's name.
    pub table_name: String,
}
