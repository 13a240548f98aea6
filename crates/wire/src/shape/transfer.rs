//! Exports of tables to S3, and tables imported from S3: words and structures that requests and descriptions share.

use hashrange_values::Map;

use super::ExpressionAttributeNames;
use super::closed_set::closed_set;
use crate::constraint::{
    BUCKET, BUCKET_OWNER, EXPRESSION_NAMES, EXPRESSION_VALUES, FILTER, Kind, Member, PROJECTION, Rule, Structure,
};
use crate::operation::members;
use crate::operation::step::Step;

closed_set! {
    /// The format of exported data, in the service's order (observed: exports-seen).
    ExportFormat {
        /// Amazon Ion.
        Ion = "ION",
        /// One item per line, as DynamoDB JSON.
        DynamoDbJson = "DYNAMODB_JSON",
    }
}

closed_set! {
    /// The content of an export.
    #[derive(Default)]
    ExportType {
        /// Every item at one time.
        #[default]
        Full = "FULL_EXPORT",
        /// The changes of a period.
        Incremental = "INCREMENTAL_EXPORT",
    }
}

closed_set! {
    /// The images of a changed item that an incremental export contains.
    ExportViewType {
        /// Only the item after the change.
        NewImage = "NEW_IMAGE",
        /// The item before and after the change.
        NewAndOldImages = "NEW_AND_OLD_IMAGES",
    }
}

closed_set! {
    /// The status of an export.
    #[derive(Default)]
    ExportStatus {
        /// The export is being written.
        InProgress = "IN_PROGRESS",
        /// The export is complete.
        #[default]
        Completed = "COMPLETED",
        /// The export ended early. Its description contains the reason.
        Failed = "FAILED",
    }
}

closed_set! {
    /// The encryption of exported objects in a bucket. It is only reported here.
    S3SseAlgorithm {
        /// With S3 managed keys.
        Aes256 = "AES256",
        /// With a KMS key.
        Kms = "KMS",
    }
}

closed_set! {
    /// The format of imported objects, in AWS's order (documented: transfer-api).
    InputFormat {
        /// One item per line, as DynamoDB JSON.
        DynamoDbJson = "DYNAMODB_JSON",
        /// Amazon Ion.
        Ion = "ION",
        /// CSV: rows of text with a separator.
        Csv = "CSV",
    }
}

closed_set! {
    /// The compression of imported objects, in the service's order (observed: imports-seen).
    InputCompressionType {
        /// Zstandard.
        Zstd = "ZSTD",
        /// No compression.
        None = "NONE",
        /// Gzip.
        Gzip = "GZIP",
    }
}

closed_set! {
    /// The status of an import.
    #[derive(Default)]
    ImportStatus {
        /// The import is writing items.
        InProgress = "IN_PROGRESS",
        /// Every item is in the table.
        #[default]
        Completed = "COMPLETED",
        /// Part of the shape, but a cancellation is immediate here.
        Cancelling = "CANCELLING",
        /// The table no longer exists.
        Cancelled = "CANCELLED",
        /// The import ended early, or some items are not in the table.
        Failed = "FAILED",
    }
}

members! {
    /// The period of an incremental export, and the images that it contains.
    #[derive(Copy)]
    IncrementalExportSpecification in INCREMENTAL {
        /// The start of the period in epoch seconds, inclusive.
        "ExportFromTime" export_from_time: Option<f64>,
        /// The end of the period in epoch seconds, exclusive.
        "ExportToTime" export_to_time: Option<f64>,
        /// The images. Both if left out.
        "ExportViewType" export_view_type: Option<ExportViewType>,
    }
}

pub(crate) static INCREMENTAL: Structure = Structure {
    class: "IncrementalExportSpecification",
    members: &[
        Member::optional("ExportFromTime", Kind::Decimal),
        Member::optional("ExportToTime", Kind::Decimal),
        Member::optional("ExportViewType", Kind::Text).with(&[Rule::OneOf(ExportViewType::WORDS)]),
    ],
};

members! {
    /// Which items an export contains, and which of their attributes.
    FilterSpecification in FILTER_SPECIFICATION, ORDER_OF_FILTER {
        /// Which items are read: one value of the partition key, and optionally a test of the sort key.
        "KeyConditionExpression" key_condition_expression: Option<String>,
        /// Which of the items read are exported.
        "FilterExpression" filter_expression: Option<String>,
        /// The exported attributes; all without it.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Name placeholders.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Value placeholders, names with their leading `:`.
        "ExpressionAttributeValues" expression_attribute_values: Option<Map>,
    }
}

pub(crate) static FILTER_SPECIFICATION: Structure = Structure {
    class: "FilterSpecification",
    members: &[
        Member::optional("KeyConditionExpression", Kind::Text),
        FILTER,
        PROJECTION,
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ],
};

static ORDER_OF_FILTER: [Step; 3] = [
    Step::Use {
        expressions: &["ProjectionExpression", "FilterExpression", "KeyConditionExpression"],
        legacy: &[],
    },
    Step::Read("ExpressionAttributeNames"),
    Step::Read("ExpressionAttributeValues"),
];

members! {
    /// The location of imported objects.
    #[derive(Eq)]
    S3BucketSource in SOURCE {
        /// The account that owns the bucket. This account if left out.
        "S3BucketOwner" s3_bucket_owner: Option<String>,
        /// The bucket.
        "S3Bucket" s3_bucket: String,
        /// The prefix of all object keys.
        "S3KeyPrefix" s3_key_prefix: Option<String>,
    }
}

pub(crate) static SOURCE: Structure = Structure {
    class: "S3BucketSource",
    members: &[
        BUCKET_OWNER,
        BUCKET,
        Member::optional("S3KeyPrefix", Kind::Text).with(&[Rule::MaxLength(1_024)]),
    ],
};

members! {
    /// Options for reading CSV.
    #[derive(Eq)]
    CsvOptions in CSV {
        /// The separator of cells. A comma by default.
        "Delimiter" delimiter: Option<String>,
        /// The column names. If left out, the first row of each object contains them.
        "HeaderList" header_list: Option<Vec<String>>,
    }
}

static CSV: Structure = Structure {
    class: "CsvOptions",
    members: &[
        Member::optional("Delimiter", Kind::Text).with(&[
            Rule::Form(is_delimiter, "[,;:|\\t ]"),
            Rule::MinLength(1),
            Rule::MaxLength(1),
        ]),
        Member::optional("HeaderList", Kind::List(&Kind::Text)).with(&[
            Rule::MinLength(1),
            Rule::MaxLength(255),
            Rule::EachLength(1, 65_536),
        ]),
    ],
};

fn is_delimiter(text: &str) -> bool {
    matches!(text, "," | ";" | ":" | "|" | "\t" | " ")
}

members! {
    /// Options for reading objects, by format.
    #[derive(Eq)]
    InputFormatOptions in OPTIONS {
        /// Options for CSV.
        "Csv" csv: Option<CsvOptions>,
    }
}

pub(crate) static OPTIONS: Structure = Structure {
    class: "InputFormatOptions",
    members: &[Member::optional("Csv", Kind::Structure(&CSV))],
};
