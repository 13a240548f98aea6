//! Refuses too long heads with 400 as the service does. hyper responds with 414 or 431.
//!
//! Owns the text of such a refusal, and how it is sent. hyper has no setting for it, so this code replaces what hyper
//! writes. It reads the rest of the request for a while; otherwise the refusal would be lost with the connection. Must
//! not know requests.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The beginnings of hyper's own refusals.
const HYPERS: [&[u8]; 2] = [
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n",
    b"HTTP/1.1 414 URI Too Long\r\n",
];
/// The beginning that replaces them.
const OURS: &[u8] = b"HTTP/1.1 400 Bad Request\r\n";
/// The end of a head, and of a response without a body.
const END: &[u8] = b"\r\n\r\n";

/// The maximum bytes of an overlong head that are read and discarded after the refusal.
const SWALLOWED: usize = 1024 * 1024;
/// How long that may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// A connection that replaces hyper's own refusals of heads.
pub(crate) struct Refusing<T> {
    inner: T,
    /// The unwritten rest of a refusal.
    owed: Vec<u8>,
    /// After a refusal: the deadline, and the number of bytes that are still read and discarded.
    hearing: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<T> Refusing<T> {
    /// A connection without a refusal so far.
    pub(crate) fn new(inner: T) -> Self {
        Self {
            inner,
            owed: Vec::new(),
            hearing: None,
        }
    }

    /// Replaces the bytes that hyper writes, if they are such a refusal. JSON has no raw line break, so no other
    /// response looks like one.
    fn takes(&mut self, bytes: &[u8]) -> bool {
        let rest = HYPERS
            .iter()
            .find_map(|start| bytes.strip_prefix(*start))
            .filter(|rest| rest.ends_with(END));
        if let Some(rest) = rest {
            self.owed = [OURS, rest].concat();
            self.hearing = Some((Box::pin(sleep(PATIENCE)), SWALLOWED));
        }
        rest.is_some()
    }
}

impl<T: AsyncWrite + Unpin> Refusing<T> {
    /// Writes the rest of the refusal.
    fn pay(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.owed.is_empty() {
            let written = ready!(Pin::new(&mut self.inner).poll_write(context, &self.owed))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.owed.drain(..written.min(self.owed.len()));
        }
        Poll::Ready(Ok(()))
    }
}

impl<T: AsyncRead + Unpin> Refusing<T> {
    /// Discards further input: until it ends, it is too long, or time is up.
    fn hear_out(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some((deadline, left)) = &mut self.hearing else {
            return Poll::Ready(());
        };
        let mut scratch = [0; 4_096];
        while *left > 0 && deadline.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut scratch);
            let Ok(()) = ready!(Pin::new(&mut self.inner).poll_read(context, &mut buffer)) else {
                break;
            };
            let received = buffer.filled().len();
            *left = if received == 0 {
                0
            } else {
                left.saturating_sub(received)
            };
        }
        self.hearing = None;
        Poll::Ready(())
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Refusing<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Refusing<T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.pay(context))?;
        if self.takes(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.pay(context))?;
        let first = bytes.first().map_or([].as_slice(), |first| first);
        if self.takes(first) {
            return Poll::Ready(Ok(first.len()));
        }
        Pin::new(&mut self.inner).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.pay(context))?;
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.pay(context))?;
        ready!(Pin::new(&mut self.inner).poll_shutdown(context))?;
        self.hear_out(context).map(Ok)
    }
}
