//! Content negotiation: the preferred content encoding of responses, from the Accept-Encoding header.
//!
//! Owns weights and ties. Must not know what is compressed, or when. It reads weights as RFC 9110 defines them (12.4.2,
//! 12.5.3). The service is laxer: it clamps weights, treats invalid ones as 1, reads only the last header and ignores
//! `identity` (observed: compressed-responses by others with some forty values). An uncompressed response is valid for
//! every client. Where the standard leaves a choice, this module chooses as observed: compressed-responses.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

use crate::content_encoding::Coding;

/// Any coding that is not named.
const ANY: &str = "*";
/// No coding.
const IDENTITY: &str = "identity";

/// One of the codings in the headers.
struct Mention<'a> {
    name: &'a str,
    /// In thousandths. Zero excludes the coding.
    weight: u32,
}

/// A coding that may be chosen. Of two with the same weight, the one in the earlier place is chosen.
struct Candidate {
    coding: Coding,
    weight: u32,
    place: usize,
}

/// The coding of the response, if any: the one with the highest weight, unless `identity` has a higher one. Several
/// headers form one list (documented: http-standard). Unknown names are ignored (observed: compressed-responses).
pub(crate) fn negotiate(headers: &HeaderMap) -> Option<Coding> {
    let lists = headers
        .get_all(ACCEPT_ENCODING)
        .into_iter()
        .filter_map(|list| list.to_str().ok());
    let mentions: Vec<Mention<'_>> = lists.flat_map(|list| list.split(',')).map(Mention::read).collect();
    let named = Coding::ALL
        .into_iter()
        .filter_map(|coding| candidate(&mentions, coding.name(), coding));
    let unnamed = Coding::ALL
        .into_iter()
        .find(|coding| !mentions.iter().any(|mention| mention.is_of(coding.name())));
    // A named coding precedes an unnamed one, wherever the star is (observed: compressed-responses).
    let any = unnamed.and_then(|coding| candidate(&mentions, ANY, coding));
    let any = any.map(|candidate| Candidate {
        place: usize::MAX,
        ..candidate
    });
    let best = named.chain(any).max_by(|one, other| {
        let heavier = one.weight.cmp(&other.weight);
        heavier.then_with(|| other.place.cmp(&one.place))
    })?;
    // At equal weights, the compressed form is chosen (observed: compressed-responses).
    let identity = weight_of(&mentions, IDENTITY).unwrap_or(0);
    (best.weight >= identity).then_some(best.coding)
}

/// A coding with the place and weight of this name.
fn candidate(mentions: &[Mention<'_>], name: &str, coding: Coding) -> Option<Candidate> {
    let place = mentions
        .iter()
        .position(|mention| mention.is_of(name) && mention.weight > 0)?;
    Some(Candidate {
        coding,
        weight: mentions.get(place)?.weight,
        place,
    })
}

/// The weight of a name, if it has one above zero. Its first mention with such a weight counts
/// (observed: compressed-responses).
fn weight_of(mentions: &[Mention<'_>], name: &str) -> Option<u32> {
    mentions
        .iter()
        .filter(|mention| mention.is_of(name))
        .map(|mention| mention.weight)
        .find(|weight| *weight > 0)
}

impl<'a> Mention<'a> {
    /// Reads a name and its parameters. The first weight counts (observed: compressed-responses). A missing weight is
    /// 1, and an invalid one is 0.
    fn read(text: &'a str) -> Self {
        let (name, parameters) = text.split_once(';').unwrap_or((text, ""));
        let weight = parameters
            .split(';')
            .find_map(written_weight)
            .map_or(Some(1_000), thousandths);
        Self {
            name: name.trim(),
            weight: weight.unwrap_or(0),
        }
    }

    fn is_of(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The text of the weight in a parameter. Surrounding blanks are ignored (observed: compressed-responses).
fn written_weight(parameter: &str) -> Option<&str> {
    let (name, value) = parameter.split_once('=')?;
    name.trim().eq_ignore_ascii_case("q").then_some(value.trim())
}

/// Reads a weight from 0 to 1 with at most three decimals, as the standard requires.
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
    use super::negotiate;
    use crate::content_encoding::Coding;
    use axum::http::HeaderMap;

    fn wanted(values: &[&str]) -> Option<Coding> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("accept-encoding", value.parse().expect("a value"));
        }
        negotiate(&headers)
    }

    /// All of them observed: compressed-responses.
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

    /// All of them observed: compressed-responses.
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

    /// All of them observed: compressed-responses, but for `xgzip`.
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

    /// The service compresses with gzip for the first nine (observed: compressed-responses). The standard defines
    /// these weights differently.
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
        // The service reads only the last header.
        assert_eq!(wanted(&["gzip", "identity"]), Some(Coding::Gzip));
        assert_eq!(wanted(&["gzip;q=0.2", "br", "deflate;q=0.5"]), Some(Coding::Deflate));
    }

    /// All of them inferred: content-coding-rest.
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
