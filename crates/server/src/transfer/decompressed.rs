//! The bytes of an object, decompressed while they are read.
//!
//! Must not know their content.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use hashrange_wire::InputCompressionType;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::StreamingDecoder;

/// A reader of the uncompressed file.
///
/// # Errors
/// When the beginning of the file is invalid.
pub(super) fn decompressed<R: Read + 'static>(
    file: BufReader<R>,
    compression: InputCompressionType,
) -> io::Result<Box<dyn Read>> {
    Ok(match compression {
        InputCompressionType::None => Box::new(file),
        InputCompressionType::Gzip => Box::new(MultiGzDecoder::new(file)),
        InputCompressionType::Zstd => Box::new(Frames::new(file)?),
    })
}

/// Consecutive frames of Zstandard.
struct Frames<R: BufRead> {
    /// `None` after a failure.
    frame: Option<StreamingDecoder<R, FrameDecoder>>,
}

impl<R: BufRead> Frames<R> {
    fn new(file: R) -> io::Result<Self> {
        Ok(Self {
            frame: Some(StreamingDecoder::new(file).map_err(io::Error::other)?),
        })
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else { return Ok(0) };
            let read = frame.read(out)?;
            if read > 0 || out.is_empty() {
                return Ok(read);
            }
            let Some(mut file) = self.frame.take().map(StreamingDecoder::into_inner) else {
                return Ok(0);
            };
            if file.fill_buf()?.is_empty() {
                return Ok(0);
            }
            *self = Self::new(file)?;
        }
    }
}
