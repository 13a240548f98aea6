//! A folder in memory with simulated power cuts at any step: unsynced data is lost or torn.
//!
//! Must not be safer than a real folder: names that were not synced are lost, the latest changes first.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashrange_time::Random;

use super::{Appended, Disk};

/// A folder that loses data.
#[derive(Clone, Default)]
pub(crate) struct Simulated(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    files: Vec<Contents>,
    /// The files of all names, as the running program sees them.
    names: BTreeMap<String, usize>,
    /// The durable names.
    safe_names: BTreeMap<String, usize>,
    /// Changes of names since the last sync.
    unsafe_changes: Vec<Change>,
    /// Steps so far.
    steps: u64,
    /// The step before which power is cut.
    last_step: Option<u64>,
    /// The file whose creation panics, once.
    panics_at: Option<String>,
    /// The maximum bytes of all files together.
    room: Option<usize>,
}

#[derive(Clone, Default)]
struct Contents {
    bytes: Vec<u8>,
    safe: usize,
    /// Earlier bytes of a file that is overwritten without a sync.
    earlier: Vec<Vec<u8>>,
}

enum Change {
    Put(String, usize),
    Gone(String),
}

impl Change {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            Self::Put(name, file) => drop(names.insert(name.clone(), *file)),
            Self::Gone(name) => drop(names.remove(name)),
        }
    }
}

impl State {
    fn step(&mut self) -> io::Result<()> {
        if self.last_step.is_some_and(|last| self.steps >= last) {
            return Err(io::Error::other("the power is cut"));
        }
        self.steps += 1;
        Ok(())
    }

    /// The bytes of all files with a name.
    fn bytes(&self) -> usize {
        self.names
            .values()
            .filter_map(|file| self.files.get(*file))
            .map(|file| file.bytes.len())
            .sum()
    }

    fn file(&mut self, name: &str) -> io::Result<usize> {
        self.names
            .get(name)
            .copied()
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, name.to_owned()))
    }

    fn change(&mut self, change: Change) {
        change.apply(&mut self.names);
        self.unsafe_changes.push(change);
    }
}

impl Simulated {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cuts the power after this number of steps.
    pub(crate) fn cut_power_after(&self, steps: u64) {
        let mut state = self.state();
        state.last_step = Some(state.steps + steps);
    }

    /// Panics once, when a file of this name is created.
    pub(crate) fn panic_at(&self, name: &str) {
        self.state().panics_at = Some(name.to_owned());
    }

    /// Whether the power is cut.
    pub(crate) fn has_no_power(&self) -> bool {
        let state = self.state();
        state.last_step.is_some_and(|last| state.steps >= last)
    }

    /// The bytes of all files.
    pub(crate) fn bytes(&self) -> usize {
        self.state().bytes()
    }

    /// Leaves room for this number of further bytes.
    pub(crate) fn leave_room(&self, bytes: usize) {
        let mut state = self.state();
        state.room = Some(state.bytes() + bytes);
    }

    /// Changes a byte of a file, as a failing disk does.
    pub(crate) fn damage(&self, name: &str, at: usize) {
        let mut state = self.state();
        let file = state.file(name).expect("it is there");
        state.files[file].bytes[at] ^= 1;
    }

    /// The folder after the program was killed: all written data exists.
    pub(crate) fn after_a_kill(&self) -> Self {
        let state = self.state();
        let files = state
            .files
            .iter()
            .map(|file| Contents {
                safe: file.bytes.len(),
                bytes: file.bytes.clone(),
                earlier: Vec::new(),
            })
            .collect();
        let names = state.names.clone();
        Self(Arc::new(Mutex::new(State {
            files,
            safe_names: names.clone(),
            names,
            ..State::default()
        })))
    }

    /// The folder after a power cut: each part of the unsynced data exists, is lost, or is torn.
    pub(crate) fn after_a_power_cut(&self, random: &mut Random) -> Self {
        let state = self.state();
        let mut names = state.safe_names.clone();
        let kept = random.below(state.unsafe_changes.len() as u64 + 1);
        state
            .unsafe_changes
            .iter()
            .zip(0..kept)
            .for_each(|(change, _)| change.apply(&mut names));
        let files = state.files.iter().map(|file| torn(file, random)).collect();
        Self(Arc::new(Mutex::new(State {
            files,
            safe_names: names.clone(),
            names,
            ..State::default()
        })))
    }
}

fn torn(file: &Contents, random: &mut Random) -> Contents {
    if !file.earlier.is_empty() {
        return overwritten(file, random);
    }
    let unsafe_bytes = file.bytes.len() - file.safe;
    let there = file.safe + usize::try_from(random.below(unsafe_bytes as u64 + 1)).expect("small");
    let mut bytes = file.bytes[..there].to_vec();
    // Some file systems report a file as longer than the data they stored.
    if random.below(3) == 0 {
        let end = there.saturating_sub(20).max(file.safe);
        bytes[end..].fill(0);
    }
    let safe = bytes.len();
    Contents {
        bytes,
        safe,
        earlier: Vec::new(),
    }
}

/// Earlier bytes of the file, its last ones, or the beginning of some with the end of others.
fn overwritten(file: &Contents, random: &mut Random) -> Contents {
    let mut images = || {
        let count = file.earlier.len() as u64 + 1;
        let image = usize::try_from(random.below(count)).expect("small");
        file.earlier.get(image).unwrap_or(&file.bytes).clone()
    };
    let (mut bytes, other) = (images(), images());
    let at = usize::try_from(random.below(bytes.len() as u64 + 1)).expect("small");
    if random.below(4) == 0 && other.len() == bytes.len() {
        bytes[at..].copy_from_slice(&other[at..]);
    }
    Contents {
        safe: bytes.len(),
        bytes,
        earlier: Vec::new(),
    }
}

struct Open {
    disk: Simulated,
    file: usize,
}

impl Write for Open {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        state.step()?;
        let free = state
            .room
            .map_or(bytes.len(), |room| room.saturating_sub(state.bytes()));
        if free == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        // A disk that becomes full stores the beginning.
        let written = bytes.len().min(free);
        state.files[self.file].bytes.extend_from_slice(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Appended for Open {
    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.state();
        state.step()?;
        let file = &mut state.files[self.file];
        file.safe = file.bytes.len();
        Ok(())
    }
}

impl Disk for Simulated {
    fn place(&self, name: &str) -> PathBuf {
        PathBuf::from("simulated").join(name)
    }

    fn check(&self) -> io::Result<()> {
        Ok(())
    }

    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.state().names.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        let mut state = self.state();
        let file = state.file(name)?;
        Ok(Box::new(Cursor::new(state.files[file].bytes.clone())))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn Appended>> {
        let mut state = self.state();
        state.step()?;
        assert!(
            state.panics_at.take_if(|at| at == name).is_none(),
            "a fault that a test injected"
        );
        let file = state.files.len();
        state.files.push(Contents::default());
        state.change(Change::Put(name.to_owned(), file));
        drop(state);
        Ok(Box::new(Open {
            disk: self.clone(),
            file,
        }))
    }

    fn append(&self, name: &str) -> io::Result<Box<dyn Appended>> {
        let file = self.state().file(name)?;
        Ok(Box::new(Open {
            disk: self.clone(),
            file,
        }))
    }

    fn length(&self, name: &str) -> io::Result<u64> {
        let mut state = self.state();
        let file = state.file(name)?;
        Ok(state.files[file].bytes.len() as u64)
    }

    fn overwrite(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        state.step()?;
        let file = match state.file(name) {
            Ok(file) => file,
            Err(_) => {
                let file = state.files.len();
                state.files.push(Contents::default());
                state.change(Change::Put(name.to_owned(), file));
                file
            }
        };
        let file = &mut state.files[file];
        let earlier = std::mem::replace(&mut file.bytes, bytes.to_vec());
        file.earlier.push(earlier);
        Ok(())
    }

    fn cut(&self, name: &str, length: u64) -> io::Result<()> {
        let mut state = self.state();
        state.step()?;
        let file = state.file(name)?;
        let file = &mut state.files[file];
        file.bytes.truncate(usize::try_from(length).expect("small"));
        file.safe = file.bytes.len();
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut state = self.state();
        state.step()?;
        let file = state.file(from)?;
        // A rename is one step: after a crash, exactly one of the two names exists.
        let (from, to) = (from.to_owned(), to.to_owned());
        state.change(Change::Put(to, file));
        state.change(Change::Gone(from));
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let mut state = self.state();
        state.step()?;
        state.file(name)?;
        state.change(Change::Gone(name.to_owned()));
        Ok(())
    }

    fn sync_names(&self) -> io::Result<()> {
        let mut state = self.state();
        state.step()?;
        state.safe_names = state.names.clone();
        state.unsafe_changes.clear();
        Ok(())
    }
}
