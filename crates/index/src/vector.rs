//! Vector indexes: valid vectors, the filters of a search, and the distance of two vectors.
//!
//! Distances are exact. The service's searches are approximate, and their misses are not documented (a model). Must not
//! know how a search is requested, or where entries are stored.

use hashrange_values::{AttributeValue, Item, Text};

use crate::{KeyAttribute, VectorFault, Violation, ViolationReason};

/// Bytes of one element of a vector in an index, independently of its digits (documented: vector-indexes).
pub const ELEMENT_BYTES: usize = 4;

/// The distance function of two vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// One minus the cosine of the angle: from 0 for the same direction to 2 for the opposite.
    Cosine,
    /// The length of the straight line between them.
    Euclidean,
    /// Their dot product. A larger value is nearer.
    DotProduct,
}

hashrange_checkpoint::variants!(Distance {
    Cosine,
    Euclidean,
    DotProduct
});

/// The role of an attribute in searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRole {
    /// Every search must name its value; items without it are not in the index.
    Hash,
    /// A search may name its value.
    InlineFilter,
}

hashrange_checkpoint::variants!(SearchRole { Hash, InlineFilter });

/// An attribute that searches can query in addition to the vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchAttribute {
    /// Its name and type.
    pub key: KeyAttribute,
    /// Its role in searches.
    pub role: SearchRole,
}

hashrange_checkpoint::fields!(SearchAttribute { key, role });

/// The search rule of a vector index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorRule {
    /// The attribute with the vector: a list of numbers.
    pub attribute: Text,
    /// The number of elements of each vector.
    pub dimensions: usize,
    /// The distance function.
    pub distance: Distance,
    /// The attributes that a search can filter by, in the order of the definition. Empty without a search schema.
    pub schema: Vec<SearchAttribute>,
}

hashrange_checkpoint::fields!(VectorRule {
    attribute,
    dimensions,
    distance,
    schema
});

impl VectorRule {
    /// The vector of an item, with each number rounded to 32-bit floating point. `None` if the item has no valid
    /// vector.
    #[must_use]
    pub fn vector_of(&self, item: &Item) -> Option<Vec<f32>> {
        let AttributeValue::L(elements) = item.get(&self.attribute)? else {
            return None;
        };
        if elements.len() != self.dimensions {
            return None;
        }
        elements.iter().map(single).collect()
    }

    /// True if the item has a valid vector for this index.
    #[must_use]
    pub fn has_vector(&self, item: &Item) -> bool {
        item.get(&self.attribute)
            .is_some_and(|value| self.vector_fault(value).is_none())
    }

    /// True if the item is in the index: it has a valid vector, the partition key if the index has one, and no
    /// attribute of another type than the search schema.
    #[must_use]
    pub fn admits(&self, item: &Item) -> bool {
        let has = |attribute: &SearchAttribute| match item.get(&attribute.key.name) {
            Some(value) => attribute.key.key_type.matches(value),
            None => attribute.role == SearchRole::InlineFilter,
        };
        self.schema.iter().all(has) && self.has_vector(item)
    }

    /// True if the attribute is the vector or part of the search schema.
    #[must_use]
    pub fn carries(&self, name: &str) -> bool {
        self.attribute == name || self.schema_attribute(name).is_some()
    }

    /// The attribute of the search schema with this name.
    #[must_use]
    pub fn schema_attribute(&self, name: &str) -> Option<&SearchAttribute> {
        self.schema.iter().find(|attribute| attribute.key.name == name)
    }

    /// The attribute that every search must name, if there is one.
    #[must_use]
    pub fn hash(&self) -> Option<&KeyAttribute> {
        self.schema
            .iter()
            .find(|attribute| attribute.role == SearchRole::Hash)
            .map(|attribute| &attribute.key)
    }

    /// Bytes of an entry. Each number of its vector counts four bytes (documented: vector-indexes,
    /// observed: vector-write-bytes, to the byte).
    #[must_use]
    pub fn entry_size(&self, entry: &Item) -> usize {
        let listed = entry.get(&self.attribute).map_or(0, AttributeValue::size);
        entry.item_size().saturating_sub(listed) + ELEMENT_BYTES * self.dimensions
    }

    /// True if two entries are equal in the index, which stores vectors as 32-bit floating point.
    #[must_use]
    pub fn same(&self, old: &Item, new: &Item) -> bool {
        let others = |item: &Item| {
            let mut others = item.clone();
            others.remove(&self.attribute);
            others
        };
        old == new || (self.vector_of(old) == self.vector_of(new) && others(old) == others(new))
    }

    /// The attributes that violate the index: the vector first, then the search schema in its order (a choice).
    pub fn violations<'a>(&'a self, item: &'a Item) -> impl Iterator<Item = Violation> + 'a {
        let of_vector = item.get(&self.attribute).and_then(|value| self.vector_fault(value));
        let of_vector = of_vector.map(|reason| Violation {
            attribute: self.attribute.clone(),
            reason: ViolationReason::Vector(reason),
        });
        let of_schema = self.schema.iter().filter_map(|SearchAttribute { key, .. }| {
            let value = item.get(&key.name).filter(|value| !key.key_type.matches(value))?;
            let (expected, found) = (key.key_type, value.attribute_type());
            Some(Violation {
                attribute: key.name.clone(),
                reason: ViolationReason::SearchType { expected, found },
            })
        });
        of_vector.into_iter().chain(of_schema)
    }

    fn vector_fault(&self, value: &AttributeValue) -> Option<VectorFault> {
        let AttributeValue::L(elements) = value else {
            return Some(VectorFault::NotAList);
        };
        if elements.len() != self.dimensions {
            return Some(VectorFault::Size {
                expected: self.dimensions,
                found: elements.len(),
            });
        }
        elements.iter().enumerate().find_map(|(at, element)| match element {
            AttributeValue::N(number) if number.fits_f32() => None,
            AttributeValue::N(number) => Some(VectorFault::Range { at, value: *number }),
            other => Some(VectorFault::Element {
                at,
                found: other.attribute_type(),
            }),
        })
    }
}

/// The number as the index stores it. `None` if it is not a number, or outside the range of 32-bit floating point.
#[must_use]
pub fn single(element: &AttributeValue) -> Option<f32> {
    let AttributeValue::N(number) = element else {
        return None;
    };
    Some(number.to_f32()).filter(|value| value.is_finite())
}

impl Distance {
    /// The score of a vector relative to the searched one. It is summed in 64 bits, returned in 32 bits, and never
    /// infinite (observed: vector-distances).
    #[must_use]
    pub fn score(self, a: &[f32], b: &[f32]) -> f32 {
        let pairs = || a.iter().zip(b).map(|(a, b)| (f64::from(*a), f64::from(*b)));
        let dot = || pairs().map(|(a, b)| a * b).sum::<f64>();
        let score = match self {
            Self::Cosine => {
                let squares = |vector: &[f32]| vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>();
                let lengths = squares(a).sqrt() * squares(b).sqrt();
                // A zero vector has the same distance as a vector at a right angle (observed: vector-distances).
                if lengths == 0.0 {
                    1.0
                } else if same_direction(a, b) {
                    0.0
                } else {
                    (1.0 - dot() / lengths).clamp(0.0, 2.0)
                }
            }
            Self::Euclidean => pairs().map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
            Self::DotProduct => dot(),
        };
        #[expect(clippy::cast_possible_truncation, reason = "bounded by the clamp; rounding is meant")]
        let single = score.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32;
        single
    }

    /// True if a larger score is nearer.
    #[must_use]
    pub fn larger_is_nearer(self) -> bool {
        self == Self::DotProduct
    }
}

/// Whether two vectors other than zero have the same direction, which gets the score 0 whatever their lengths
/// (observed: vector-same-direction). The products of 32-bit numbers are exact in 64 bits.
#[expect(clippy::float_cmp, reason = "the products are exact")]
fn same_direction(a: &[f32], b: &[f32]) -> bool {
    let pairs = || a.iter().zip(b).map(|(a, b)| (f64::from(*a), f64::from(*b)));
    let first = pairs().find(|(a, b)| a * b > 0.0);
    first.is_some_and(|(first_a, first_b)| pairs().all(|(a, b)| a * first_b == first_a * b))
}

#[cfg(test)]
mod tests {
    use hashrange_values::{AttributeType, KeyType, List, Number};

    use super::*;

    fn vector(numbers: &[&str]) -> AttributeValue {
        let number = |text: &&str| AttributeValue::N(text.parse().unwrap_or(Number::ZERO));
        AttributeValue::L(numbers.iter().map(number).collect::<List<_>>())
    }

    fn rule(schema: Vec<SearchAttribute>) -> VectorRule {
        VectorRule {
            attribute: "embedding".into(),
            dimensions: 3,
            distance: Distance::Cosine,
            schema,
        }
    }

    fn item(embedding: AttributeValue) -> Item {
        [("pk", AttributeValue::string("a")), ("embedding", embedding)]
            .into_iter()
            .collect()
    }

    fn faults(embedding: AttributeValue) -> Vec<ViolationReason> {
        rule(Vec::new())
            .violations(&item(embedding))
            .map(|violation| violation.reason)
            .collect()
    }

    #[test]
    fn scores_of_the_four_observed_vectors() {
        let query = [1.0, 0.0, 0.0];
        let stored = [[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]];
        let scores = |distance: Distance| stored.map(|vector| distance.score(&query, &vector));
        let near = |found: [f32; 4], reported: [f32; 4]| found.iter().zip(reported).all(|(a, b)| (a - b).abs() < 5e-7);
        assert!(near(scores(Distance::Cosine), [0.0, 0.4, 1.0, 2.0]));
        assert!(near(scores(Distance::DotProduct), [1.0, 0.6, 0.0, -1.0]));
        assert!(near(
            scores(Distance::Euclidean),
            [0.0, 0.8_f32.sqrt(), 2.0_f32.sqrt(), 2.0]
        ));
    }

    #[test]
    fn scores_at_the_edges() {
        assert_eq!(
            Distance::Cosine.score(&[0.0, 0.0], &[1.0, 0.0]).to_bits(),
            1.0_f32.to_bits(),
            "no direction"
        );
        assert_eq!(
            Distance::Cosine.score(&[1e-23, 0.0], &[1e-23, 0.0]).to_bits(),
            0.0_f32.to_bits(),
            "very short"
        );
        for (query, stored) in [
            ([1.0, 1.0, 0.0], [1.0, 1.0, 0.0]),
            ([0.1, 0.2, 0.3], [0.1, 0.2, 0.3]),
            ([1.0, 7.0, 3.0], [3.0, 21.0, 9.0]),
            ([1.0, 0.0, 0.0], [10.0, 0.0, 0.0]),
            ([-0.0, 3.4e38, 1.0], [0.0, 3.4e38, 1.0]),
        ] {
            let score = Distance::Cosine.score(&query, &stored);
            assert_eq!(
                score.to_bits(),
                0.0_f32.to_bits(),
                "{query:?} and {stored:?}: {score:e}"
            );
        }
        let opposite = Distance::Cosine.score(&[1.0, 1.0, 0.0], &[-1.0, -1.0, 0.0]);
        assert_eq!(opposite.to_bits(), 2.0_f32.to_bits(), "opposite: {opposite}");
        let far = Distance::Euclidean.score(&[f32::MAX, f32::MAX], &[f32::MIN, f32::MIN]);
        assert_eq!(far.to_bits(), f32::MAX.to_bits(), "never infinite");
        assert_eq!(
            Distance::DotProduct
                .score(&[3.4e38, -3.4e38], &[3.4e38, 3.4e38])
                .to_bits(),
            0.0_f32.to_bits()
        );
    }

    #[test]
    fn what_is_no_vector() {
        assert_eq!(faults(vector(&["1", "2", "3"])), []);
        let found = |fault: VectorFault| vec![ViolationReason::Vector(fault)];
        assert_eq!(faults(AttributeValue::string("x")), found(VectorFault::NotAList));
        assert_eq!(
            faults(vector(&["1", "2"])),
            found(VectorFault::Size { expected: 3, found: 2 })
        );
        let mixed = [
            AttributeValue::N(1.into()),
            AttributeValue::string("x"),
            AttributeValue::N(1.into()),
        ];
        let element = VectorFault::Element {
            at: 1,
            found: AttributeType::S,
        };
        assert_eq!(faults(AttributeValue::L(mixed.into_iter().collect())), found(element));
        let large: Number = "1E+39".parse().unwrap_or(Number::ZERO);
        assert_eq!(
            faults(vector(&["1", "2", "1E+39"])),
            found(VectorFault::Range { at: 2, value: large })
        );
    }

    #[test]
    fn items_without_the_partition_key_are_not_in_the_index() {
        let attribute = |name: &str, role| SearchAttribute {
            key: KeyAttribute {
                name: name.into(),
                key_type: KeyType::S,
            },
            role,
        };
        let rule = rule(vec![
            attribute("tenant", SearchRole::Hash),
            attribute("category", SearchRole::InlineFilter),
        ]);
        let mut stored = item(vector(&["1", "0", "0"]));
        assert!(!rule.admits(&stored));
        stored.insert("tenant", AttributeValue::string("t1"));
        assert!(rule.admits(&stored), "a filter may be missing");
        stored.insert("category", AttributeValue::N(1.into()));
        assert!(!rule.admits(&stored), "but not be of another type");
    }

    #[test]
    fn the_same_to_the_index_is_the_same_in_32_bits() {
        let (old, new) = (
            item(vector(&["1", "0", "16777216"])),
            item(vector(&["1", "0", "16777217"])),
        );
        assert!(rule(Vec::new()).same(&old, &new));
        assert_eq!(
            rule(Vec::new()).entry_size(&old),
            "pk".len() + 1 + "embedding".len() + 12
        );
    }
}
