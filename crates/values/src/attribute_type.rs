//! The ten types that an attribute value can have, with their names on the wire.
//!
//! Must not know values.

/// The type of an attribute value, without the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum AttributeType {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
    /// String set.
    Ss,
    /// Number set.
    Ns,
    /// Binary set.
    Bs,
    /// Boolean.
    Bool,
    /// Null.
    Null,
    /// List.
    L,
    /// Map.
    M,
}

impl AttributeType {
    /// All ten types in the order the service's documentation lists them.
    pub const ALL: [Self; 10] = [
        Self::S,
        Self::N,
        Self::B,
        Self::Ss,
        Self::Ns,
        Self::Bs,
        Self::Bool,
        Self::Null,
        Self::L,
        Self::M,
    ];

    /// The type descriptor used on the wire: `S`, `N`, `B`, `SS`, `NS`, `BS`, `BOOL`, `NULL`, `L`, `M`.
    #[must_use]
    pub fn descriptor(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::L => "L",
            Self::M => "M",
        }
    }

    /// The type with this wire descriptor; `None` for another text.
    #[must_use]
    pub fn from_descriptor(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.descriptor() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_round_trip() {
        for kind in AttributeType::ALL {
            assert_eq!(AttributeType::from_descriptor(kind.descriptor()), Some(kind));
        }
        assert_eq!(AttributeType::from_descriptor("X"), None);
    }
}
