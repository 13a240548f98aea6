//! Generates the checkpoint code of a type from a list of its members. A missing member does not compile.

/// Writes and reads a type by its members: `fields!(Row { value, size })`, `fields!(Units(units))`. A member of a later
/// version has a mark: `fields!(Row { value, size since 2 })`. It has its default if it was not written. A member that is
/// no part of the state is left out, and has its default when it is read: `fields!(Row { value } without cache)`.
#[macro_export]
macro_rules! fields {
    ($type:ident { $($field:ident $(since $version:literal)?),* $(,)? } $(without $omitted:ident)?) => {
        impl $crate::Checkpointed for $type {
            fn form(forms: &mut $crate::Forms) -> String {
                forms.named::<Self>(|_forms| {
                    let members: Vec<String> = vec![$(format!(
                        concat!(stringify!($field), ": {}" $(, ", since version ", stringify!($version))?),
                        _forms.member(|this: &Self| &this.$field)
                    )),*];
                    members.join(", ")
                })
            }

            fn write(&self, out: &mut $crate::Writer) {
                let Self { $($field,)* $($omitted: _)? } = self;
                $($crate::Checkpointed::write($field, out);)*
            }

            fn read(bytes: &mut $crate::Reader<'_>) -> Result<Self, $crate::Damaged> {
                Ok(Self {
                    $($field: $crate::member!(bytes $(, $version)?),)*
                    $($omitted: Default::default())?
                })
            }
        }
    };
    ($type:ident($($field:ident),+)) => {
        impl $crate::Checkpointed for $type {
            fn form(forms: &mut $crate::Forms) -> String {
                forms.named::<Self>(|forms| {
                    let forms = forms.members(|this: &'static Self| {
                        let Self($($field),+) = this;
                        Some(($($field,)+))
                    });
                    forms.join(", ")
                })
            }

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

/// Reads a member that an older checkpoint may lack.
#[doc(hidden)]
#[macro_export]
macro_rules! member {
    ($bytes:ident) => {
        $crate::Checkpointed::read($bytes)?
    };
    ($bytes:ident, $version:literal) => {
        if $bytes.version() >= $version {
            $crate::Checkpointed::read($bytes)?
        } else {
            Default::default()
        }
    };
}

/// Writes and reads a type by its variants. New variants are added at the end: `variants!(Kind { Local, Vector(rule),
/// Size { bytes } })`.
#[macro_export]
macro_rules! variants {
    ($type:ident { $($name:ident $(($($part:ident),+))? $({ $($field:ident),+ $(,)? })?),+ $(,)? }) => {
        impl $crate::Checkpointed for $type {
            #[allow(unreachable_patterns, reason = "one variant is all there is")]
            fn form(forms: &mut $crate::Forms) -> String {
                forms.named::<Self>(|forms| {
                    let mut lines: Vec<String> = Vec::new();
                    $(
                        let members = forms.members(|this: &'static Self| match this {
                            Self::$name $(($($part),+))? $({ $($field),+ })? => Some(($($($part,)+)? $($($field,)+)?)),
                            _ => None,
                        });
                        let names: &[&str] = &[$($(stringify!($part)),+)? $($(stringify!($field)),+)?];
                        lines.push($crate::variant(lines.len(), stringify!($name), names, &members));
                    )+
                    format!("one of {}", lines.join("; "))
                })
            }

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

/// Writes and reads types in the form of `serde`. Use it for types that are sent to the page anyway. They must not nest
/// without a bound.
#[macro_export]
macro_rules! by_serde {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::Checkpointed for $type {
            fn form(forms: &mut $crate::Forms) -> String {
                forms.named::<Self>(|_| "as postcard 1 writes it".to_owned())
            }

            fn write(&self, out: &mut $crate::Writer) {
                out.serde(self);
            }

            fn read(bytes: &mut $crate::Reader<'_>) -> Result<Self, $crate::Damaged> {
                bytes.serde()
            }
        }
    )+};
}
