//! Resource-based policies that cannot be, are not there or are not the expected ones. Texts are observed unless said
//! otherwise.

/// A policy the service does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// A document of more bytes than allowed, blanks included.
    #[error("One or more parameter values were invalid: Maximum policy size of {0} bytes exceeded")]
    Size(usize),
    /// A document that means nothing.
    #[error("One or more parameter values were invalid: Invalid policy document: {0}")]
    Document(#[from] PolicyFault),
    /// Somebody there cannot be.
    #[error("One or more parameter values were invalid: Invalid principal in policy document.")]
    Principal,
    /// Everybody is let in.
    #[error(
        "Resource-based policy grants unbounded access in one or more elements. Please revise the policy to ensure least-privilege form of access"
    )]
    Unbounded,
    /// A policy of somebody else's table.
    #[error("This action is only supported by accounts that match the resource owner’s account.")]
    OtherAccount,
    /// A policy of a table in another Region or partition.
    #[error("One or more parameter values were invalid: Invalid resource Arn: {0}")]
    OtherRegion(String),
}

/// What is wrong with a policy's document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyFault {
    /// Not JSON, or no object.
    #[error("This policy contains invalid Json")]
    Json,
    /// A list of no statements.
    #[error("Could not parse the policy: Statement is empty!")]
    NoStatement,
    /// A part that has to be there (observed of Resource, inferred of the others).
    #[error("Missing required field {0}")]
    Missing(&'static str),
    /// A value that cannot stand where it stands. Which character is meant is a model.
    #[error("Syntax error at position ({line},{column})")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Character on that line, from 1.
        column: usize,
    },
    /// Two statements of one name.
    #[error("The Statement Ids in the policy are not unique")]
    TwoOfOneName,
    /// Actions that this kind of resource does not have, in quotes, with commas between them.
    #[error("The following action names are invalid: {0}")]
    Actions(String),
    /// A table where a stream should be, or the other way round. How the text ends is not known.
    #[error("The relative-id \"{id}\" is invalid for ARN \"{arn}\"")]
    Relative {
        /// The part after the account.
        id: String,
        /// The whole name.
        arn: String,
    },
}

/// A policy that is not there, or not the one expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyNotFound {
    /// There is none of this resource name.
    #[error("Resource-based policy not found for the provided ResourceArn: {0}")]
    None(String),
    /// One was expected, and there is none.
    #[error(
        "Resource-based policy not found for the provided ResourceArn: Requested update for policy with revision id {expected}, but {owner} has no associated policy."
    )]
    NoneToChange {
        /// What was expected.
        expected: String,
        /// `table T` or `stream S`.
        owner: String,
    },
    /// Another was expected.
    #[error(
        "Resource-based policy not found for the provided ResourceArn: Requested update for policy with revision id {expected}, but the policy associated to target {owner} has revision id {found}."
    )]
    Other {
        /// What was expected.
        expected: String,
        /// `table T` or `stream S`.
        owner: String,
        /// What there is.
        found: String,
    },
    /// None was expected.
    #[error(
        "Resource-based policy not found for the provided ResourceArn: Requested policy update expecting none to be present for {owner}, but a policy exists with revision id {found}."
    )]
    Present {
        /// `table T` or `stream S`.
        owner: String,
        /// What there is.
        found: String,
    },
}

/// Somebody who may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessDenied {
    /// A resource name of elsewhere: of another account; of exports and imports also of another partition, service or
    /// Region.
    #[error("Access is denied")]
    Elsewhere,
    /// A policy that would keep its own author out.
    #[error("The new resource policy will not allow you to update the resource policy in the future.")]
    LockedOut,
}
