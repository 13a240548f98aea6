//! Waiting until somebody ends the program.

use std::io;

/// Waits for Ctrl-C, or for SIGTERM where there is such a thing.
///
/// # Errors
/// When the system has no signals.
pub async fn told_to_stop() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
