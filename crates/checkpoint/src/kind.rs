//! A kind: a type of parts, and how such a part is read.
//!
//! Must not know how a part is written.

use std::any::TypeId;
use std::sync::Arc;

use crate::reader::Shared;
use crate::{Checkpointed, Damaged, Reader};

/// A type of parts.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    id: TypeId,
    pub(crate) read: fn(&mut Reader<'_>) -> Result<Shared, Damaged>,
}

impl Kind {
    /// The kind of parts of this type.
    #[must_use]
    pub fn of<T: Checkpointed + Send + Sync + 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            read: |bytes| Ok(Arc::new(T::read(bytes)?)),
        }
    }

    pub(crate) fn id(&self) -> TypeId {
        self.id
    }
}
