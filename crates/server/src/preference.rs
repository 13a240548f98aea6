//! The coding a client would like its answers in: the Accept-Encoding header, as the service reads it.
//!
//! Owns weights and ties. Must not know what is packed or when it is worth it. The rule was drawn from what the service did
//! with some forty values (observed by others); it is laxer than the standard's.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

use crate::packing::Coding;

/// Any coding that is not named.
const ANY: &str = "*";

/// One of the codings in the header.
struct Mention<'a> {
    name: &'a str,
    /// From 0, which is never, to 1.
    weight: f64,
}

/// A coding that may be chosen. Where two weigh the same, the one in the earlier place is.
struct Candidate {
    coding: Coding,
    weight: f64,
    place: usize,
}

/// The coding an answer should have, if any. Only the last header counts, and names the service does not know do not:
/// `identity` among them, however much it weighs (observed).
pub(crate) fn preferred(headers: &HeaderMap) -> Option<Coding> {
    let last = headers.get_all(ACCEPT_ENCODING).into_iter().next_back()?;
    let mentions: Vec<Mention<'_>> = last.to_str().ok()?.split(',').map(Mention::read).collect();
    let named = Coding::ALL.into_iter().filter_map(|coding| candidate(&mentions, coding.name(), coding));
    let unnamed = Coding::ALL.into_iter().find(|coding| !mentions.iter().any(|mention| mention.is_of(coding.name())));
    // A coding that is named goes before one that is not, wherever the star stands (observed).
    let any = unnamed.and_then(|coding| candidate(&mentions, ANY, coding));
    let any = any.map(|candidate| Candidate { place: usize::MAX, ..candidate });
    let best = named.chain(any).max_by(|one, other| {
        let heavier = one.weight.total_cmp(&other.weight);
        heavier.then_with(|| other.place.cmp(&one.place))
    });
    best.map(|candidate| candidate.coding)
}

/// The coding that is meant by a name. The first mention counts; after one that weighs nothing, the next (observed).
fn candidate(mentions: &[Mention<'_>], name: &str, coding: Coding) -> Option<Candidate> {
    let place = mentions.iter().position(|mention| mention.is_of(name) && mention.weight > 0.0)?;
    Some(Candidate { coding, weight: mentions.get(place)?.weight, place })
}

impl<'a> Mention<'a> {
    /// A name and its parameters. The first weight that can be read counts, and none is 1 (observed).
    fn read(text: &'a str) -> Self {
        let (name, parameters) = text.split_once(';').unwrap_or((text, ""));
        Self { name: name.trim(), weight: parameters.split(';').find_map(weight).unwrap_or(1.0) }
    }

    fn is_of(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The weight in a parameter. What is beyond the ends is at the end (observed).
fn weight(parameter: &str) -> Option<f64> {
    let (name, value) = parameter.split_once('=')?;
    let weight: f64 = value.trim().parse().ok()?;
    (name.trim().eq_ignore_ascii_case("q") && !weight.is_nan()).then(|| weight.clamp(0.0, 1.0))
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
            "*;q=0.5,identity",
            "gzip;q=0.5,identity;q=0.8",
            "deflate;q=0.5, gzip;q=31",
            "gzip;q=31,deflate;q=51",
            "deflate;q=0.5, gzip;q=1;q=0.2",
            "deflate;q=0.5,gzip;q=0.x",
            "deflate;q=0.5,gzip;q=0.   x",
            "deflate;q=-0.5,gzip;q=0.2",
            "gzip;q=0, gzip;q=1, gzip;q=0",
            "br,identity;q=0.5,gzip;q=0.0001",
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
        assert_eq!(wanted(&["gzip", "identity"]), None);
        assert_eq!(wanted(&[]), None);
    }

    /// All of them inferred.
    #[test]
    fn the_rule_holds_for_others_too() {
        for (value, coding) in [
            ("gzip;q=0.2, gzip, deflate;q=0.5", Some(Coding::Deflate)),
            ("gzip;q=0, *", Some(Coding::Deflate)),
            ("gzip;q=0, deflate;q=0, *", None),
            ("*;q=0, *;q=0.1", Some(Coding::Gzip)),
            ("deflate;q=0.5, gzip;q=x;q=0.2", Some(Coding::Deflate)),
            ("deflate;q=0.5, gzip;q=nan", Some(Coding::Gzip)),
            ("deflate;q=0.5, gzip;Q=0.2", Some(Coding::Deflate)),
            ("gzip;q=-0", None),
            (";q=1,;;,=", None),
        ] {
            assert_eq!(wanted(&[value]), coding, "{value}");
        }
    }
}
