//! A data file of an export: lines, packed as gzip while they come, with what the manifest says of it.
//!
//! Must not know what stands in the lines.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use md5::{Digest as _, Md5};

use crate::s3::{Bucket, S3Error, Upload};

/// A data file being written.
pub(super) struct DataFile {
    packed: GzEncoder<Summed>,
    key: String,
    lines: u64,
}

/// What the manifest says of a data file.
#[derive(Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileEntry {
    item_count: u64,
    /// Of the packed bytes.
    md5_checksum: String,
    /// That of an object uploaded in one part: the digest of its digest.
    etag: String,
    data_file_s3_key: String,
}

/// An object with the digest of what was written to it.
struct Summed {
    upload: Upload,
    digest: Md5,
}

impl DataFile {
    /// Begins one with this key.
    pub(super) fn create(bucket: &Bucket, key: String) -> Result<Self, S3Error> {
        let summed = Summed { upload: bucket.create(&key)?, digest: Md5::new() };
        Ok(Self { packed: GzEncoder::new(summed, Compression::fast()), key, lines: 0 })
    }

    /// Adds a line, with its end.
    pub(super) fn line(&mut self, line: &str) -> Result<(), S3Error> {
        self.lines += 1;
        self.packed.write_all(line.as_bytes()).map_err(|error| S3Error::Io(format!("{}: {error}", self.key)))
    }

    /// Ends it: it is there from now on.
    pub(super) fn finish(self) -> Result<FileEntry, S3Error> {
        let Self { packed, key, lines } = self;
        let Summed { upload, digest } = packed.finish().map_err(|error| S3Error::Io(format!("{key}: {error}")))?;
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
