//! Round trips: a printed expression parses to its original.

use hashrange_values::{AttributeType, Comparator, Path, Step};
use proptest::prelude::*;

use super::*;

/// The placeholders so far, and their meanings.
#[derive(Default)]
struct Printer {
    names: Names,
    values: Map,
}

impl Printer {
    fn name(&mut self, name: &str) -> String {
        let placeholder = format!("#n{}", self.names.len());
        self.names.insert(Text::from(placeholder.as_str()), Text::from(name));
        placeholder
    }

    fn path(&mut self, path: &Path) -> String {
        let mut text = self.name(&path.attribute);
        for step in &path.steps {
            text.push_str(&match step {
                Step::Key(name) => format!(".{}", self.name(name)),
                Step::Index(index) => format!("[{index}]"),
            });
        }
        text
    }

    fn value(&mut self, value: &AttributeValue) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.insert(placeholder.as_str(), value.clone());
        placeholder
    }

    fn operand(&mut self, operand: &Operand) -> String {
        match operand {
            Operand::Path(path) => self.path(path),
            Operand::Value(value) => self.value(value),
            Operand::Size(inner) => format!("size({})", self.operand(inner)),
            Operand::Holds(_) => unreachable!("no text has that"),
        }
    }

    fn operands(&mut self, operands: &[&Operand]) -> String {
        operands
            .iter()
            .map(|operand| self.operand(operand))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn joined(&mut self, parts: &[Test], word: &str) -> String {
        parts
            .iter()
            .map(|part| format!("({})", self.test(part)))
            .collect::<Vec<_>>()
            .join(word)
    }

    fn test(&mut self, test: &Test) -> String {
        match test {
            Test::And(parts) => self.joined(parts, " AND "),
            Test::Or(parts) => self.joined(parts, "OR"),
            Test::Not(part) => format!("NOT ({})", self.test(part)),
            Test::Compare { operator, left, right } => {
                format!("{} {} {}", self.operand(left), operator.symbol(), self.operand(right))
            }
            Test::Between { subject, lower, upper } => {
                format!(
                    "{} BETWEEN {} AND {}",
                    self.operand(subject),
                    self.operand(lower),
                    self.operand(upper)
                )
            }
            Test::In { subject, list } => {
                let subject = self.operand(subject);
                format!("{subject} IN ({})", self.operands(&list.iter().collect::<Vec<_>>()))
            }
            Test::Exists(operand) => format!("attribute_exists({})", self.operand(operand)),
            Test::NotExists(operand) => format!("attribute_not_exists({})", self.operand(operand)),
            Test::HasType { subject, expected } => {
                let subject = self.operand(subject);
                format!("attribute_type({subject}, {})", self.value(&s(expected.descriptor())))
            }
            Test::BeginsWith { subject, prefix } => format!("begins_with({})", self.operands(&[subject, prefix])),
            Test::Contains { subject, element } => format!("contains({})", self.operands(&[subject, element])),
        }
    }
}

/// Flattens chains of the same connective into one list, regardless of their parentheses.
fn flat(test: Test) -> Test {
    let all = |parts: Vec<Test>, and: bool| {
        let mut flattened = Vec::new();
        for part in parts.into_iter().map(flat) {
            match part {
                Test::And(inner) if and => flattened.extend(inner),
                Test::Or(inner) if !and => flattened.extend(inner),
                other => flattened.push(other),
            }
        }
        flattened
    };
    match test {
        Test::And(parts) => Test::And(all(parts, true)),
        Test::Or(parts) => Test::Or(all(parts, false)),
        Test::Not(part) => Test::Not(Box::new(flat(*part))),
        other => other,
    }
}

fn any_path() -> impl Strategy<Value = Path> {
    let step = prop_oneof![
        ".{1,4}".prop_map(|name| Step::Key(name.into())),
        (0usize..100).prop_map(Step::Index)
    ];
    (".{1,6}", prop::collection::vec(step, 0..4)).prop_map(|(attribute, steps)| Path {
        attribute: attribute.into(),
        steps,
    })
}

fn path() -> impl Strategy<Value = Operand> {
    any_path().prop_map(Operand::Path)
}

/// An operand with a value that has an order.
fn ordered() -> impl Strategy<Value = Operand> {
    prop_oneof![
        ".{0,4}".prop_map(|text| s(&text)),
        any::<i32>().prop_map(|number| n(&number.to_string()))
    ]
    .prop_map(Operand::Value)
}

fn any_test() -> impl Strategy<Value = Test> {
    use Comparator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let operator = prop::sample::select(vec![Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual]);
    let kinds = vec![
        AttributeType::S,
        AttributeType::Ns,
        AttributeType::M,
        AttributeType::Null,
    ];
    let size = || any_path().prop_map(|path| Operand::Size(Box::new(Operand::Path(path))));
    let leaf = prop_oneof![
        (operator, prop_oneof![path(), size()], prop_oneof![ordered(), size()])
            .prop_map(|(operator, left, right)| Test::Compare { operator, left, right }),
        (path(), any::<i32>(), 0..9).prop_map(|(subject, lower, extent)| {
            let bound = |number: i64| Operand::Value(n(&number.to_string()));
            let lower = i64::from(lower);
            Test::Between {
                subject,
                lower: bound(lower),
                upper: bound(lower + i64::from(extent)),
            }
        }),
        (path(), prop::collection::vec(ordered(), 1..5)).prop_map(|(subject, list)| Test::In { subject, list }),
        path().prop_map(Test::Exists),
        path().prop_map(Test::NotExists),
        (path(), prop::sample::select(kinds)).prop_map(|(subject, expected)| Test::HasType { subject, expected }),
        (path(), ".{0,4}").prop_map(|(subject, prefix)| Test::BeginsWith {
            subject,
            prefix: Operand::Value(s(&prefix))
        }),
        (path(), ordered()).prop_map(|(subject, element)| Test::Contains { subject, element }),
    ];
    leaf.prop_recursive(3, 10, 3, |inner| {
        let several = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            several().prop_map(Test::And),
            several().prop_map(Test::Or),
            inner.clone().prop_map(|test| Test::Not(Box::new(test))),
        ]
    })
}

proptest! {
    #[test]
    fn conditions_are_read_as_they_were_printed(test in any_test()) {
        let mut printer = Printer::default();
        let text = printer.test(&test);
        let scope = &mut Scope::new(Some(&printer.names), Some(&printer.values));
        match parse_condition(ExpressionKind::Condition, &text, scope) {
            Ok(read) => prop_assert_eq!(flat(*read.test), flat(test)),
            // The two sides of a generated comparison may be the same path.
            Err(error) => prop_assert!(error.to_string().contains("distinct") || text.len() > MAX_EXPRESSION_BYTES, "{}: {}", text, error),
        }
    }

    #[test]
    fn projections_are_read_as_they_were_printed(paths in prop::collection::vec(any_path(), 1..5)) {
        let mut printer = Printer::default();
        let text = paths.iter().map(|path| printer.path(path)).collect::<Vec<_>>().join(", ");
        let scope = &mut Scope::new(Some(&printer.names), None);
        match parse_projection(&text, scope) {
            Ok(read) => prop_assert_eq!(read.paths(), &paths),
            Err(error) => prop_assert!(error.to_string().contains("Two document paths"), "{}: {}", text, error),
        }
    }

    #[test]
    fn updates_are_read_as_they_were_printed(
        sets in prop::collection::vec((any_path(), ordered()), 1..4),
        removed in prop::collection::vec(any_path(), 1..3),
    ) {
        let mut printer = Printer::default();
        let mut actions = Vec::new();
        let written = sets.iter().map(|(path, value)| {
            let Operand::Value(value) = value else { unreachable!("only values are drawn") };
            actions.push((path.clone(), ActionKind::Set(SetValue::Value(value.clone()))));
            format!("{} = {}", printer.path(path), printer.value(value))
        });
        let set = written.collect::<Vec<_>>().join(", ");
        actions.extend(removed.iter().map(|path| (path.clone(), ActionKind::Remove)));
        let remove = removed.iter().map(|path| printer.path(path)).collect::<Vec<_>>().join(", ");
        let text = format!("SET {set} REMOVE {remove}");
        let scope = &mut Scope::new(Some(&printer.names), Some(&printer.values));
        match parse_update(&text, scope) {
            Ok(read) => {
                let written = Update::new(actions);
                let item = map([("a", n("1"))]);
                prop_assert_eq!(read.charge(), written.charge());
                // An update without a text has no positions.
                let applied = |update: &Update| update.apply(&item).map(|made| made.item).map_err(|error| error.problem);
                prop_assert_eq!(applied(&read), applied(&written));
            }
            Err(error) => prop_assert!(error.to_string().contains("Two document paths"), "{}: {}", text, error),
        }
    }
}
