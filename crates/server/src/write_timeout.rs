//! A write timeout: writes of a connection fail when the client reads nothing for too long.
//!
//! Without it, an unread response would stay in memory forever. Slow senders are handled where requests are read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection with a write timeout.
pub(crate) struct WriteTimeout<T, F> {
    inner: T,
    timeout: Duration,
    /// Called after each piece that was written.
    wrote: F,
    /// When the pending write times out; `None` while no write is pending.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<T, F: FnMut()> WriteTimeout<T, F> {
    /// Guards a connection, and calls `wrote` after each piece that its client took.
    pub(crate) fn new(inner: T, timeout: Duration, wrote: F) -> Self {
        Self {
            inner,
            timeout,
            wrote,
            deadline: None,
        }
    }

    fn note(&mut self, written: &Poll<io::Result<usize>>) {
        if matches!(written, Poll::Ready(Ok(_))) {
            (self.wrote)();
        }
    }

    /// Starts the deadline of a pending write, polls it, or ends it.
    fn poll_deadline<R>(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if outcome.is_ready() {
            self.deadline = None;
            return outcome;
        }
        let timeout = self.timeout;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::Error::from(io::ErrorKind::TimedOut)))
    }
}

impl<T: AsyncRead + Unpin, F: Unpin> AsyncRead for WriteTimeout<T, F> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<T: AsyncWrite + Unpin, F: FnMut() + Unpin> AsyncWrite for WriteTimeout<T, F> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.note(&outcome);
        self.poll_deadline(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write_vectored(context, bytes);
        self.note(&outcome);
        self.poll_deadline(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.inner).poll_flush(context);
        self.poll_deadline(context, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.inner).poll_shutdown(context);
        self.poll_deadline(context, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    // Time in these tests passes only while they wait, so that a busy machine has no effect.

    #[tokio::test(start_paused = true)]
    async fn a_write_to_a_client_that_does_not_read_times_out() {
        let (near, mut far) = duplex(4);
        let mut pieces = 0;
        let mut near = WriteTimeout::new(near, Duration::from_millis(30), || pieces += 1);
        let mut piece = [0; 4];
        for _ in 0..3 {
            near.write_all(b"good").await.expect("there is room");
            far.read_exact(&mut piece).await.expect("it came");
        }
        near.write_all(b"full").await.expect("there is room");
        let error = near.write_all(b"over").await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(pieces, 4);
    }

    #[tokio::test(start_paused = true)]
    async fn the_timeout_starts_anew_with_each_piece() {
        let (near, mut far) = duplex(4);
        let mut near = WriteTimeout::new(near, Duration::from_millis(400), || {});
        let reading = tokio::spawn(async move {
            let mut piece = [0; 4];
            for _ in 0..8 {
                sleep(Duration::from_millis(100)).await;
                far.read_exact(&mut piece).await.expect("it came");
            }
        });
        near.write_all(&[7; 32]).await.expect("each piece is taken in time");
        reading.await.expect("all was read");
    }
}
