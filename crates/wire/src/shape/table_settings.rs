//! What can be set on a table beside its keys: class, stream, encryption, tags, and limits of its throughput.

use super::closed_set::closed_set;
use crate::constraint::{Kind, Member, Rule, Structure};
use crate::operation::members;

closed_set! {
    /// What a table's storage is paid for.
    TableClass {
        /// Dearer storage, cheaper requests.
        Standard = "STANDARD",
        /// Cheaper storage, dearer requests.
        StandardInfrequentAccess = "STANDARD_INFREQUENT_ACCESS",
    }
}

closed_set! {
    /// Which images of an item a stream record carries.
    StreamViewType {
        /// The item as it became.
        NewImage = "NEW_IMAGE",
        /// The item as it was.
        OldImage = "OLD_IMAGE",
        /// Both.
        NewAndOldImages = "NEW_AND_OLD_IMAGES",
        /// The item's key only.
        KeysOnly = "KEYS_ONLY",
    }
}

closed_set! {
    /// The kind of encryption.
    SseType {
        /// Known to the shape, refused by the service.
        Aes256 = "AES256",
        /// A key of the key management service.
        Kms = "KMS",
    }
}

closed_set! {
    /// Where a change of encryption is.
    SseStatus {
        /// In force.
        Enabled = "ENABLED",
        /// Being changed.
        Updating = "UPDATING",
    }
}

closed_set! {
    /// Whether warm throughput is being raised.
    WarmStatus {
        /// In force.
        Active = "ACTIVE",
        /// Being raised.
        Updating = "UPDATING",
    }
}

members! {
    /// Whether a table has a stream.
    #[derive(Copy, Eq, serde::Serialize, serde::Deserialize)]
    StreamSpecification in STREAM_SPECIFICATION {
        /// On or off.
        "StreamEnabled" stream_enabled: bool,
        /// The images its records carry; only with a stream.
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
    /// Encryption as a request asks for it.
    #[derive(Eq)]
    SseSpecification in SSE_SPECIFICATION {
        /// With a key of the key management service, or with the service's own.
        "Enabled" enabled: Option<bool>,
        /// The kind.
        "SSEType" sse_type: Option<SseType>,
        /// The key; the service's default one when left out.
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
    /// Most request units a second with on-demand billing; -1 takes a limit away.
    #[derive(Copy, Eq, serde::Serialize, serde::Deserialize)]
    OnDemandThroughput in LIMITS {
        /// Reads.
        "MaxReadRequestUnits" max_read_request_units: Option<i64>,
        /// Writes.
        "MaxWriteRequestUnits" max_write_request_units: Option<i64>,
    }
}

hashrange_checkpoint::fields!(OnDemandThroughput { max_read_request_units, max_write_request_units });

pub(crate) const ON_DEMAND_THROUGHPUT: Member = Member::optional("OnDemandThroughput", Kind::Structure(&LIMITS));
static LIMITS: Structure = Structure {
    class: "OnDemandThroughput",
    members: &[
        Member::optional("MaxReadRequestUnits", Kind::Long),
        Member::optional("MaxWriteRequestUnits", Kind::Long),
    ],
};

members! {
    /// What a table or index shall be able to serve at once.
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
    members: &[Member::optional("ReadUnitsPerSecond", Kind::Long), Member::optional("WriteUnitsPerSecond", Kind::Long)],
};
