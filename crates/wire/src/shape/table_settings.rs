//! What can be set on a table beside its keys: class, stream, encryption, tags, and limits of its throughput.

use super::closed_set::closed_set;

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

/// Whether a table has a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamSpecification {
    /// On or off.
    pub stream_enabled: bool,
    /// The images its records carry; only with a stream.
    pub stream_view_type: Option<StreamViewType>,
}

/// Encryption as a request asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SseSpecification {
    /// With a key of the key management service, or with the service's own.
    pub enabled: Option<bool>,
    /// The kind.
    pub sse_type: Option<SseType>,
    /// The key; the service's default one when left out.
    pub kms_master_key_id: Option<String>,
}

/// Most request units a second with on-demand billing; -1 takes a limit away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OnDemandThroughput {
    /// Reads.
    pub max_read_request_units: Option<i64>,
    /// Writes.
    pub max_write_request_units: Option<i64>,
}

hashrange_checkpoint::fields!(OnDemandThroughput { max_read_request_units, max_write_request_units });

/// What a table or index shall be able to serve at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarmThroughput {
    /// Reads per second.
    pub read_units_per_second: Option<i64>,
    /// Writes per second.
    pub write_units_per_second: Option<i64>,
}
