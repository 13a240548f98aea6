//! Recovery from a data directory: the latest good checkpoint, and the records after it.
//!
//! Nothing that was ever durable may be missing. If a checkpoint is damaged, recovery uses the previous one and the
//! journals after that, if they all exist. It changes nothing. Must not know the rest of the server.

use hashrange_endpoint::{ReplayError, Replayed, replay};
use hashrange_journal::{Extent, HEADER_BYTES, Torn};

use crate::checkpoint::{self, CheckpointError};
use crate::data_dir_error::DataDirError;
use crate::data_files::{self, DataFiles, REPLACED};
use crate::disk::{Disk, whole};

/// A service as restored from its folder.
pub(crate) struct Recovered {
    pub(crate) service: Replayed,
    /// The journal to append to; `None` if there is only the checkpoint.
    pub(crate) journal: Option<String>,
    /// The incomplete end of that journal.
    pub(crate) torn: Option<Torn>,
    /// Bytes of the checkpoint, and of the journal after it.
    pub(crate) sizes: (u64, u64),
    /// Skipped checkpoints, and the reasons.
    pub(crate) passed_over: Vec<(u64, CheckpointError)>,
}

/// Restores the service.
///
/// # Errors
/// When something that was durable is missing or damaged.
pub(crate) fn recover(disk: &dyn Disk, data_files: &DataFiles) -> Result<Recovered, DataDirError> {
    let mut passed_over = Vec::new();
    for record in &data_files.checkpoints {
        match checkpoint::read(disk, *record) {
            Ok(read) => {
                let recovered = follow(disk, data_files, read)?;
                return reaches(
                    disk,
                    data_files,
                    Recovered {
                        passed_over,
                        ..recovered
                    },
                );
            }
            Err(error) => passed_over.push((*record, error)),
        }
    }
    if data_files.journals.first() == Some(&1)
        && let Some(recovered) = from_the_beginning(disk, data_files)?
    {
        return reaches(
            disk,
            data_files,
            Recovered {
                passed_over,
                ..recovered
            },
        );
    }
    Err(match passed_over.into_iter().next() {
        Some((record, error)) => unusable_checkpoint(disk, record, error),
        None => missing(disk, data_files, 1),
    })
}

/// Restores the service from the first record; `None` if a checkpoint replaced the start.
fn from_the_beginning(disk: &dyn Disk, data_files: &DataFiles) -> Result<Option<Recovered>, DataDirError> {
    let name = data_files::journal(1);
    let bytes = read(disk, &name)?;
    if bytes == REPLACED {
        return Ok(None);
    }
    let mut service = replay(&bytes).map_err(|error| unusable(disk, &name, error))?;
    let torn = service.torn.take();
    let first = Recovered {
        torn,
        journal: Some(name),
        sizes: (0, records(&bytes)),
        passed_over: Vec::new(),
        service,
    };
    go_on(disk, data_files.journals.get(1..).unwrap_or_default(), first).map(Some)
}

fn follow(
    disk: &dyn Disk,
    data_files: &DataFiles,
    (service, length): (Replayed, u64),
) -> Result<Recovered, DataDirError> {
    let journals = data_files.journals_after(service.last_sequence);
    go_on(
        disk,
        journals,
        Recovered {
            service,
            journal: None,
            torn: None,
            sizes: (length, 0),
            passed_over: Vec::new(),
        },
    )
}

/// Replays these journals, each of which starts where the previous one ends.
fn go_on(disk: &dyn Disk, journals: &[u64], mut recovered: Recovered) -> Result<Recovered, DataDirError> {
    for first in journals {
        let name = data_files::journal(*first);
        // A journal before another one was complete, so its end is not torn.
        if let (Some(torn), Some(before)) = (recovered.torn.take(), &recovered.journal) {
            return Err(damaged(disk, before, torn));
        }
        if *first > recovered.service.last_sequence.saturating_add(1) {
            return Err(unusable(
                disk,
                &name,
                ReplayError::Away {
                    sequence: recovered.service.last_sequence + 1,
                },
            ));
        }
        let bytes = read(disk, &name)?;
        recovered
            .service
            .follow(*first, &bytes)
            .map_err(|error| unusable(disk, &name, error))?;
        recovered.torn = recovered.service.torn.take();
        recovered.sizes.1 += records(&bytes);
        recovered.journal = Some(name);
    }
    match (&recovered.torn, &recovered.journal) {
        (Some(torn), Some(name)) if torn.extent == Extent::Damage => Err(damaged(disk, name, torn.clone())),
        _ => Ok(recovered),
    }
}

/// Checks that nothing is missing at the end: a damaged checkpoint, or the name of a journal, shows that there were
/// records.
fn reaches(disk: &dyn Disk, data_files: &DataFiles, recovered: Recovered) -> Result<Recovered, DataDirError> {
    let reported = data_files.checkpoints.first().copied().unwrap_or_default();
    let reported = reported.max(
        data_files
            .journals
            .last()
            .copied()
            .unwrap_or_default()
            .saturating_sub(1),
    );
    if recovered.service.last_sequence >= reported {
        return Ok(recovered);
    }
    Err(match recovered.passed_over.into_iter().next() {
        Some((record, error)) => unusable_checkpoint(disk, record, error),
        None => missing(disk, data_files, recovered.service.last_sequence + 1),
    })
}

/// Bytes of a journal's records.
fn records(bytes: &[u8]) -> u64 {
    bytes.len().saturating_sub(HEADER_BYTES) as u64
}

fn read(disk: &dyn Disk, name: &str) -> Result<Vec<u8>, DataDirError> {
    whole(disk, name).map_err(|error| DataDirError::Io {
        path: disk.place(name),
        error,
    })
}

fn unusable(disk: &dyn Disk, name: &str, error: ReplayError) -> DataDirError {
    DataDirError::Unusable {
        path: disk.place(name),
        error,
    }
}

fn damaged(disk: &dyn Disk, name: &str, torn: Torn) -> DataDirError {
    DataDirError::Damaged {
        path: disk.place(name),
        torn,
    }
}

fn unusable_checkpoint(disk: &dyn Disk, record: u64, error: CheckpointError) -> DataDirError {
    DataDirError::Checkpoint {
        path: disk.place(&data_files::checkpoint(record)),
        error,
    }
}

fn missing(disk: &dyn Disk, data_files: &DataFiles, sequence: u64) -> DataDirError {
    let name = data_files.journals.last().map_or_else(
        || data_files::FIRST_JOURNAL.to_owned(),
        |first| data_files::journal(*first),
    );
    unusable(disk, &name, ReplayError::Away { sequence })
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may fail")]
mod tests {
    use std::sync::Arc;

    use hashrange_endpoint::{Recorder, Settings, ignore_steps};

    use super::*;
    use crate::compact::clear;
    use crate::data_dir::{Data, open_on};
    use crate::data_files::UNBEGUN;
    use crate::disk::put_whole;
    use crate::disk::simulated::Simulated;

    fn settings() -> Settings {
        Settings::of_preset("instant").expect("a preset")
    }

    fn opened(disk: &Simulated) -> Result<Data, DataDirError> {
        open_on(Arc::new(disk.clone()), settings)
    }

    /// Sends a request, and stores its record.
    fn send(data: &mut Data, operation: &str, body: &str) -> String {
        let target = format!("DynamoDB_20120810.{operation}");
        let at = data.service.engine.now();
        let answer = data
            .service
            .front(&mut ignore_steps)
            .dispatch(at, &target, body.as_bytes())
            .answer;
        let record = data
            .recorder
            .answered(at, &target, body.as_bytes(), &answer, &mut data.service.engine);
        data.journal.file.write_all(&record).expect("room");
        answer.body
    }

    fn put(data: &mut Data, id: &str) {
        let body = format!(r#"{{"TableName":"Kept","Item":{{"id":{{"S":"{id}"}}}}}}"#);
        assert_eq!(send(data, "PutItem", &body), "{}");
    }

    fn count(data: &mut Data) -> String {
        send(data, "Scan", r#"{"TableName":"Kept","Select":"COUNT"}"#)
    }

    /// Switches to another journal and writes a checkpoint, as a server does; the replaced files stay.
    fn checkpoint(disk: &Simulated, data: &mut Data) -> u64 {
        let mut copy = data.service.clone();
        copy.last_sequence = data.recorder.last_sequence();
        let (record, next) = (copy.last_sequence, data_files::journal(copy.last_sequence + 1));
        put_whole(disk, UNBEGUN, &next, &Recorder::header(&settings())).expect("room");
        data.journal.file = disk.append(&next).expect("it is there");
        checkpoint::write(disk, copy).expect("room");
        record
    }

    /// A folder with three items: one was written before each of two checkpoints, and one after them.
    fn folder() -> (Simulated, [u64; 2]) {
        let disk = Simulated::default();
        let mut data = opened(&disk).expect("a folder");
        let table = r#"{"TableName":"Kept","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}"#;
        send(&mut data, "CreateTable", table);
        put(&mut data, "a");
        let first = checkpoint(&disk, &mut data);
        put(&mut data, "b");
        let second = checkpoint(&disk, &mut data);
        put(&mut data, "c");
        (disk, [first, second])
    }

    fn change(disk: &Simulated, record: u64, change: impl FnOnce(&mut Vec<u8>)) {
        let name = data_files::checkpoint(record);
        let mut bytes = whole(disk, &name).expect("it is there");
        change(&mut bytes);
        put_whole(disk, UNBEGUN, &name, &bytes).expect("room");
    }

    const THREE: &str = r#"{"Count":3,"ScannedCount":3}"#;

    #[test]
    fn the_one_before_is_used_where_the_newest_is_damaged() {
        let (disk, [first, second]) = folder();
        assert_eq!(count(&mut opened(&disk).expect("a folder")), THREE);
        change(&disk, second, |bytes| bytes.truncate(bytes.len() - 9));
        let mut data = opened(&disk).expect("the one before and its journals");
        assert_eq!(count(&mut data), THREE);
        assert!(
            data.report
                .expect("it is reported")
                .contains("the checkpoint is damaged. It is not needed")
        );
        change(&disk, first, |bytes| bytes.truncate(3));
        assert_eq!(count(&mut opened(&disk).expect("the journals alone")), THREE);
    }

    #[test]
    fn what_cannot_be_brought_back_whole_is_refused_and_left_alone() {
        let (disk, [_, second]) = folder();
        clear(&disk, second).expect("files are there");
        assert_eq!(
            count(&mut opened(&disk).expect("the checkpoint and its journal")),
            THREE
        );
        let mut names = disk.names().expect("names");
        let places = [20, 30, 60];
        for place in places {
            change(&disk, second, |bytes| {
                bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1);
            });
            let refusal = opened(&disk).err().expect("refused").to_string();
            assert!(refusal.contains("Nothing was changed"), "{refusal}");
            assert_eq!(disk.names().expect("names"), names);
            change(&disk, second, |bytes| {
                bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1);
            });
        }
        // A deleted journal is noticed too.
        disk.remove(&data_files::journal(second + 1)).expect("it is there");
        disk.remove(&data_files::checkpoint(second)).expect("it is there");
        names.retain(|name| name == data_files::FIRST_JOURNAL);
        let refusal = opened(&disk).err().expect("refused").to_string();
        assert!(refusal.contains("record 1 was not read yet"), "{refusal}");
        assert_eq!(disk.names().expect("names"), names);
    }

    #[test]
    fn a_checkpoint_of_a_later_version_says_so() {
        let (disk, [_, second]) = folder();
        clear(&disk, second).expect("files are there");
        change(&disk, second, |bytes| {
            let mut head: Vec<u8> = bytes.drain(..21).take(17).collect();
            head.splice(5..9, 7_u32.to_le_bytes());
            head.extend(crc32fast::hash(&head).to_le_bytes());
            bytes.splice(..0, head);
        });
        let refusal = opened(&disk).err().expect("refused").to_string();
        assert!(
            refusal.contains("format version 7; this program reads versions up to 1"),
            "{refusal}"
        );
    }
}
