//! Tests of numbers: the reference's tables of sizes, key bytes and ranges, and properties of random decimals.

use super::*;
use bigdecimal::BigDecimal;
use proptest::prelude::*;

fn number(text: &str) -> Number {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn sizes_match_the_observed_vectors() {
    let vectors = [
        ("0", 1),
        ("-0", 1),
        ("1", 2),
        ("12", 2),
        ("100", 2),
        ("123", 3),
        ("1010", 3),
        ("1E125", 2),
        ("0.15", 2),
        ("1.5", 3),
        ("1.234", 4),
        ("3.14159", 5),
        ("100.5", 4),
        ("-42", 3),
        ("12345678901234567890123456789012345678", 20),
    ];
    for (text, size) in vectors {
        assert_eq!(number(text).size(), size, "{text}");
    }
}

#[test]
fn texts_are_normalised() {
    let vectors = [
        ("-0", "0"),
        ("+1.50", "1.5"),
        ("007", "7"),
        ("1e3", "1000"),
        ("1.5E-3", "0.0015"),
        (".5", "0.5"),
        ("5.", "5"),
        ("100", "100"),
        ("0.0e126", "0"),
        ("0e125", "0"),
        ("0e-130", "0"),
        ("0e+0", "0"),
        ("12.340e1", "123.4"),
        ("-0.00120", "-0.0012"),
    ];
    for (text, plain) in vectors {
        assert_eq!(number(text).to_string(), plain, "{text}");
    }
}

#[test]
fn bad_texts_are_refused_for_the_right_reason() {
    let vectors = [
        ("", NumberError::NotNumeric),
        ("-", NumberError::NotNumeric),
        ("1e", NumberError::NotNumeric),
        ("abc", NumberError::NotNumeric),
        ("1.2.3", NumberError::NotNumeric),
        (" 1", NumberError::NotNumeric),
        (".", NumberError::NotNumeric),
        ("NaN", NumberError::NotNumeric),
        ("1e126", NumberError::Overflow),
        ("1e-131", NumberError::Underflow),
        ("0e126", NumberError::Overflow),
        ("0e-131", NumberError::Underflow),
        ("0.0e-130", NumberError::Underflow),
        ("1e2147483648", NumberError::Overflow),
        ("1e-9223372036854775808", NumberError::Underflow),
        ("1e9223372036854775808", NumberError::NotNumeric),
        ("1e-9223372036854775809", NumberError::NotNumeric),
        ("1e+-1", NumberError::NotNumeric),
        ("123456789012345678901234567890123456789", NumberError::TooPrecise),
        ("1e999999999999", NumberError::Overflow),
    ];
    for (text, error) in vectors {
        assert_eq!(text.parse::<Number>(), Err(error), "{text}");
    }
    assert_eq!(number("9.9999999999999999999999999999999999999E+125").digits(), 38);
    assert_eq!(number("1e-130").digits(), 1);
}

#[test]
fn key_bytes_match_the_observed_vectors() {
    let vectors: [(&str, &[u8]); 8] = [
        ("0", &[0x80]),
        ("1", &[0xc1, 0x02]),
        ("10", &[0xc1, 0x0b]),
        ("100", &[0xc2, 0x02]),
        ("-1", &[0x3e, 0x64, 0x66]),
        ("-999.9", &[0x3d, 0x5c, 0x02, 0x0b, 0x66]),
        ("0.012345", &[0xc0, 0x02, 0x18, 0x2e]),
        ("999.9", &[0xc2, 0x0a, 0x64, 0x5b]),
    ];
    for (text, bytes) in vectors {
        let mut out = Vec::new();
        number(text).key_bytes(&mut out);
        assert_eq!(out, bytes, "{text}");
    }
}

#[test]
fn sums_are_exact_or_refused() {
    assert_eq!(number("0.1").checked_add(&number("0.2")), Ok(number("0.3")));
    assert_eq!(number("5").checked_sub(&number("7.5")), Ok(number("-2.5")));
    assert_eq!(number("1e100").checked_add(&number("1")), Err(NumberError::Overflow));
    assert_eq!(number("1e38").checked_sub(&number("1")), Ok(number(&"9".repeat(38))));
    let largest = number("9.9999999999999999999999999999999999999E+125");
    assert_eq!(largest.checked_add(&largest), Err(NumberError::Overflow));
    assert_eq!(number("3").checked_sub(&number("3")), Ok(Number::ZERO));
}

#[test]
fn whole_numbers_convert() {
    assert_eq!(number("1571827560").to_i64(), Some(1_571_827_560));
    assert_eq!(number("-12").to_i64(), Some(-12));
    assert_eq!(number("1.5").to_i64(), None);
    assert_eq!(Number::from(i64::MIN).to_string(), i64::MIN.to_string());
}

fn any_number() -> impl Strategy<Value = Number> {
    (any::<bool>(), 0u128..10u128.pow(38), -120i32..80)
        .prop_filter_map("out of range", |(negative, digits, exponent)| {
            Number::from_parts(negative, digits, exponent).ok()
        })
}

/// Two numbers whose sum often has no more than 38 digits.
fn near_numbers() -> impl Strategy<Value = (Number, Number)> {
    let digits = || prop_oneof![0u128..1_000, 0u128..10u128.pow(20), 0u128..10u128.pow(38)];
    let number = move |exponent| {
        (any::<bool>(), digits(), -18i32..18).prop_filter_map("out of range", move |(negative, digits, near)| {
            Number::from_parts(negative, digits, exponent + near).ok()
        })
    };
    prop_oneof![Just(0), Just(95), Just(-100), -100i32..95]
        .prop_flat_map(move |exponent| (number(exponent), number(exponent)))
}

/// The same number in a library without limits.
fn unlimited(text: &str) -> BigDecimal {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Whether the service can store it: 38 significant digits between 1E-130 and 1E+126, or zero.
fn is_storable(exact: &BigDecimal) -> bool {
    let (digits, scale) = exact.normalized().as_bigint_and_exponent();
    let count = digits.to_string().trim_start_matches('-').len() as i64;
    // The value is 0.d1d2d3… times ten to this power.
    let magnitude = count - scale;
    digits == 0.into() || count <= 38 && (-129..=126).contains(&magnitude)
}

proptest! {
    #[test]
    fn sums_are_those_of_a_decimal_library((a, b) in prop_oneof![near_numbers(), (any_number(), any_number())]) {
        let (left, right) = (unlimited(&a.to_string()), unlimited(&b.to_string()));
        for (made, exact) in [(a.checked_add(&b), &left + &right), (a.checked_sub(&b), &left - &right)] {
            match made {
                Ok(made) => prop_assert_eq!(unlimited(&made.to_string()), exact),
                Err(_) => prop_assert!(!is_storable(&exact), "{} and {} make {}, which can be stored", a, b, exact),
            }
        }
        prop_assert_eq!(a.cmp(&b), left.cmp(&right));
    }

    #[test]
    fn texts_mean_what_a_decimal_library_reads(text in "[+-]?[0-9]{1,20}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?") {
        let exact = unlimited(&text);
        match text.parse::<Number>() {
            Ok(number) => prop_assert_eq!(unlimited(&number.to_string()), exact),
            Err(error) => prop_assert!(!is_storable(&exact), "{} is {:?}", text, error),
        }
    }

    #[test]
    fn printing_and_reading_agree(a in any_number()) {
        prop_assert_eq!(a.to_string().parse::<Number>(), Ok(a));
    }

    #[test]
    fn key_bytes_sort_as_values(a in any_number(), b in any_number()) {
        let bytes = |n: &Number| { let mut out = Vec::new(); n.key_bytes(&mut out); out };
        prop_assert_eq!(bytes(&a).cmp(&bytes(&b)), a.cmp(&b));
    }

    #[test]
    fn adding_and_taking_away_comes_back(a in -1_000_000i64..1_000_000, b in -1_000_000i64..1_000_000) {
        let (a, b) = (Number::from(a), Number::from(b));
        let sum = a.checked_add(&b).unwrap();
        prop_assert_eq!(sum.checked_sub(&b), Ok(a));
    }
}

#[test]
fn the_whole_part_drops_the_fraction() {
    let whole = |text: &str| text.parse::<Number>().ok().and_then(|number| number.whole_part());
    assert_eq!(
        ["2.9", "-2.9", "1e3", "1E-100", "0", "9e18"].map(whole),
        [2, -2, 1000, 0, 0, 9_000_000_000_000_000_000].map(Some)
    );
    assert_eq!(whole("1e19"), None);
}
