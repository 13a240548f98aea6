//! UpdateTimeToLive: switches the expiry of items on or off.

use hashrange_values::Text;

use super::body::{Asked, members, read, write};
use super::member::Value;
use crate::constraint::{Kind, Member, Rule, Shape, Structure, TABLE_NAME_OF_CONTROL};
use crate::json::{Node, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;

members! {
    /// Whether items expire, and by which attribute.
    TimeToLiveSpecification {
        /// On or off.
        "Enabled" enabled: bool,
        /// The attribute that says when, in epoch seconds.
        "AttributeName" attribute_name: Text,
    }
}

impl Value for TimeToLiveSpecification {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let mut setting = Self::default();
        read(&mut setting, &[], reader, node).map(|()| setting)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.inline_object(|out| write(out, self));
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

/// Answer to UpdateTimeToLive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UpdateTimeToLiveResponse {
    /// The setting asked for.
    pub time_to_live_specification: TimeToLiveSpecification,
}

static EXPIRY: Structure = Structure {
    class: "TimeToLiveSpecification",
    members: &[
        Member::required("AttributeName", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]),
        Member::required("Enabled", Kind::Boolean),
    ],
};

static UPDATE_TIME_TO_LIVE: Asked = Asked {
    shape: Shape {
        structure: Structure {
            class: "UpdateTimeToLiveInput",
            members: &[TABLE_NAME_OF_CONTROL, Member::required("TimeToLiveSpecification", Kind::Structure(&EXPIRY))],
        },
        one_choice: false,
    },
    second: None,
    order: &[],
};
