//! Exports of tables to S3, and tables imported from there: words and structures that requests and descriptions share.

use super::closed_set::closed_set;
use crate::constraint::{BUCKET, BUCKET_OWNER, Kind, Member, Rule, Structure};
use crate::operation::members;

closed_set! {
    /// How exported data is written. The order is the service's (observed).
    ExportFormat {
        /// Amazon Ion.
        Ion = "ION",
        /// An item a line, as DynamoDB JSON.
        DynamoDbJson = "DYNAMODB_JSON",
    }
}

closed_set! {
    /// What an export holds.
    ExportType {
        /// Every item at one time.
        Full = "FULL_EXPORT",
        /// What changed within a period.
        Incremental = "INCREMENTAL_EXPORT",
    }
}

closed_set! {
    /// Which images of a changed item an incremental export holds.
    ExportViewType {
        /// The item as it became.
        NewImage = "NEW_IMAGE",
        /// The item as it was, too.
        NewAndOldImages = "NEW_AND_OLD_IMAGES",
    }
}

closed_set! {
    /// Where an export is.
    ExportStatus {
        /// Being written.
        InProgress = "IN_PROGRESS",
        /// All of it is there.
        Completed = "COMPLETED",
        /// It ended early; the description says why.
        Failed = "FAILED",
    }
}

closed_set! {
    /// How a bucket encrypts what is exported. Reported, and nothing else here.
    S3SseAlgorithm {
        /// With keys of S3.
        Aes256 = "AES256",
        /// With a key of the key management service.
        Kms = "KMS",
    }
}

closed_set! {
    /// What is imported. The order is the documented one.
    InputFormat {
        /// An item a line, as DynamoDB JSON.
        DynamoDbJson = "DYNAMODB_JSON",
        /// Amazon Ion.
        Ion = "ION",
        /// Rows of text.
        Csv = "CSV",
    }
}

closed_set! {
    /// How imported objects are packed. The order is the service's (observed).
    InputCompressionType {
        /// As Zstandard.
        Zstd = "ZSTD",
        /// Not at all.
        None = "NONE",
        /// As gzip.
        Gzip = "GZIP",
    }
}

closed_set! {
    /// Where an import is.
    ImportStatus {
        /// Items are being put.
        InProgress = "IN_PROGRESS",
        /// Every item is in the table.
        Completed = "COMPLETED",
        /// Known to the shape; nothing here takes this long to end.
        Cancelling = "CANCELLING",
        /// The table went away.
        Cancelled = "CANCELLED",
        /// It ended early, or some items are not in the table.
        Failed = "FAILED",
    }
}

members! {
    /// The period of an incremental export, and the images it holds.
    #[derive(Copy)]
    IncrementalExportSpecification in INCREMENTAL {
        /// Epoch seconds: changes from here on.
        "ExportFromTime" export_from_time: Option<f64>,
        /// Epoch seconds: changes before this.
        "ExportToTime" export_to_time: Option<f64>,
        /// The images; both when left out.
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
    /// Where imported objects are.
    #[derive(Eq)]
    S3BucketSource in SOURCE {
        /// The account that owns the bucket; this one when left out.
        "S3BucketOwner" s3_bucket_owner: Option<String>,
        /// The bucket.
        "S3Bucket" s3_bucket: String,
        /// What the keys of all objects begin with.
        "S3KeyPrefix" s3_key_prefix: Option<String>,
    }
}

pub(crate) static SOURCE: Structure = Structure {
    class: "S3BucketSource",
    members: &[BUCKET_OWNER, BUCKET, Member::optional("S3KeyPrefix", Kind::Text).with(&[Rule::MaxLength(1_024)])],
};

members! {
    /// How rows of text are read.
    #[derive(Eq)]
    CsvOptions in CSV {
        /// What separates cells; a comma when left out.
        "Delimiter" delimiter: Option<String>,
        /// The columns; without them the first row of each object names them.
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
    /// How the objects of a format are read.
    #[derive(Eq)]
    InputFormatOptions in OPTIONS {
        /// Of rows of text.
        "Csv" csv: Option<CsvOptions>,
    }
}

pub(crate) static OPTIONS: Structure =
    Structure { class: "InputFormatOptions", members: &[Member::optional("Csv", Kind::Structure(&CSV))] };
