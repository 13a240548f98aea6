//! The address of this machine in its local network, and an address as a QR code for a terminal.
//!
//! Must not know what is served there.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::failure::Failure;

/// The library draws dark modules in the colour of letters, light ones in that of the ground.
const BLACK_ON_WHITE: &str = "\x1b[30;107m";
const PLAIN: &str = "\x1b[0m";

/// An address of no machine (RFC 5737). It is asked for a way to it only.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(203, 0, 113, 1), 9);

/// The address that other devices of the local network can open.
///
/// # Errors
/// When this machine is in no network.
pub(crate) fn address() -> Result<IpAddr, Failure> {
    let failure = |why: String| {
        Failure::new("looking for the address of this machine in its local network", why)
            .by_hand("cargo xtask serve --lan=<address>")
    };
    let here = way_out().map_err(|error| failure(format!("this machine is in no network ({error})")))?;
    if here.is_loopback() || here.is_unspecified() {
        return Err(failure("this machine is in no network".to_owned()));
    }
    Ok(here)
}

/// The address of the network card that leads to other networks. Connecting a UDP socket selects it and sends nothing.
fn way_out() -> std::io::Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect(ELSEWHERE)?;
    Ok(socket.local_addr()?.ip())
}

/// The QR code of an address in lines of a terminal: dark on light as cameras expect it, in a dark and in a light terminal.
///
/// # Errors
/// When the address is longer than a code holds.
pub(crate) fn qr_code(url: &str) -> Result<String, Failure> {
    let code = QrCode::new(url).map_err(|error| Failure::new("drawing the QR code", error.to_string()))?;
    let lines = code.render::<Dense1x2>().build();
    let coloured = lines.lines().map(|line| format!("{BLACK_ON_WHITE}{line}{PLAIN}\n"));
    Ok(coloured.collect())
}

#[cfg(test)]
mod tests {
    use super::{BLACK_ON_WHITE, PLAIN, address, qr_code};

    #[test]
    fn an_address_is_one_that_others_can_open() {
        // A machine without a network has none, and says so.
        match address() {
            Ok(here) => assert!(!here.is_loopback() && !here.is_unspecified()),
            Err(failure) => assert!(failure.to_string().contains("--lan=<address>"), "{failure}"),
        }
    }

    #[test]
    fn a_code_is_a_square_with_a_quiet_edge() {
        let code = qr_code("http://192.168.1.20:8080/").expect("a short address");
        let plain = code.replace(BLACK_ON_WHITE, "").replace(PLAIN, "");
        let widths: Vec<usize> = plain.lines().map(|line| line.chars().count()).collect();
        // Version 2 has 25 modules and 4 at each edge; a line of text has two rows of them.
        assert_eq!(widths, [33; 17]);
    }

    #[test]
    fn an_address_that_is_too_long_is_refused_in_words() {
        assert!(qr_code(&"a".repeat(3_000)).is_err());
    }
}
