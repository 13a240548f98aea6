//! Items put in bulk from S3 into an existing table: words and structures that requests and descriptions share.

use super::closed_set::closed_set;
use super::transfer::{InputCompressionType, S3SseAlgorithm};
use crate::constraint::{BUCKET, BUCKET_OWNER, Kind, Member, Presence, Rule, Structure};
use crate::operation::members;

closed_set! {
    /// The format of objects that are put in bulk, in AWS's order (documented: bulk-api).
    BulkOperationInputFormat {
        /// One record per line, as DynamoDB JSON.
        DynamoDbJson = "DYNAMODB_JSON",
        /// Amazon Ion.
        Ion = "ION",
    }
}

closed_set! {
    /// How fast a bulk operation is.
    #[derive(Default)]
    BulkOperationPerformanceTier {
        /// The usual tier.
        #[default]
        Standard = "STANDARD",
        /// The faster tier.
        Accelerated = "ACCELERATED",
    }
}

impl BulkOperationPerformanceTier {
    /// The highest rate of the tier in write request units per second. A model: AWS publishes no rates.
    #[must_use]
    pub const fn write_units(self) -> u64 {
        match self {
            Self::Standard => 4_000,
            Self::Accelerated => 40_000,
        }
    }
}

closed_set! {
    /// The status of a bulk operation.
    #[derive(Default)]
    BulkOperationStatus {
        /// Items are being put.
        #[default]
        InProgress = "IN_PROGRESS",
        /// The operation ended, and every record was read.
        Completed = "COMPLETED",
        /// The operation ended, and some records or objects could not be processed.
        CompletedWithErrors = "COMPLETED_WITH_ERRORS",
        /// The operation is being cancelled.
        Cancelling = "CANCELLING",
        /// The operation ended after a request to cancel it.
        Cancelled = "CANCELLED",
        /// The operation ended early. Its description contains the reason.
        Failed = "FAILED",
    }
}

closed_set! {
    /// A kind of record that the report of a bulk operation lists.
    BulkOutputType {
        /// Records and objects that could not be processed.
        Error = "ERROR",
        /// Items whose condition was false.
        ConditionCheckFailure = "CONDITION_CHECK_FAILURE",
    }
}

members! {
    /// The location and the format of the objects that a bulk operation reads.
    #[derive(Eq)]
    InputS3Configuration in BULK_INPUT {
        /// The account that owns the bucket. This account if left out.
        "S3BucketOwner" s3_bucket_owner: Option<String>,
        /// The bucket.
        "S3Bucket" s3_bucket: String,
        /// The prefix of all object keys.
        "S3KeyPrefix" s3_key_prefix: Option<String>,
        /// The format of the objects.
        "InputFormat" input_format: Option<BulkOperationInputFormat>,
        /// The compression of the objects. None if left out.
        "InputCompressionType" input_compression_type: Option<InputCompressionType>,
    }
}

pub(crate) static BULK_INPUT: Structure = Structure {
    class: "InputS3Configuration",
    members: &[
        BUCKET_OWNER,
        BUCKET,
        PREFIX,
        Member::required("InputFormat", Kind::Text).with(&[Rule::OneOf(BulkOperationInputFormat::WORDS)]),
        Member::optional("InputCompressionType", Kind::Text).with(&[Rule::OneOf(InputCompressionType::WORDS)]),
    ],
};

members! {
    /// The location and the content of the report of a bulk operation.
    #[derive(Eq)]
    OutputS3Configuration in BULK_OUTPUT {
        /// The account that owns the bucket. This account if left out.
        "S3BucketOwner" s3_bucket_owner: Option<String>,
        /// The bucket. The model of the service leaves it optional, but its documentation requires it
        /// (documented: bulk-api).
        "S3Bucket" s3_bucket: Option<String>,
        /// The prefix of all object keys.
        "S3KeyPrefix" s3_key_prefix: Option<String>,
        /// The encryption of the objects.
        "S3SseAlgorithm" s3_sse_algorithm: Option<S3SseAlgorithm>,
        /// The key of that encryption.
        "S3SseKmsKeyId" s3_sse_kms_key_id: Option<String>,
        /// The kinds of listed records, as words of [`BulkOutputType`].
        "OutputType" output_type: Vec<String>,
    }
}

impl OutputS3Configuration {
    /// Whether the report lists this kind of record.
    #[must_use]
    pub fn lists(&self, kind: BulkOutputType) -> bool {
        self.output_type.iter().any(|word| word == kind.as_str())
    }
}

pub(crate) static BULK_OUTPUT: Structure = Structure {
    class: "OutputS3Configuration",
    members: &[
        BUCKET_OWNER,
        Member {
            presence: Presence::Optional,
            ..BUCKET
        },
        PREFIX,
        Member::optional("S3SseAlgorithm", Kind::Text).with(&[Rule::OneOf(S3SseAlgorithm::WORDS)]),
        Member::optional("S3SseKmsKeyId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(2_048)]),
        Member::required("OutputType", Kind::List(&Kind::Text)),
    ],
};

const PREFIX: Member = Member::optional("S3KeyPrefix", Kind::Text).with(&[Rule::MaxLength(1_024)]);
