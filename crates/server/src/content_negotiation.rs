//! Content negotiation: the preferred content encoding of responses, from the Accept-Encoding header.
//!
//! Owns weights and ties. Must not know what is compressed, or when. It reads the header as the service does, which is
//! laxer than RFC 9110: only the first line of the header counts, weights are clamped to 0 and 1, an invalid weight is
//! 1, and `identity` has no effect (observed: compressed-responses, by others with some forty values).

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

use crate::content_encoding::Coding;

/// Any coding that is not named.
const ANY: &str = "*";
/// The weight of a coding whose weight is missing or invalid.
const ONE: f64 = 1.0;

/// One of the codings in the headers.
struct Mention<'a> {
    name: &'a str,
    /// From 0 to 1. Zero excludes the coding.
    weight: f64,
}

/// A coding that may be chosen. Of two with the same weight, the one in the earlier place is chosen.
struct Candidate {
    coding: Coding,
    weight: f64,
    place: usize,
}

/// The coding of the response, if any: the one with the highest weight. Only the first line of the header counts, and
/// unknown names are ignored (observed: compressed-responses).
pub(crate) fn negotiate(headers: &HeaderMap) -> Option<Coding> {
    let list = headers.get(ACCEPT_ENCODING)?.to_str().ok()?;
    let mentions: Vec<Mention<'_>> = list.split(',').map(Mention::read).collect();
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
        let heavier = one.weight.total_cmp(&other.weight);
        heavier.then_with(|| other.place.cmp(&one.place))
    });
    best.map(|best| best.coding)
}

/// A coding with the place and weight of this name. Its first mention with a weight above zero counts
/// (observed: compressed-responses).
fn candidate(mentions: &[Mention<'_>], name: &str, coding: Coding) -> Option<Candidate> {
    let place = mentions
        .iter()
        .position(|mention| mention.is_of(name) && mention.weight > 0.0)?;
    Some(Candidate {
        coding,
        weight: mentions.get(place)?.weight,
        place,
    })
}

impl<'a> Mention<'a> {
    /// Reads a name and its first parameter, which is the weight. Another parameter excludes the coding
    /// (observed: compressed-responses).
    fn read(text: &'a str) -> Self {
        let (name, parameters) = text.split_once(';').unwrap_or((text, ""));
        let first = parameters.split(';').next().unwrap_or_default().trim();
        let weight = match first.strip_prefix(['q', 'Q']) {
            Some(weight) => weight.strip_prefix('=').map_or(ONE, weight_of),
            None if first.is_empty() => ONE,
            None => 0.0,
        };
        Self {
            name: name.trim(),
            weight,
        }
    }

    fn is_of(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Reads a weight. Clamps it to 0 and 1; an invalid one is 1 (observed: compressed-responses).
fn weight_of(text: &str) -> f64 {
    let weight = text.trim().parse::<f64>().ok().filter(|weight| !weight.is_nan());
    weight.map_or(ONE, |weight| weight.clamp(0.0, ONE))
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
            "*;q=0.5,identity",
            "gzip;q=0.5,identity;q=0.8",
            "br,identity;q=0.5,gzip;q=0.0001",
            "gzip;q=31,deflate;q=51",
            "deflate;q=0.5, gzip;q=31",
            "deflate;q=0.5,gzip;q=0.x",
            "deflate;q=0.5,gzip;q=0. x",
            "gzip;q =0;q=1",
        ] {
            assert_eq!(wanted(&[value]), Some(Coding::Gzip), "{value}");
        }
        assert_eq!(wanted(&["gzip", "identity"]), Some(Coding::Gzip));
        assert_eq!(wanted(&["identity", "gzip"]), None, "only the first line counts");
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
            "gzip;nq=0;q=1",
            "gzip;q= 0;q=1",
            "gzip; q=0;q=1",
        ] {
            assert_eq!(wanted(&[value]), None, "{value}");
        }
        assert_eq!(wanted(&[]), None);
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
            ("gzip;q=nan", Some(Coding::Gzip)),
            ("gzip;q=", Some(Coding::Gzip)),
            ("gzip;", Some(Coding::Gzip)),
            ("gzip;q=-0", None),
            ("deflate;q=.5,gzip;q=+0.4", Some(Coding::Deflate)),
        ] {
            assert_eq!(wanted(&[value]), coding, "{value}");
        }
    }
}
