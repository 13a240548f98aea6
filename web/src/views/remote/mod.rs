//! Endpoints of the network: connecting to one, the bar above a connection, and copies in both directions.
//!
//! Credentials stay in the memory of this page. Must not know how requests are sent: the engine sends them.

pub mod banner;
pub mod check;
pub mod connect;
pub mod copy;
pub mod fields;

pub use self::banner::remote_banner;
pub use self::check::CheckForm;
pub use self::connect::ConnectForm;
pub use self::copy::CopyForm;
