//! Resource-based policies that are invalid, are missing or have an unexpected revision. Texts are
//! observed: policies-seen, unless a comment states otherwise.

/// An invalid policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// A document of more bytes than allowed. Blanks count.
    #[error("One or more parameter values were invalid: Maximum policy size of {0} bytes exceeded")]
    Size(usize),
    /// An invalid document.
    #[error("One or more parameter values were invalid: Invalid policy document: {0}")]
    Document(#[from] PolicyFault),
    /// A principal that cannot exist.
    #[error("One or more parameter values were invalid: Invalid principal in policy document.")]
    Principal,
    /// A policy that grants access to everybody.
    #[error(
        "Resource-based policy grants unbounded access in one or more elements. Please revise the policy to ensure least-privilege form of access"
    )]
    Unbounded,
    /// A policy for a table in another account.
    #[error("This action is only supported by accounts that match the resource owner’s account.")]
    OtherAccount,
    /// A policy for a table in another Region or partition.
    #[error("One or more parameter values were invalid: Invalid resource Arn: {0}")]
    OtherRegion(String),
}

/// An error in a policy document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyFault {
    /// The document is not JSON, or not an object.
    #[error("This policy contains invalid Json")]
    Json,
    /// An empty list of statements.
    #[error("Could not parse the policy: Statement is empty!")]
    NoStatement,
    /// A missing required element (observed: policies-seen, of Resource, inferred: policy-missing-fields, of the
    /// others).
    #[error("Missing required field {0}")]
    Missing(&'static str),
    /// A value in a wrong position. The position in the text is a model.
    #[error("Syntax error at position ({line},{column})")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Character on that line, from 1.
        column: usize,
    },
    /// Two statements with the same ID.
    #[error("The Statement Ids in the policy are not unique")]
    TwoOfOneName,
    /// Actions that this kind of resource does not have, quoted and separated by commas.
    #[error("The following action names are invalid: {0}")]
    Actions(String),
    /// A table instead of the required stream, or the reverse. The end of the service's text is unknown.
    #[error("The relative-id \"{id}\" is invalid for ARN \"{arn}\"")]
    Relative {
        /// The part of the ARN after the account.
        id: String,
        /// The complete ARN.
        arn: String,
    },
}

/// A policy that does not exist, or that has another revision than expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyNotFound {
    /// This resource has no policy.
    #[error("Resource-based policy not found for the provided ResourceArn: {0}")]
    None(String),
    /// A policy was expected, but does not exist.
    #[error(
        "Resource-based policy not found for the provided ResourceArn: Requested update for policy with revision id {expected}, but {owner} has no associated policy."
    )]
    NoneToChange {
        /// The expected revision.
        expected: String,
        /// `table T` or `stream S`.
        owner: String,
    },
    /// The policy has another revision than expected.
    #[error(
        "Resource-based policy not found for the provided ResourceArn: Requested update for policy with revision id {expected}, but the policy associated to target {owner} has revision id {found}."
    )]
    Other {
        /// The expected revision.
        expected: String,
        /// `table T` or `stream S`.
        owner: String,
        /// The actual revision.
        found: String,
    },
    /// No policy was expected, but one exists.
    #[error(
        "Resource-based policy not found for the provided ResourceArn: Requested policy update expecting none to be present for {owner}, but a policy exists with revision id {found}."
    )]
    Present {
        /// `table T` or `stream S`.
        owner: String,
        /// The actual revision.
        found: String,
    },
}

/// A missing permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessDenied {
    /// An ARN of another account. For exports and imports, also an ARN of another partition, service or Region.
    #[error("Access is denied")]
    Elsewhere,
    /// A policy that would deny its author later changes of the policy.
    #[error("The new resource policy will not allow you to update the resource policy in the future.")]
    LockedOut,
}
