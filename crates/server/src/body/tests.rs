//! Bodies that share memory, stall or trickle. Time passes only while a test waits.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::time::{Sleep, sleep};

use super::*;

const KILOBYTE: usize = 1_024;
const STALL: Duration = Duration::from_secs(10);

/// A body of pieces.
struct Pieces {
    pieces: VecDeque<usize>,
    declared: Option<usize>,
    /// What each piece but the first waits for.
    pause: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    /// Whether the sender stops before the end.
    stalls: bool,
}

impl Pieces {
    fn of(pieces: &[usize]) -> Self {
        Self {
            pieces: pieces.iter().copied().collect(),
            declared: None,
            pause: Duration::ZERO,
            waiting: None,
            stalls: false,
        }
    }

    /// A body that declares this length, and stops after a piece.
    fn stalling(declared: usize, piece: usize) -> Body {
        Body::new(Self {
            declared: Some(declared),
            stalls: true,
            ..Self::of(&[piece])
        })
    }

    /// A body of this length in one piece.
    fn whole(length: usize) -> Body {
        Body::new(Self {
            declared: Some(length),
            ..Self::of(&[length])
        })
    }
}

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(waiting) = &mut self.waiting {
            ready!(waiting.as_mut().poll(context));
            self.waiting = None;
        }
        let Some(piece) = self.pieces.pop_front() else {
            return if self.stalls { Poll::Pending } else { Poll::Ready(None) };
        };
        if !self.pause.is_zero() {
            self.waiting = Some(Box::pin(sleep(self.pause)));
        }
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(vec![b' '; piece])))))
    }

    fn size_hint(&self) -> SizeHint {
        self.declared
            .map_or_else(SizeHint::default, |length| SizeHint::with_exact(length as u64))
    }
}

fn bodies() -> Bodies {
    Bodies::new(&Bounds {
        stall: STALL,
        ..Bounds::default()
    })
}

async fn length(bodies: &Bodies, body: Body) -> Result<usize, BodyError> {
    bodies.receive(body).await.map(|received| received.bytes.len())
}

/// Starts to receive bodies, and returns when none of them makes progress.
async fn begin(
    bodies: &Bodies,
    body: impl Fn() -> Body,
    count: usize,
) -> Vec<tokio::task::JoinHandle<Result<usize, BodyError>>> {
    let tasks = (0..count)
        .map(|_| {
            let (bodies, body) = (bodies.clone(), body());
            tokio::spawn(async move { length(&bodies, body).await })
        })
        .collect();
    for _ in 0..3 {
        tokio::task::yield_now().await;
    }
    tasks
}

#[tokio::test(start_paused = true)]
async fn a_small_body_does_not_wait_for_large_unfinished_ones() {
    let (bodies, start) = (bodies(), Instant::now());
    let unfinished = begin(&bodies, || Pieces::stalling(LARGEST, LARGEST / 2), 100).await;
    for small in [0, 1, 64 * KILOBYTE, 200 * KILOBYTE, 1_024 * KILOBYTE, 4_096 * KILOBYTE] {
        assert_eq!(length(&bodies, Pieces::whole(small)).await, Ok(small));
    }
    // One without a declared length needs no slot while it is small.
    assert_eq!(length(&bodies, Body::new(Pieces::of(&[100, 100]))).await, Ok(200));
    assert_eq!(Instant::now(), start, "nothing waited");
    // A large one waits for those of its size, but not forever.
    assert_eq!(
        length(&bodies, Pieces::whole(LARGEST)).await.map(|_| ()),
        Err(BodyError::NoRoom)
    );
    for task in unfinished {
        task.abort();
    }
    assert_eq!(length(&bodies, Pieces::whole(LARGEST)).await, Ok(LARGEST));
}

#[tokio::test(start_paused = true)]
async fn a_few_unfinished_bodies_delay_others_of_their_size_by_the_time_of_a_stall() {
    let (bodies, start) = (bodies(), Instant::now());
    let unfinished = begin(&bodies, || Pieces::stalling(LARGEST, 1), 4).await;
    assert_eq!(length(&bodies, Pieces::whole(LARGEST)).await, Ok(LARGEST));
    assert_eq!(Instant::now() - start, STALL);
    for task in unfinished {
        assert_eq!(task.await.expect("it ends"), Err(BodyError::TooSlow));
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_has_a_time_limit_for_each_piece_and_for_all() {
    let (bodies, start) = (bodies(), Instant::now());
    assert_eq!(
        length(&bodies, Pieces::stalling(100, 50)).await,
        Err(BodyError::TooSlow)
    );
    assert_eq!(Instant::now() - start, STALL);
    let trickling = |pause: Duration, pieces| {
        Body::new(Pieces {
            pause,
            ..Pieces::of(&vec![1; pieces])
        })
    };
    assert_eq!(length(&bodies, trickling(STALL / 2, 10)).await, Ok(10));
    let start = Instant::now();
    assert_eq!(
        length(&bodies, trickling(STALL / 2, 1_000)).await,
        Err(BodyError::TooSlow)
    );
    assert_eq!(Instant::now() - start, Bounds::default().timeout);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_is_too_large_holds_no_memory() {
    let bodies = bodies();
    let unfinished = begin(&bodies, || Pieces::stalling(LARGEST + 1, 1), 100).await;
    assert_eq!(length(&bodies, Pieces::whole(LARGEST)).await, Ok(LARGEST));
    assert_eq!(
        length(&bodies, Pieces::whole(LARGEST + 1)).await,
        Err(BodyError::TooLarge)
    );
    assert_eq!(
        length(&bodies, Body::new(Pieces::of(&[LARGEST, 1]))).await,
        Err(BodyError::TooLarge)
    );
    for task in unfinished {
        task.abort();
    }
}
