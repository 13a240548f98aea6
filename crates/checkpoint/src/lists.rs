//! Types by a list of what they have. A member that is not in the list does not compile.

/// Writes and reads a type by its members: `fields!(Row { value, size })`, `fields!(Units(units))`.
#[macro_export]
macro_rules! fields {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl $crate::Checkpointed for $type {
            fn write(&self, out: &mut $crate::Writer) {
                let Self { $($field),* } = self;
                $($crate::Checkpointed::write($field, out);)*
            }

            fn read(bytes: &mut $crate::Reader<'_>) -> Result<Self, $crate::Damaged> {
                Ok(Self { $($field: $crate::Checkpointed::read(bytes)?),* })
            }
        }
    };
    ($type:ident($($field:ident),+)) => {
        impl $crate::Checkpointed for $type {
            fn write(&self, out: &mut $crate::Writer) {
                let Self($($field),+) = self;
                $($crate::Checkpointed::write($field, out);)+
            }

            fn read(bytes: &mut $crate::Reader<'_>) -> Result<Self, $crate::Damaged> {
                $(let $field = $crate::Checkpointed::read(bytes)?;)+
                Ok(Self($($field),+))
            }
        }
    };
}

/// Writes and reads a type by its variants: `variants!(Kind { Local, Vector(rule), Size { bytes } })`.
#[macro_export]
macro_rules! variants {
    ($type:ident { $($name:ident $(($($part:ident),+))? $({ $($field:ident),+ $(,)? })?),+ $(,)? }) => {
        impl $crate::Checkpointed for $type {
            fn write(&self, out: &mut $crate::Writer) {
                /// The variants in order.
                #[derive(Clone, Copy)]
                enum Tag { $($name),+ }
                match self {
                    $(Self::$name $(($($part),+))? $({ $($field),+ })? => {
                        out.byte(Tag::$name as u8);
                        $($($crate::Checkpointed::write($part, out);)+)?
                        $($($crate::Checkpointed::write($field, out);)+)?
                    })+
                }
            }

            fn read(bytes: &mut $crate::Reader<'_>) -> Result<Self, $crate::Damaged> {
                /// The variants in order.
                #[derive(Clone, Copy)]
                enum Tag { $($name),+ }
                const ALL: &[Tag] = &[$(Tag::$name),+];
                Ok(match ALL.get(usize::from(bytes.byte()?)).ok_or($crate::Damaged)? {
                    $(Tag::$name => {
                        $($(let $part = $crate::Checkpointed::read(bytes)?;)+)?
                        Self::$name $(($($part),+))? $({ $($field: $crate::Checkpointed::read(bytes)?),+ })?
                    })+
                })
            }
        }
    };
}

/// Writes and reads types in the form of `serde`: those that cross to the page anyway. They must not nest without a bound.
#[macro_export]
macro_rules! by_serde {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::Checkpointed for $type {
            fn write(&self, out: &mut $crate::Writer) {
                out.serde(self);
            }

            fn read(bytes: &mut $crate::Reader<'_>) -> Result<Self, $crate::Damaged> {
                bytes.serde()
            }
        }
    )+};
}
