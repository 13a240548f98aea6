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
/// When this machine is in no network, or in several of which none leads to other networks.
pub(crate) fn address() -> Result<IpAddr, Failure> {
    // A machine whose addresses cannot be listed can still have a way out.
    let cards = if_addrs::get_if_addrs().unwrap_or_default();
    chosen(way_out(), cards.iter().map(if_addrs::Interface::ip))
}

/// Chooses the address of the way out, or the only one of a network without a way out, as of a portable access point.
fn chosen(way_out: Option<IpAddr>, all: impl Iterator<Item = IpAddr>) -> Result<IpAddr, Failure> {
    if let Some(address) = way_out.filter(others_can_open) {
        return Ok(address);
    }
    let why = match &*all.filter(others_can_open).collect::<Vec<_>>() {
        [only] => return Ok(*only),
        [] => "this machine is in no network: connect it to the network of the room".to_owned(),
        several => {
            let names: Vec<String> = several.iter().map(IpAddr::to_string).collect();
            format!("this machine has several addresses: {}", names.join(", "))
        }
    };
    Err(
        Failure::new("looking for the address of this machine in its local network", why)
            .by_hand("cargo xtask serve --lan=<address>"),
    )
}

/// Whether other devices can open the address. IPv4 only: cards have many IPv6 addresses, which are long to type.
fn others_can_open(address: &IpAddr) -> bool {
    matches!(address, IpAddr::V4(v4) if !v4.is_loopback() && !v4.is_unspecified() && !v4.is_link_local())
}

/// The address of the network card that leads to other networks. Connecting a UDP socket selects it and sends nothing.
fn way_out() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip())
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
    use std::net::IpAddr;

    use super::{BLACK_ON_WHITE, PLAIN, chosen, qr_code};

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn the_way_out_is_chosen_before_other_cards() {
        let cards = ["127.0.0.1", "172.17.0.1", "192.168.1.20"].map(ip);
        let address = chosen(Some(ip("192.168.1.20")), cards.into_iter());
        assert_eq!(address.expect("an address"), ip("192.168.1.20"));
    }

    #[test]
    fn a_network_without_a_way_out_has_one_address() {
        let cards = ["127.0.0.1", "::1", "fe80::1", "169.254.3.4", "10.42.0.1"].map(ip);
        assert_eq!(chosen(None, cards.into_iter()).expect("an address"), ip("10.42.0.1"));
    }

    #[test]
    fn no_network_and_several_networks_are_refused_in_words() {
        let alone = chosen(Some(ip("127.0.0.1")), ["127.0.0.1", "::1"].map(ip).into_iter());
        let alone = alone.expect_err("no network").to_string();
        assert!(
            alone.contains("in no network") && alone.contains("--lan=<address>"),
            "{alone}"
        );
        let several = chosen(None, ["10.0.0.2", "172.17.0.1"].map(ip).into_iter());
        let several = several.expect_err("two networks").to_string();
        assert!(several.contains("10.0.0.2, 172.17.0.1"), "{several}");
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
