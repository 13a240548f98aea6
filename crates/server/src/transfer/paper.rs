//! The file of a data directory that tells of exports and imports: so descriptions survive the server.
//!
//! A small file that is written anew each time, in JSON, whose form has a version. Must not know when.

use std::io;
use std::sync::Arc;

use super::export::Export;
use super::import::Import;
use crate::disk::{Disk, put_whole, whole};

/// Its name.
const NAME: &str = "transfers.json";
/// Its name until it is whole.
const UNFINISHED: &str = "transfers.new";
/// The name of one that cannot be read.
const PUT_ASIDE: &str = "transfers.unreadable";
/// The version of its form.
const VERSION: u32 = 1;

/// What the file holds.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Paper {
    version: u32,
    /// Oldest first.
    pub(super) exports: Vec<Export>,
    /// Oldest first.
    pub(super) imports: Vec<Import>,
}

impl Paper {
    pub(super) fn new(exports: Vec<Export>, imports: Vec<Import>) -> Self {
        Self { version: VERSION, exports, imports }
    }

    /// What a folder has. Of a file that cannot be read it tells what was done: it is put aside, and the list begins anew.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub(super) fn find(disk: &dyn Disk) -> io::Result<(Self, Option<String>)> {
        let nothing = Self::new(Vec::new(), Vec::new());
        if !disk.names()?.iter().any(|name| name == NAME) {
            return Ok((nothing, None));
        }
        let problem = match serde_json::from_slice::<Self>(&whole(disk, NAME)?) {
            Ok(paper) if paper.version == VERSION => return Ok((paper, None)),
            Ok(paper) => format!("it is of version {}, and this server reads version {VERSION}", paper.version),
            Err(error) => error.to_string(),
        };
        disk.rename(NAME, PUT_ASIDE)?;
        disk.sync_names()?;
        let report = format!(
            "{} cannot be read: {problem}. It is {PUT_ASIDE} now; the lists of exports and imports begin anew",
            disk.place(NAME).display()
        );
        Ok((nothing, Some(report)))
    }

    /// Puts it into a folder.
    ///
    /// # Errors
    /// When that cannot be written.
    pub(super) fn put(&self, disk: &Arc<dyn Disk>) -> io::Result<()> {
        let bytes = serde_json::to_vec_pretty(self)?;
        put_whole(disk.as_ref(), UNFINISHED, NAME, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use hashrange_time::Timestamp;
    use hashrange_wire::{ExportTableToPointInTimeRequest, ExportViewType, ImportTableRequest};

    use super::*;
    use crate::disk::simulated::Simulated;
    use crate::transfer::export::{Content, Exported};
    use crate::transfer::failure::Failure;
    use crate::transfer::import::{Counts, Imported};

    const TEXT: &str = include_str!("paper-1.json");

    fn paper() -> Paper {
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
            ended: Some((ended, Ok(Exported { manifest: "m".to_owned(), items: 1, bytes: 2 }))),
            request,
        };
        let content = Content::Incremental(started, ended, ExportViewType::NewImage);
        let failed = Export { ended: Some((ended, Err(Failure::items()))), content, ..export.clone() };
        let under_way = Export { ended: None, ..export.clone() };
        let mut request = ImportTableRequest { client_token: "t".to_owned(), ..ImportTableRequest::default() };
        request.s3_bucket_source.s3_bucket = "my-bucket".to_owned();
        request.input_format = Some(hashrange_wire::InputFormat::Csv);
        request.table_creation_parameters.table_name = "Music".to_owned();
        request.table_creation_parameters.key_schema = vec![hashrange_wire::KeySchemaElement {
            attribute_name: "Artist".into(),
            key_type: hashrange_wire::KeyRole::Hash,
        }];
        let counts = Counts { bytes: Some(3), imported: 2, errors: 1 };
        let import = Import {
            request,
            arn: "i".to_owned(),
            table_arn: "t".to_owned(),
            table_id: "id".to_owned(),
            log_group: "l".to_owned(),
            started,
            ended: Some(Imported { at: ended, counts, failure: Some(Failure::items()) }),
        };
        let one = Import { ended: None, ..import.clone() };
        Paper::new(vec![export, failed, under_way], vec![import, one])
    }

    #[test]
    fn the_form_of_version_one_is_read_and_written() {
        assert_eq!(serde_json::to_string_pretty(&paper()).expect("JSON"), TEXT.trim_end());
        assert_eq!(serde_json::from_str::<Paper>(TEXT).expect("version one"), paper());
    }

    #[test]
    fn a_folder_gives_back_what_was_put_there() {
        let disk: Arc<dyn Disk> = Arc::new(Simulated::default());
        assert_eq!(Paper::find(disk.as_ref()).expect("an empty folder"), (Paper::new(Vec::new(), Vec::new()), None));
        paper().put(&disk).expect("it is put");
        assert_eq!(Paper::find(disk.as_ref()).expect("a folder"), (paper(), None));
    }

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        for bad in ["{", r#"{"version":2,"exports":[],"imports":[]}"#] {
            let disk: Arc<dyn Disk> = Arc::new(Simulated::default());
            disk.create(NAME).expect("a file").write_all(bad.as_bytes()).expect("bytes");
            let (found, report) = Paper::find(disk.as_ref()).expect("a folder");
            assert_eq!(found, Paper::new(Vec::new(), Vec::new()));
            assert!(report.expect("words").contains("begin anew"), "{bad}");
            assert_eq!(whole(disk.as_ref(), PUT_ASIDE).expect("it is there"), bad.as_bytes());
        }
    }
}
