//! The coding a client would like its answers in: the Accept-Encoding header.
//!
//! Owns weights and ties. Must not know what is packed or when it is worth it. Weights are read as RFC 9110 says
//! (12.4.2, 12.5.3), where the service is laxer: it clamps weights beyond the ends, takes what is none for 1, looks at the
//! last header only and not at `identity` (observed by others with some forty values). An answer that is not packed is
//! right for every client. Which coding wins where the standard leaves it open is as observed.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

use crate::packing::Coding;

/// Any coding that is not named.
const ANY: &str = "*";
/// No coding.
const IDENTITY: &str = "identity";

/// One of the codings in the headers.
struct Mention<'a> {
    name: &'a str,
    /// In thousandths, from 0, which is never.
    weight: u32,
}

/// A coding that may be chosen. Where two weigh the same, the one in the earlier place is.
struct Candidate {
    coding: Coding,
    weight: u32,
    place: usize,
}

/// The coding an answer should have, if any: the one that weighs most, unless no coding weighs more. Several headers are
/// one list (documented), and names the service does not know do not count (observed).
pub(crate) fn preferred(headers: &HeaderMap) -> Option<Coding> {
    let lists = headers.get_all(ACCEPT_ENCODING).into_iter().filter_map(|list| list.to_str().ok());
    let mentions: Vec<Mention<'_>> = lists.flat_map(|list| list.split(',')).map(Mention::read).collect();
    let named = Coding::ALL.into_iter().filter_map(|coding| candidate(&mentions, coding.name(), coding));
    let unnamed = Coding::ALL.into_iter().find(|coding| !mentions.iter().any(|mention| mention.is_of(coding.name())));
    // A coding that is named goes before one that is not, wherever the star stands (observed).
    let any = unnamed.and_then(|coding| candidate(&mentions, ANY, coding));
    let any = any.map(|candidate| Candidate { place: usize::MAX, ..candidate });
    let best = named.chain(any).max_by(|one, other| {
        let heavier = one.weight.cmp(&other.weight);
        heavier.then_with(|| other.place.cmp(&one.place))
    })?;
    // Of equals the packed one is chosen (observed).
    let unpacked = weight_of(&mentions, IDENTITY).unwrap_or(0);
    (best.weight >= unpacked).then_some(best.coding)
}

/// The coding that is meant by a name.
fn candidate(mentions: &[Mention<'_>], name: &str, coding: Coding) -> Option<Candidate> {
    let place = mentions.iter().position(|mention| mention.is_of(name) && mention.weight > 0)?;
    Some(Candidate { coding, weight: mentions.get(place)?.weight, place })
}

/// The weight of a name, if it has one. The first mention counts; after one that weighs nothing, the next (observed).
fn weight_of(mentions: &[Mention<'_>], name: &str) -> Option<u32> {
    mentions.iter().filter(|mention| mention.is_of(name)).map(|mention| mention.weight).find(|weight| *weight > 0)
}

impl<'a> Mention<'a> {
    /// A name and its parameters. The first weight counts (observed), none is 1, and what should be one and is not weighs
    /// nothing.
    fn read(text: &'a str) -> Self {
        let (name, parameters) = text.split_once(';').unwrap_or((text, ""));
        let weight = parameters.split(';').find_map(written_weight).map_or(Some(1_000), thousandths);
        Self { name: name.trim(), weight: weight.unwrap_or(0) }
    }

    fn is_of(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// What a parameter says the weight is. Blanks around are forgiven (observed).
fn written_weight(parameter: &str) -> Option<&str> {
    let (name, value) = parameter.split_once('=')?;
    name.trim().eq_ignore_ascii_case("q").then_some(value.trim())
}

/// From 0 to 1, with three decimals at most, as the standard writes it.
fn thousandths(weight: &str) -> Option<u32> {
    let (whole, decimals) = weight.split_once('.').unwrap_or((weight, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u32 = format!("{decimals:0<3}").parse().ok()?;
    match (whole, decimals) {
        ("0", decimals) => Some(decimals),
        ("1", 0) => Some(1_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::preferred;
    use crate::packing::Coding;
    use axum::http::HeaderMap;

    fn wanted(values: &[&str]) -> Option<Coding> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("accept-encoding", value.parse().expect("a value"));
        }
        preferred(&headers)
    }

    /// All of them observed.
    #[test]
    fn the_service_packs_with_gzip_for() {
        for value in [
            "gzip, deflate",
            "GZIP, identity",
            "dog, gzip ,, cat",
            "gzip;q=0.8, deflate;q=0.5",
            "*",
            "*, deflate;q=0.5",
            "*, identity",
            "deflate;q=0.5, gzip;q=1;q=0.2",
            "deflate;q=-0.5,gzip;q=0.2",
            "gzip;q=0, gzip;q=1, gzip;q=0",
        ] {
            assert_eq!(wanted(&[value]), Some(Coding::Gzip), "{value}");
        }
        assert_eq!(wanted(&["identity", "gzip"]), Some(Coding::Gzip));
    }

    /// All of them observed.
    #[test]
    fn the_service_packs_with_deflate_for() {
        for value in [
            "br, identity, deflate, gzip",
            "br, gzip;q=0, deflate; q = 0.5 , identity;q=0",
            "*, deflate",
            "*, gzip;q=0.5",
            "deflate;q=0.5, gzip;q=0.2",
            "deflate;q=0.5,gzip;q=0.",
        ] {
            assert_eq!(wanted(&[value]), Some(Coding::Deflate), "{value}");
        }
    }

    /// All of them observed, but for `xgzip`.
    #[test]
    fn the_service_does_not_pack_for() {
        for value in [
            "",
            "identity",
            "br",
            "zstd",
            "compress",
            "x-gzip",
            "xgzip",
            "gzip;q=0",
            "gzip ;q=0",
            "identity;q=0",
            "*;q=0",
            "br;q=0.8,identity;q=0.5,*;q=0",
            "\"gzip\"",
            "gzip br",
            "gzip:q=1",
            "gzip;nq=1;q=0 ",
        ] {
            assert_eq!(wanted(&[value]), None, "{value}");
        }
        assert_eq!(wanted(&[]), None);
    }

    /// The service packs with gzip for the first nine (observed); the standard says otherwise of these weights.
    #[test]
    fn where_the_standard_is_stricter_it_is_followed() {
        for (value, coding) in [
            ("*;q=0.5,identity", None),
            ("gzip;q=0.5,identity;q=0.8", None),
            ("br,identity;q=0.5,gzip;q=0.0001", None),
            ("gzip;q=31,deflate;q=51", None),
            ("deflate;q=0.5, gzip;q=31", Some(Coding::Deflate)),
            ("deflate;q=0.5,gzip;q=0.x", Some(Coding::Deflate)),
            ("deflate;q=0.5,gzip;q=0.   x", Some(Coding::Deflate)),
            ("gzip;q=1.001", None),
            ("gzip;q=.5", None),
            ("gzip;q=nan", None),
            ("gzip;q=+0.5", None),
            ("gzip;q=-0", None),
            ("gzip;q=", None),
            ("gzip;q=1.000", Some(Coding::Gzip)),
            ("gzip;q=0.001", Some(Coding::Gzip)),
            ("gzip;q=0.5,identity;q=0.5", Some(Coding::Gzip)),
        ] {
            assert_eq!(wanted(&[value]), coding, "{value}");
        }
        // The service looks at the last header only.
        assert_eq!(wanted(&["gzip", "identity"]), Some(Coding::Gzip));
        assert_eq!(wanted(&["gzip;q=0.2", "br", "deflate;q=0.5"]), Some(Coding::Deflate));
    }

    /// All of them inferred.
    #[test]
    fn the_rule_holds_for_others_too() {
        for (value, coding) in [
            ("gzip;q=0.2, gzip, deflate;q=0.5", Some(Coding::Deflate)),
            ("gzip;q=0, *", Some(Coding::Deflate)),
            ("gzip;q=0, deflate;q=0, *", None),
            ("*;q=0, *;q=0.1", Some(Coding::Gzip)),
            ("deflate;q=0.5, gzip;Q=0.2", Some(Coding::Deflate)),
            (";q=1,;;,=", None),
        ] {
            assert_eq!(wanted(&[value]), coding, "{value}");
        }
    }
}
