//! The native HTTP endpoint: DynamoDB JSON on 127.0.0.1, in memory or with checkpoints and a journal on disk.
//!
//! Owns the socket, the headers, the system clock, the data files and the command line. `endpoint` and the crates below
//! decide what a request means. Start reading at `http.rs`. `Server` runs everything in the caller's process, as the
//! tests do.

mod acknowledged;
mod body;
mod checkpoint;
mod client;
mod clock;
mod compact;
mod compaction;
mod connection;
mod connections;
mod content_encoding;
mod content_negotiation;
mod copy;
#[cfg(test)]
#[allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]
mod crash;
mod data_dir;
mod data_dir_error;
mod data_files;
mod disk;
mod folder_lock;
mod group_commit;
mod host;
mod host_header;
mod http;
mod listening;
mod local_options;
mod locked;
mod option_error;
mod options;
mod origin;
mod recovery;
mod refusal;
mod regions;
mod relay;
mod request_id;
mod s3;
mod salvage;
mod server;
mod service;
mod signature;
mod start_error;
mod stopping;
mod transfer;
mod turns;
mod violations;
mod write_timeout;

pub use checkpoint::CheckpointError;
pub use client::{Client, ClientError};
pub use copy::{COPY_HELP, CopyFailure, CopyOptions, run as copy};
pub use data_dir_error::DataDirError;
pub use host::Host;
pub use option_error::OptionError;
pub use options::{Bounds, Command, HELP, Options, PhysicsPreset, parse};
pub use origin::AllowedOrigin;
pub use relay::options::{RELAY_HELP, RelayOptions};
pub use relay::{RelayFailure, run as relay};
pub use salvage::{SALVAGE_HELP, SalvageFailure, SalvageOptions, run as salvage};
pub use server::Server;
pub use service::ServiceError;
pub use signature::{AccessKey, StoredKeyError};
pub use start_error::StartError;
pub use stopping::stop_signal;
pub use violations::{Task, VIOLATIONS_HELP, ViolationError, ViolationOptions, run as violations};
