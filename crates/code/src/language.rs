//! The languages of programs: their names, identifiers and file endings.
//!
//! Must not know how a language is written.

/// A language with a library or program of AWS for DynamoDB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The AWS CLI, version 2, in bash. Version 1 needs binary values in another form.
    Cli,
    /// Python with boto3.
    Python,
    /// JavaScript with the AWS SDK, version 3.
    JavaScript,
    /// Java with the AWS SDK, version 2.
    Java,
    /// Go with the AWS SDK, version 2.
    Go,
    /// Rust with `aws-sdk-dynamodb`.
    Rust,
    /// C# with `AWSSDK.DynamoDBv2`, version 4.
    CSharp,
    /// TypeScript with the AWS CDK. It describes tables; it sends no requests.
    Cdk,
}

impl Language {
    /// Every language, in the order in which lists show them.
    pub const ALL: [Self; 8] = [
        Self::Cli,
        Self::Python,
        Self::JavaScript,
        Self::Java,
        Self::Go,
        Self::Rust,
        Self::CSharp,
        Self::Cdk,
    ];

    /// The title for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.names()[0]
    }

    /// The identifier, for settings and links. It never changes.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.names()[1]
    }

    /// The ending of the name of a file, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.names()[2]
    }

    /// The language with this identifier.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.id() == id)
    }

    /// Whether programs in the language send requests.
    #[must_use]
    pub fn sends_requests(self) -> bool {
        self != Self::Cdk
    }

    fn names(self) -> [&'static str; 3] {
        match self {
            Self::Cli => ["AWS CLI", "cli", "sh"],
            Self::Python => ["Python", "python", "py"],
            Self::JavaScript => ["JavaScript", "javascript", "mjs"],
            Self::Java => ["Java", "java", "java"],
            Self::Go => ["Go", "go", "go"],
            Self::Rust => ["Rust", "rust", "rs"],
            Self::CSharp => ["C#", "csharp", "cs"],
            Self::Cdk => ["AWS CDK", "cdk", "ts"],
        }
    }
}
