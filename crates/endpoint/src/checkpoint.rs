//! The checkpoint form of a present: a service and its observer.
//!
//! Must not know frames.

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_dax::Accelerator;
use hashrange_engine::Engine;

use crate::Settings;
use crate::differences::Differences;
use crate::loads::Loads;
use crate::present::Present;
use crate::replay::{Part, Replayed};

impl<W: Checkpointed> Checkpointed for Present<W> {
    fn form(forms: &mut Forms) -> String {
        format!("service: {}, observer: {}", Replayed::form(forms), W::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        let Self { service, observer } = self;
        service.write(out);
        observer.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            service: Replayed::read(bytes)?,
            observer: W::read(bytes)?,
        })
    }
}

/// The torn end of the journal and reported differences are not part of the state.
impl Checkpointed for Replayed {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            format!(
                "engine: {}, accelerator: {}, settings: {}, last record: number, loads: {}, part: {}",
                Engine::form(forms),
                Option::<Accelerator>::form(forms),
                Settings::form(forms),
                Loads::form(forms),
                Part::form(forms)
            )
        })
    }

    fn write(&self, out: &mut Writer) {
        let Self {
            engine,
            dax,
            settings,
            last_sequence,
            torn: _,
            loads,
            part,
            differences: _,
        } = self;
        engine.write(out);
        dax.write(out);
        settings.write(out);
        last_sequence.write(out);
        loads.write(out);
        part.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            engine: Checkpointed::read(bytes)?,
            dax: Checkpointed::read(bytes)?,
            settings: Checkpointed::read(bytes)?,
            last_sequence: Checkpointed::read(bytes)?,
            torn: None,
            loads: Checkpointed::read(bytes)?,
            part: Checkpointed::read(bytes)?,
            differences: Differences::default(),
        })
    }
}
