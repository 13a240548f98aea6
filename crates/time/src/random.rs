//! The seeded random source: xoshiro256**, seeded through splitmix64 (both by Blackman and Vigna, public domain).
//!
//! Must not know any entropy except its seed, and must not use floating-point functions. `ln` and similar functions
//! come from each platform's library and can differ in the last bit. A journal would then replay differently in a
//! browser. It uses only integer arithmetic, and the exact conversion of 53 bits to a float.

use crate::Duration;

/// A deterministic stream of random numbers. Cloning it copies the position; two equal sources return equal numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

hashrange_checkpoint::fields!(Random { state });

/// ln 2 as a fraction of 2^64.
const LN_2: u64 = 0xB172_17F7_D1CF_79AC;

/// Fraction bits of the logarithm that `exponential` works with.
const FRACTION_BITS: u32 = 48;

impl Random {
    /// The stream of this seed. Every seed is valid, including zero.
    pub fn new(seed: u64) -> Self {
        let mut mixer = seed;
        Self {
            state: std::array::from_fn(|_| splitmix(&mut mixer)),
        }
    }

    /// Continues from this state of a source. A state of all zeros would return zeros forever, and no source ever
    /// reaches it. The stream of seed zero replaces it.
    pub fn from_state(state: [u64; 4]) -> Self {
        if state == [0; 4] { Self::new(0) } else { Self { state } }
    }

    /// The position in the stream, for snapshots.
    pub const fn state(&self) -> [u64; 4] {
        self.state
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [mut first, mut second, mut third, mut fourth] = self.state;
        let result = second.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = second << 17;
        third ^= first;
        fourth ^= second;
        second ^= third;
        first ^= fourth;
        third ^= shifted;
        fourth = fourth.rotate_left(45);
        self.state = [first, second, third, fourth];
        result
    }

    /// A number from 0 to `bound - 1`, each equally likely (Lemire's multiplication with rejection). A bound of 0
    /// returns 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The lowest 2^64 mod bound products would make some results more likely, so they are drawn again.
        let Some(unfair) = bound.wrapping_neg().checked_rem(bound) else {
            return 0;
        };
        loop {
            let (high, low) = halves(u128::from(self.next_u64()) * u128::from(bound));
            if low >= unfair {
                return high;
            }
        }
    }

    /// A float from 0 (included) to 1 (excluded) with 53 random bits; exact, hence the same on every platform.
    pub fn unit_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A span from `shortest` to `longest`, both included, each microsecond equally likely. If they are in the wrong
    /// order, it returns `shortest`.
    pub fn between(&mut self, shortest: Duration, longest: Duration) -> Duration {
        let width = (longest - shortest).micros();
        let extra = match width.checked_add(1) {
            Some(bound) => self.below(bound),
            None => self.next_u64(),
        };
        shortest + Duration::from_micros(extra)
    }

    /// A span from the exponential distribution with this mean: the wait for the next of many independent arrivals.
    ///
    /// It is `-ln(u) * mean`, with a fixed-point logarithm (see `negative_log2`) for the reason in the file header. The
    /// longest result is about 44 means.
    pub fn exponential(&mut self, mean: Duration) -> Duration {
        let negative_log2 = u128::from(negative_log2(self.next_u64()));
        let negative_ln = (negative_log2 * u128::from(LN_2)) >> 64;
        let micros = (u128::from(mean.micros()) * negative_ln) >> FRACTION_BITS;
        Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
    }

    /// A separate source for the purpose `label`. It depends on this source's position and on the label. This source
    /// does not advance, so a purpose added later does not change the numbers of others. The same label at the same
    /// position returns the same stream.
    #[must_use]
    pub fn fork(&self, label: &str) -> Self {
        // FNV-1a over the label, then one splitmix round per word of state.
        let hash = label.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        let seed = self.state.into_iter().fold(hash, |mixed, word| {
            let mut mixer = mixed ^ word;
            splitmix(&mut mixer)
        });
        Self::new(seed)
    }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[allow(clippy::cast_possible_truncation)] // taking the halves is the purpose
fn halves(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

/// `-log2(bits / 2^64)` in fixed point with `FRACTION_BITS` bits of fraction, rounded up; zero counts as one.
///
/// The integral part is the number of leading zeros. Each bit of the fraction comes from squaring the mantissa, which
/// doubles its logarithm: if the square reaches two, the bit is one.
fn negative_log2(bits: u64) -> u64 {
    let bits = bits.max(1);
    let zeros = bits.leading_zeros();
    let mut mantissa = bits << zeros; // 1 <= mantissa / 2^63 < 2
    let mut fraction = 0_u64;
    for _ in 0..FRACTION_BITS {
        let (high, low) = halves(u128::from(mantissa) * u128::from(mantissa));
        let reaches_two = high >> 63;
        // The square has 126 fraction bits; keep 63 of them, or 62 and the doubled whole.
        mantissa = if reaches_two == 1 {
            high
        } else {
            (high << 1) | (low >> 63)
        };
        fraction = (fraction << 1) | reaches_two;
    }
    ((u64::from(zeros) + 1) << FRACTION_BITS) - fraction
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_generators_give_their_published_numbers() {
        let mut mixer = 1_234_567;
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
        ];
        assert_eq!(expected.map(|_| splitmix(&mut mixer)), expected);
        let mut random = Random::from_state([1, 2, 3, 4]);
        let expected = [
            11_520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
        ];
        assert_eq!(expected.map(|_| random.next_u64()), expected);
    }

    /// Journals depend on these numbers: when this test fails, old journals replay differently.
    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut random = Random::new(7);
        let seen = [
            random.next_u64(),
            random.below(1_000_000),
            random.exponential(Duration::from_seconds(1)).micros(),
            random.unit_f64().to_bits(),
            random
                .between(Duration::from_millis(1), Duration::from_millis(9))
                .micros(),
            random.fork("replica lag").next_u64(),
        ];
        let pinned = [
            12_923_355_070_828_475_994,
            278_751,
            174_796,
            4_607_012_162_242_859_022,
            8927,
            18_070_613_478_150_820_428,
        ];
        assert_eq!(seen, pinned);
    }

    #[test]
    fn the_fixed_point_logarithm_agrees_with_the_real_one() {
        let scale = 2_f64.powi(48);
        for bits in [
            1,
            2,
            3,
            1 << 20,
            u64::MAX / 3,
            u64::MAX / 2,
            u64::MAX - 1,
            u64::MAX,
            0x0123_4567_89AB_CDEF,
        ] {
            let expected = 64.0 - (bits as f64).log2();
            let found = negative_log2(bits) as f64 / scale;
            assert!((expected - found).abs() < 1e-12, "{bits}: {expected} and {found}");
        }
        assert_eq!(negative_log2(0), 64 << FRACTION_BITS);
    }

    #[test]
    fn the_exponential_distribution_has_its_mean_and_its_tail() {
        let mean = Duration::from_millis(10);
        let mut random = Random::new(42);
        let drawn: Vec<u64> = (0..100_000).map(|_| random.exponential(mean).micros()).collect();
        let average = drawn.iter().sum::<u64>() / 100_000;
        assert!((9_900..=10_100).contains(&average), "{average}");
        // One in e is above the mean, one in e^3 above three times the mean.
        let above = |limit: u64| drawn.iter().filter(|micros| **micros > limit).count();
        assert!((36_300..=37_300).contains(&above(10_000)), "{}", above(10_000));
        assert!((4_750..=5_200).contains(&above(30_000)), "{}", above(30_000));
        assert_eq!(random.exponential(Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn every_result_below_a_bound_is_as_likely_as_the_others() {
        let mut random = Random::new(3);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[usize::try_from(random.below(6)).unwrap()] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_600..=10_400).contains(count)),
            "{counts:?}"
        );
        assert_eq!(random.below(0), 0);
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn a_fork_leaves_its_parent_alone_and_depends_on_label_and_position() {
        let mut parent = Random::new(1);
        let before = parent.clone();
        let (first, other) = (parent.fork("scan"), parent.fork("scam"));
        assert_eq!(parent, before);
        assert_ne!(first, other);
        assert_eq!(first, parent.fork("scan"));
        parent.next_u64();
        assert_ne!(first, parent.fork("scan"));
    }

    #[test]
    fn a_stream_goes_on_from_its_state() {
        let mut random = Random::new(9);
        random.next_u64();
        let mut resumed = Random::from_state(random.state());
        assert_eq!(random.next_u64(), resumed.next_u64());
        assert_eq!(Random::from_state([0; 4]), Random::new(0));
    }

    proptest! {
        #[test]
        fn results_stay_in_their_range(seed: u64, bound in 1_u64.., low: u64, high: u64) {
            let mut random = Random::new(seed);
            prop_assert!(random.below(bound) < bound);
            prop_assert!((0.0..1.0).contains(&random.unit_f64()));
            let (low, high) = (Duration::from_micros(low.min(high)), Duration::from_micros(low.max(high)));
            let drawn = random.between(low, high);
            prop_assert!(low <= drawn && drawn <= high);
            prop_assert_eq!(random.between(high, low), high);
            random.exponential(high);
        }
    }
}
