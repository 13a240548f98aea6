//! A connection that gives up on a client that takes nothing in.
//!
//! Without it an answer nobody reads would be kept for ever. Slow senders are the business of whoever reads.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection whose writing fails when it stands still for too long.
pub(crate) struct Unstalled<T> {
    inner: T,
    patience: Duration,
    /// When to give up; while something is waiting to be taken in.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<T> Unstalled<T> {
    /// Guards a connection.
    pub(crate) fn new(inner: T, patience: Duration) -> Self {
        Self { inner, patience, deadline: None }
    }

    /// Starts, follows or ends the waiting.
    fn watch<R>(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if outcome.is_ready() {
            self.deadline = None;
            return outcome;
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::Error::from(io::ErrorKind::TimedOut)))
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Unstalled<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Unstalled<T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.watch(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write_vectored(context, bytes);
        self.watch(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.inner).poll_flush(context);
        self.watch(context, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.inner).poll_shutdown(context);
        self.watch(context, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    // Time stands still in these tests but for what they wait for, so that a busy machine does not matter.

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_stands_still_is_given_up() {
        let (near, mut far) = duplex(4);
        let mut near = Unstalled::new(near, Duration::from_millis(30));
        let mut piece = [0; 4];
        for _ in 0..3 {
            near.write_all(b"good").await.expect("there is room");
            far.read_exact(&mut piece).await.expect("it came");
        }
        near.write_all(b"full").await.expect("there is room");
        let error = near.write_all(b"over").await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn the_patience_is_for_each_piece() {
        let (near, mut far) = duplex(4);
        let mut near = Unstalled::new(near, Duration::from_millis(400));
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
