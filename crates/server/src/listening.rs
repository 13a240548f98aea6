//! Where a server listens: at one address, or at both of this machine's own.
//!
//! Must not know the content of connections.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::{TcpListener, TcpStream};

use crate::host::Host;
use crate::start_error::StartError;

/// The maximum number of attempts to find a port that is free at both addresses.
const ATTEMPTS: usize = 20;

/// The sockets of a server.
pub(crate) struct Listeners {
    first: TcpListener,
    second: Option<TcpListener>,
}

impl Listeners {
    /// Listens. A machine without IPv6 has no second address; an address that is in use is an error.
    ///
    /// # Errors
    /// When an address is in use or not allowed.
    pub(crate) async fn bind(host: Host, port: u16) -> Result<Self, StartError> {
        let first = match host {
            Host::Address(address) => address,
            Host::Localhost => IpAddr::V4(Ipv4Addr::LOCALHOST),
        };
        let mut attempts = if port == 0 { ATTEMPTS } else { 1 };
        loop {
            let first = bind((first, port).into()).await?;
            if host != Host::Localhost {
                return Ok(Self { first, second: None });
            }
            let second = (IpAddr::V6(Ipv6Addr::LOCALHOST), address_of(&first)?.port()).into();
            attempts -= 1;
            match bind(second).await {
                Ok(second) => {
                    return Ok(Self {
                        first,
                        second: Some(second),
                    });
                }
                Err(error) if error.is_taken() && attempts == 0 => return Err(error),
                Err(error) if error.is_taken() => {}
                Err(_) => return Ok(Self { first, second: None }),
            }
        }
    }

    /// The first address, with the actual port.
    pub(crate) fn address(&self) -> Result<SocketAddr, StartError> {
        address_of(&self.first)
    }

    /// The next connection.
    pub(crate) async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        match &self.second {
            None => self.first.accept().await,
            Some(second) => tokio::select! {
                accepted = self.first.accept() => accepted,
                accepted = second.accept() => accepted,
            },
        }
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address)
        .await
        .map_err(|error| StartError::Listen { address, error })
}

fn address_of(listener: &TcpListener) -> Result<SocketAddr, StartError> {
    let address = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    listener
        .local_addr()
        .map_err(|error| StartError::Listen { address, error })
}
