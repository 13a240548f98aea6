//! Settings of a table besides its keys: class, stream, encryption, tags, and throughput limits.

use super::closed_set::closed_set;
use crate::constraint::{Kind, Member, Rule, Structure};
use crate::operation::members;

closed_set! {
    /// A table's storage class.
    #[derive(Default)]
    TableClass {
        /// More expensive storage, cheaper requests.
        #[default]
        Standard = "STANDARD",
        /// Cheaper storage, more expensive requests.
        StandardInfrequentAccess = "STANDARD_INFREQUENT_ACCESS",
    }
}

closed_set! {
    /// Which images of an item a stream record contains.
    #[derive(Default)]
    StreamViewType {
        /// The item after the change.
        NewImage = "NEW_IMAGE",
        /// The item before the change.
        OldImage = "OLD_IMAGE",
        /// Both.
        #[default]
        NewAndOldImages = "NEW_AND_OLD_IMAGES",
        /// The item's key only.
        KeysOnly = "KEYS_ONLY",
    }
}

closed_set! {
    /// The kind of encryption.
    SseType {
        /// Part of the shape, but the service refuses it.
        Aes256 = "AES256",
        /// A KMS key.
        Kms = "KMS",
    }
}

closed_set! {
    /// The status of an encryption change.
    #[derive(Default)]
    SseStatus {
        /// Encryption is enabled.
        #[default]
        Enabled = "ENABLED",
        /// Encryption is being changed.
        Updating = "UPDATING",
    }
}

closed_set! {
    /// Whether warm throughput is being raised.
    #[derive(Default)]
    WarmStatus {
        /// No increase is in progress.
        #[default]
        Active = "ACTIVE",
        /// An increase is in progress.
        Updating = "UPDATING",
    }
}

members! {
    /// Whether a table has a stream.
    #[derive(Copy, Eq, serde::Serialize, serde::Deserialize)]
    StreamSpecification in STREAM_SPECIFICATION {
        /// On or off.
        "StreamEnabled" stream_enabled: bool,
        /// The images that its records contain. Only if the stream is on.
        "StreamViewType" stream_view_type: Option<StreamViewType>,
    }
}

pub(crate) const STREAM: Member = Member::optional("StreamSpecification", Kind::Structure(&STREAM_SPECIFICATION));
static STREAM_SPECIFICATION: Structure = Structure {
    class: "StreamSpecification",
    members: &[
        Member::required("StreamEnabled", Kind::Boolean),
        Member::optional("StreamViewType", Kind::Text).with(&[Rule::OneOf(StreamViewType::WORDS)]),
    ],
};

members! {
    /// The requested encryption.
    #[derive(Eq)]
    SseSpecification in SSE_SPECIFICATION {
        /// True for a KMS key, false for the service's own key.
        "Enabled" enabled: Option<bool>,
        /// The kind of encryption.
        "SSEType" sse_type: Option<SseType>,
        /// The key. The service's default key if left out.
        "KMSMasterKeyId" kms_master_key_id: Option<String>,
    }
}

pub(crate) const ENCRYPTION: Member = Member::optional("SSESpecification", Kind::Structure(&SSE_SPECIFICATION));
static SSE_SPECIFICATION: Structure = Structure {
    class: "SSESpecification",
    members: &[
        Member::optional("Enabled", Kind::Boolean),
        Member::optional("SSEType", Kind::Text).with(&[Rule::OneOf(SseType::WORDS)]),
        Member::optional("KMSMasterKeyId", Kind::Text).with(&[Rule::MinLength(1)]),
    ],
};

members! {
    /// The maximum request units per second with on-demand billing. -1 removes a limit.
    #[derive(Copy, Eq, serde::Serialize, serde::Deserialize)]
    OnDemandThroughput in LIMITS {
        /// Reads.
        "MaxReadRequestUnits" max_read_request_units: Option<i64>,
        /// Writes.
        "MaxWriteRequestUnits" max_write_request_units: Option<i64>,
    }
}

hashrange_checkpoint::fields!(OnDemandThroughput {
    max_read_request_units,
    max_write_request_units
});

pub(crate) const ON_DEMAND_THROUGHPUT: Member = Member::optional("OnDemandThroughput", Kind::Structure(&LIMITS));
static LIMITS: Structure = Structure {
    class: "OnDemandThroughput",
    members: &[
        Member::optional("MaxReadRequestUnits", Kind::Long),
        Member::optional("MaxWriteRequestUnits", Kind::Long),
    ],
};

members! {
    /// The minimum throughput that a table or index can serve at once.
    #[derive(Copy, Eq)]
    WarmThroughput in WARM {
        /// Reads per second.
        "ReadUnitsPerSecond" read_units_per_second: Option<i64>,
        /// Writes per second.
        "WriteUnitsPerSecond" write_units_per_second: Option<i64>,
    }
}

pub(crate) const WARM_THROUGHPUT: Member = Member::optional("WarmThroughput", Kind::Structure(&WARM));
static WARM: Structure = Structure {
    class: "WarmThroughput",
    members: &[
        Member::optional("ReadUnitsPerSecond", Kind::Long),
        Member::optional("WriteUnitsPerSecond", Kind::Long),
    ],
};
