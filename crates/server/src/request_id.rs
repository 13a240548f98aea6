//! Request ids: 52 upper-case letters and digits, like those of the service.
//!
//! Drawn from a separate source, so that they do not change the engine's random numbers.

use hashrange_time::Random;

const LENGTH: usize = 52;
const ALPHABET: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The ids of one server, in order. Equal seeds give equal ids.
pub(crate) struct RequestIds(Random);

impl RequestIds {
    /// The ids of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed).fork("request ids"))
    }

    /// The next one.
    pub(crate) fn next(&mut self) -> String {
        let random = &mut self.0;
        (0..LENGTH)
            .map(|_| {
                let place = usize::try_from(random.below(36)).unwrap_or_default();
                ALPHABET.get(place).copied().map_or('0', char::from)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::RequestIds;

    #[test]
    fn ids_follow_from_the_seed() {
        let (mut one, mut same, mut other) = (RequestIds::new(1), RequestIds::new(1), RequestIds::new(2));
        let first = one.next();
        assert_eq!(first.len(), 52);
        assert!(
            first
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        );
        assert_eq!(first, same.next());
        assert_ne!(first, other.next());
        assert_ne!(first, one.next());
    }
}
