//! The native HTTP endpoint: DynamoDB JSON on 127.0.0.1, in memory or with checkpoints and a journal on disk.
//!
//! Owns the socket, the headers, the system clock, the files of the data and the command line. What a request means is
//! decided in `endpoint` and below. Start reading at `http.rs`; `Server` starts it all in a process of your own, as the
//! tests do.

mod body;
mod checkpoint;
mod client;
mod clock;
mod compact;
mod compaction;
mod connection;
mod copy;
#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
mod crash;
mod data_dir;
mod data_dir_error;
mod disk;
mod host;
mod http;
mod keeper;
mod listening;
mod local_options;
mod option_error;
mod options;
mod origin;
mod packing;
mod papers;
mod preference;
mod recovery;
mod refusal;
mod regions;
mod relay;
mod request_id;
mod s3;
mod server;
mod service;
mod signature;
mod stall;
mod start_error;
mod stopping;
mod transfer;
mod violations;
mod whereabouts;

pub use checkpoint::CheckpointError;
pub use client::ClientError;
pub use copy::{COPY_HELP, CopyFailure, CopyOptions, run as copy};
pub use data_dir_error::DataDirError;
pub use host::Host;
pub use option_error::OptionError;
pub use options::{Bounds, Command, HELP, Options, PhysicsPreset, parse};
pub use origin::AllowedOrigin;
pub use relay::{RELAY_HELP, RelayFailure, RelayOptions, run as relay};
pub use server::Server;
pub use service::ServiceError;
pub use signature::AccessKey;
pub use start_error::StartError;
pub use stopping::told_to_stop;
pub use violations::{Task, VIOLATIONS_HELP, ViolationError, ViolationOptions, run as violations};
