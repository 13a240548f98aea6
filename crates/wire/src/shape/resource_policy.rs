//! Resource-based policies: PutResourcePolicy, GetResourcePolicy, DeleteResourcePolicy.

/// PutResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutResourcePolicyRequest {
    /// The resource name of a table or a stream.
    pub resource_arn: String,
    /// The document, in the form the service keeps.
    pub policy: String,
    /// The revision to replace; `NO_POLICY` for none.
    pub expected_revision_id: Option<String>,
    /// Take a document that keeps its own author out.
    pub confirm_remove_self_resource_access: Option<bool>,
}

/// Answer to PutResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutResourcePolicyResponse {
    /// The revision in force, which is that of before when nothing changed.
    pub revision_id: String,
}

/// GetResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetResourcePolicyRequest {
    /// The resource name of a table or a stream.
    pub resource_arn: String,
}

/// Answer to GetResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetResourcePolicyResponse {
    /// The document.
    pub policy: String,
    /// Its revision.
    pub revision_id: String,
}

/// DeleteResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteResourcePolicyRequest {
    /// The resource name of a table or a stream.
    pub resource_arn: String,
    /// The revision to remove.
    pub expected_revision_id: Option<String>,
}

/// Answer to DeleteResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteResourcePolicyResponse {
    /// The revision that was removed; that of the removal when nothing was left to remove; none when there never was one.
    pub revision_id: Option<String>,
}
