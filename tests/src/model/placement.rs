//! The placement of a partition key value, computed independently from the description of the bytes.

use md5::{Digest, Md5};
use serde_json::Value;

use super::value::{decode, parts};

/// A point of the 128-bit hash range.
#[must_use]
pub fn point(keys: &[&Value]) -> u128 {
    let mut text = b"Outliers".to_vec();
    for key in keys {
        text.extend(key_bytes(key));
    }
    u128::from_be_bytes(Md5::digest(&text).into())
}

/// The partition, of `count` equal ones, that contains a point.
#[must_use]
pub fn partition(point: u128, count: u32) -> u32 {
    // Exact for powers of two, as in the model's tables.
    assert!(count.is_power_of_two(), "partitions of the model come in powers of two");
    if count == 1 {
        0
    } else {
        (point >> (128 - count.trailing_zeros())) as u32
    }
}

/// The rule of segments: the top twelve bits, divided into `total` slices.
#[must_use]
pub fn in_segment(point: u128, segment: u64, total: u64) -> bool {
    let bucket = (point >> 116) as u64;
    (4096 * segment).div_ceil(total) <= bucket && bucket < (4096 * (segment + 1)).div_ceil(total)
}

fn key_bytes(value: &Value) -> Vec<u8> {
    let (kind, content) = parts(value);
    let text = content.as_str().expect("a scalar");
    match kind {
        "S" => text.as_bytes().to_vec(),
        "B" => decode(text),
        _ => number_bytes(text),
    }
}

/// Pairs of decimal digits after an exponent byte. Complemented for negative numbers.
fn number_bytes(text: &str) -> Vec<u8> {
    let negative = text.starts_with('-');
    let digits = text.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = whole.trim_start_matches('0');
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return vec![0x80];
    }
    // The value is 0.d1d2… × 10^exponent.
    let mut exponent = whole.len() as i32;
    if whole.is_empty() {
        exponent -= (all.len() - all.trim_start_matches('0').len()) as i32;
    }
    let odd = exponent.rem_euclid(2) == 1;
    let mut digits = String::new();
    if odd {
        digits.push('0');
        exponent += 1;
    }
    digits.push_str(significant);
    if digits.len() % 2 == 1 {
        digits.push('0');
    }
    let pairs: Vec<u8> = digits
        .as_bytes()
        .chunks(2)
        .map(|pair| (pair[0] - b'0') * 10 + pair[1] - b'0')
        .collect();
    let exponent = (exponent.div_euclid(2) - 64) as i8 as u8;
    if negative {
        let mut bytes = vec![!exponent];
        bytes.extend(pairs.iter().map(|pair| 101 - pair));
        if pairs.len() < 20 {
            bytes.push(0x66);
        }
        bytes
    } else {
        let mut bytes = vec![exponent];
        bytes.extend(pairs.iter().map(|pair| pair + 1));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_have_the_bytes_seen_on_the_service() {
        for (text, bytes) in [
            ("0", vec![0x80]),
            ("1", vec![0xc1, 0x02]),
            ("10", vec![0xc1, 0x0b]),
            ("100", vec![0xc2, 0x02]),
            ("-1", vec![0x3e, 0x64, 0x66]),
            ("-999.9", vec![0x3d, 0x5c, 0x02, 0x0b, 0x66]),
            ("0.012345", vec![0xc0, 0x02, 0x18, 0x2e]),
            ("999.9", vec![0xc2, 0x0a, 0x64, 0x5b]),
        ] {
            assert_eq!(number_bytes(text), bytes, "{text}");
        }
        assert_eq!(point(&[&json!({ "S": "hello" })]) >> 116, 2288);
    }
}
