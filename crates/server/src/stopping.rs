//! Waits until the user or the system stops the program.

use std::io;

/// Waits for Ctrl-C, or for SIGTERM on systems that have it.
///
/// # Errors
/// When the system does not support signals.
pub async fn stop_signal() -> io::Result<()> {
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
