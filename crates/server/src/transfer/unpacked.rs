//! The bytes of an object, unpacked while they are read.
//!
//! Must not know what they are.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use hashrange_wire::InputCompressionType;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::StreamingDecoder;

/// A reader of what the file unpacks to.
///
/// # Errors
/// When it does not begin as it should.
pub(super) fn unpacked(file: BufReader<std::fs::File>, compression: InputCompressionType) -> io::Result<Box<dyn Read>> {
    Ok(match compression {
        InputCompressionType::None => Box::new(file),
        InputCompressionType::Gzip => Box::new(MultiGzDecoder::new(file)),
        InputCompressionType::Zstd => Box::new(Frames::new(file)?),
    })
}

/// Frames of Zstandard, one after the other.
struct Frames<R: BufRead> {
    /// Nothing after a failure.
    frame: Option<StreamingDecoder<R, FrameDecoder>>,
}

impl<R: BufRead> Frames<R> {
    fn new(file: R) -> io::Result<Self> {
        Ok(Self { frame: Some(StreamingDecoder::new(file).map_err(io::Error::other)?) })
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
            let Some(mut file) = self.frame.take().map(StreamingDecoder::into_inner) else { return Ok(0) };
            if file.fill_buf()?.is_empty() {
                return Ok(0);
            }
            *self = Self::new(file)?;
        }
    }
}
