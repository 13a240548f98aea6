//! The file of a data directory with all exports, imports and bulk operations, so that descriptions survive the server.
//!
//! A small JSON file with a version, rewritten each time. Must not know when it is written.

use std::io;
use std::sync::Arc;

use super::bulk::Bulk;
use super::export::Export;
use super::import::Import;
use crate::disk::{Disk, put_whole, whole};

/// The name of the file.
const NAME: &str = "transfers.json";
/// The temporary name of the file until it is complete.
const UNFINISHED: &str = "transfers.new";
/// The name to which an unreadable file is renamed.
const PUT_ASIDE: &str = "transfers.unreadable";
/// The version of its format.
const VERSION: u32 = 1;

/// The content of the file.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct TransferFile {
    version: u32,
    /// Oldest first.
    pub(super) exports: Vec<Export>,
    /// Oldest first.
    pub(super) imports: Vec<Import>,
    /// Oldest first. Earlier versions did not write it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) bulk: Vec<Bulk>,
}

impl Default for TransferFile {
    fn default() -> Self {
        Self::new(Vec::new(), Vec::new(), Vec::new())
    }
}

impl TransferFile {
    pub(super) fn new(exports: Vec<Export>, imports: Vec<Import>, bulk: Vec<Bulk>) -> Self {
        Self {
            version: VERSION,
            exports,
            imports,
            bulk,
        }
    }

    /// Reads the file of a folder. An unreadable file is renamed. The list is empty then, and the report mentions it.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub(super) fn find(disk: &dyn Disk) -> io::Result<(Self, Option<String>)> {
        let nothing = Self::default();
        if !disk.names()?.iter().any(|name| name == NAME) {
            return Ok((nothing, None));
        }
        let problem = match serde_json::from_slice::<Self>(&whole(disk, NAME)?) {
            Ok(transfer_file) if transfer_file.version == VERSION => return Ok((transfer_file, None)),
            Ok(transfer_file) => {
                format!(
                    "it has version {}, and this server reads version {VERSION}",
                    transfer_file.version
                )
            }
            Err(error) => error.to_string(),
        };
        disk.rename(NAME, PUT_ASIDE)?;
        disk.sync_names()?;
        let report = format!(
            "{} cannot be read: {problem}. It was renamed to {PUT_ASIDE}; the lists of exports, imports and bulk operations start empty",
            disk.place(NAME).display()
        );
        Ok((nothing, Some(report)))
    }

    /// Writes it into a folder.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn put(&self, disk: &Arc<dyn Disk>) -> io::Result<()> {
        let bytes = serde_json::to_vec_pretty(self)?;
        put_whole(disk.as_ref(), UNFINISHED, NAME, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use hashrange_time::Timestamp;
    use hashrange_wire::{
        BulkOperationInputFormat, ExportTableToPointInTimeRequest, ExportViewType, ImportTableRequest,
        StartBulkPutItemsRequest,
    };

    use super::*;
    use crate::disk::simulated::Simulated;
    use crate::transfer::bulk::Progress;
    use crate::transfer::export::{Content, Exported};
    use crate::transfer::failure::Failure;
    use crate::transfer::import::{Counts, Imported};

    const TEXT: &str = include_str!("transfers-1.json");

    fn transfer_file() -> TransferFile {
        let request = ExportTableToPointInTimeRequest {
            table_arn: "arn:aws:dynamodb:us-east-1:000000000000:table/Music".to_owned(),
            s3_bucket: "my-bucket".to_owned(),
            ..ExportTableToPointInTimeRequest::default()
        };
        let (started, ended) = (Timestamp::from_seconds(1_000), Timestamp::from_seconds(1_001));
        let export = Export {
            arn: format!("{}/export/1", request.table_arn),
            table_id: "id".to_owned(),
            started,
            content: Content::Full(started),
            ended: Some((
                ended,
                Ok(Exported {
                    manifest: "m".to_owned(),
                    items: 1,
                    bytes: 2,
                }),
            )),
            request,
        };
        let content = Content::Incremental(started, ended, ExportViewType::NewImage);
        let failed = Export {
            ended: Some((ended, Err(Failure::items()))),
            content,
            ..export.clone()
        };
        let running = Export {
            ended: None,
            ..export.clone()
        };
        let mut request = ImportTableRequest {
            client_token: "t".to_owned(),
            ..ImportTableRequest::default()
        };
        request.s3_bucket_source.s3_bucket = "my-bucket".to_owned();
        request.input_format = Some(hashrange_wire::InputFormat::Csv);
        request.table_creation_parameters.table_name = "Music".to_owned();
        request.table_creation_parameters.key_schema = vec![hashrange_wire::KeySchemaElement {
            attribute_name: "Artist".into(),
            key_type: hashrange_wire::KeyRole::Hash,
        }];
        let counts = Counts {
            bytes: Some(3),
            imported: 2,
            errors: 1,
        };
        let import = Import {
            request,
            arn: "i".to_owned(),
            table_arn: "t".to_owned(),
            table_id: "id".to_owned(),
            log_group: "l".to_owned(),
            started,
            ended: Some(Imported {
                at: ended,
                counts,
                failure: Some(Failure::items()),
            }),
        };
        let one = Import {
            ended: None,
            ..import.clone()
        };
        TransferFile::new(vec![export, failed, running], vec![import, one], Vec::new())
    }

    #[test]
    fn the_form_of_version_one_is_read_and_written() {
        assert_eq!(
            serde_json::to_string_pretty(&transfer_file()).expect("JSON"),
            TEXT.trim_end()
        );
        assert_eq!(
            serde_json::from_str::<TransferFile>(TEXT).expect("version one"),
            transfer_file()
        );
    }

    #[test]
    fn a_folder_gives_back_what_was_put_there() {
        let disk: Arc<dyn Disk> = Arc::new(Simulated::default());
        assert_eq!(
            TransferFile::find(disk.as_ref()).expect("an empty folder"),
            (TransferFile::default(), None)
        );
        transfer_file().put(&disk).expect("it is put");
        assert_eq!(
            TransferFile::find(disk.as_ref()).expect("a folder"),
            (transfer_file(), None)
        );
    }

    #[test]
    fn bulk_operations_are_given_back_too() {
        let mut request = StartBulkPutItemsRequest {
            table_name: "Music".to_owned(),
            ..StartBulkPutItemsRequest::default()
        };
        request.input.s3_bucket = "my-bucket".to_owned();
        request.input.input_format = Some(BulkOperationInputFormat::DynamoDbJson);
        request.output.s3_bucket = Some("my-bucket".to_owned());
        request.output.output_type = vec!["ERROR".to_owned()];
        let bulk = Bulk {
            request,
            arn: "b".to_owned(),
            table: "Music".to_owned(),
            table_id: "id".to_owned(),
            started: Timestamp::from_seconds(1_000),
            progress: Progress::default(),
            is_cancelling: true,
            ended: None,
        };
        let file = TransferFile::new(Vec::new(), Vec::new(), vec![bulk]);
        let text = serde_json::to_string(&file).expect("JSON");
        assert_eq!(serde_json::from_str::<TransferFile>(&text).expect("a file"), file);
    }

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        for bad in ["{", r#"{"version":2,"exports":[],"imports":[]}"#] {
            let disk: Arc<dyn Disk> = Arc::new(Simulated::default());
            disk.create(NAME)
                .expect("a file")
                .write_all(bad.as_bytes())
                .expect("bytes");
            let (found, report) = TransferFile::find(disk.as_ref()).expect("a folder");
            assert_eq!(found, TransferFile::default());
            assert!(report.expect("words").contains("start empty"), "{bad}");
            assert_eq!(whole(disk.as_ref(), PUT_ASIDE).expect("it is there"), bad.as_bytes());
        }
    }
}
