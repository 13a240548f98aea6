//! A data file of an export: gzip-compressed lines, and its entry in the manifest.
//!
//! Must not know the content of lines.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use md5::{Digest as _, Md5};

use crate::s3::{Bucket, S3Error, Upload};

/// A data file being written.
pub(super) struct DataFile {
    compressed: GzEncoder<Summed>,
    key: String,
    lines: u64,
}

/// The manifest's entry for a data file.
#[derive(Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileEntry {
    item_count: u64,
    /// The checksum of the compressed bytes.
    md5_checksum: String,
    /// The ETag of an object uploaded in one part: the digest of its digest.
    etag: String,
    data_file_s3_key: String,
}

/// An object with the digest of its written bytes.
struct Summed {
    upload: Upload,
    digest: Md5,
}

impl DataFile {
    /// Creates a data file with this key.
    pub(super) fn create(bucket: &Bucket, key: String) -> Result<Self, S3Error> {
        let summed = Summed {
            upload: bucket.create(&key)?,
            digest: Md5::new(),
        };
        Ok(Self {
            compressed: GzEncoder::new(summed, Compression::fast()),
            key,
            lines: 0,
        })
    }

    /// Adds a line with its line end.
    pub(super) fn line(&mut self, line: &str) -> Result<(), S3Error> {
        self.lines += 1;
        self.compressed
            .write_all(line.as_bytes())
            .map_err(|error| S3Error::Io(format!("{}: {error}", self.key)))
    }

    /// Completes it. The file exists after this call.
    pub(super) fn finish(self) -> Result<FileEntry, S3Error> {
        let Self { compressed, key, lines } = self;
        let Summed { upload, digest } = compressed
            .finish()
            .map_err(|error| S3Error::Io(format!("{key}: {error}")))?;
        upload.finish()?;
        let digest = digest.finalize();
        Ok(FileEntry {
            item_count: lines,
            md5_checksum: STANDARD.encode(digest),
            etag: format!("{:x}-1", Md5::digest(digest)),
            data_file_s3_key: key,
        })
    }
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.upload.write(bytes)?;
        self.digest.update(bytes.get(..written).unwrap_or(bytes));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.upload.flush()
    }
}
