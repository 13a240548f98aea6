//! UpdateTimeToLive: switches the expiry of items on or off.

use hashrange_values::Text;

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, Member, Rule, Structure, TABLE_NAME_OF_CONTROL};

members! {
    /// Whether items expire, and by which attribute.
    TimeToLiveSpecification in EXPIRY {
        /// On or off.
        "Enabled" enabled: bool,
        /// The attribute with the expiry time, in epoch seconds.
        "AttributeName" attribute_name: Text,
    }
}

members! {
    /// UpdateTimeToLive.
    UpdateTimeToLiveRequest = UPDATE_TIME_TO_LIVE {
        /// The table's name.
        "TableName" table_name: String,
        /// The setting.
        "TimeToLiveSpecification" time_to_live_specification: TimeToLiveSpecification,
    }
}

/// Response to UpdateTimeToLive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UpdateTimeToLiveResponse {
    /// The requested setting.
    pub time_to_live_specification: TimeToLiveSpecification,
}

static EXPIRY: Structure = Structure {
    class: "TimeToLiveSpecification",
    members: &[
        Member::required("AttributeName", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]),
        Member::required("Enabled", Kind::Boolean),
    ],
};

static UPDATE_TIME_TO_LIVE: Asked = Asked::of("UpdateTimeToLiveInput").members(&[
    TABLE_NAME_OF_CONTROL,
    Member::required("TimeToLiveSpecification", Kind::Structure(&EXPIRY)),
]);

told! {
    answer UpdateTimeToLiveResponse {
        "TimeToLiveSpecification" time_to_live_specification,
    }
}
