//! The reader beside `hcl-edit`: generated files, and files that are damaged, give the same tree or are refused by both.

use hcl_edit::expr as theirs;
use hcl_edit::template::Element;
use proptest::prelude::*;

use super::*;

/// A tree in one form, for both readers.
fn ours_body(body: &Body<'_>) -> String {
    let part = |part: &Part<'_>| match part {
        Part::Attribute(attribute) => format!("{}={};", attribute.name, ours(&attribute.value)),
        Part::Block(block) => format!("{}{:?}{{{}}}", block.name, block.labels, ours_body(&block.body)),
    };
    body.parts.iter().map(part).collect()
}

fn ours(expression: &Expression<'_>) -> String {
    let all = |list: &[Expression<'_>]| list.iter().map(ours).collect::<Vec<_>>().join(",");
    match &expression.form {
        Form::Null => "null".to_owned(),
        Form::Bool(truth) => truth.to_string(),
        Form::Number(digits) => digits.parse::<f64>().expect("a number").to_string(),
        Form::Template(pieces) => pieces_of(pieces.iter().map(|piece| match piece {
            Piece::Text(text) => Ok(text.clone()),
            Piece::Value(value) => Err(ours(value)),
            Piece::Other => Err("other".to_owned()),
        })),
        Form::Conditional(parts) => format!("if({})", all(parts.as_ref())),
        Form::Binary(operator, operands) => format!("{operator}({})", all(operands.as_ref())),
        Form::Unary(sign, operand) => format!("{sign}({})", ours(operand)),
        Form::Call(call) => format!("{}/{}({})", call.name, call.is_plain, all(&call.arguments)),
        Form::Parenthesis(inner) => format!("({})", ours(inner)),
        Form::List(elements) => format!("[{}]", all(elements)),
        Form::Object(members) => {
            let member = |(key, value): &(Key<'_>, Expression<'_>)| match key {
                Key::Name(name) => format!("{name}:{}", ours(value)),
                Key::Computed(key) => format!("({}):{}", ours(key), ours(value)),
            };
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
        Form::Variable(name) => (*name).to_owned(),
        Form::Traversal(value, way) => {
            let step = |step: &Step<'_>| match step {
                Step::Name(name) => format!(".{name}"),
                Step::Index(index) => format!("[{}]", ours(index)),
                Step::Splat => "[*]".to_owned(),
            };
            format!("{}{}", ours(value), way.iter().map(step).collect::<String>())
        }
        Form::For => "for".to_owned(),
    }
}

/// The pieces of a template, with neighbouring texts as one.
fn pieces_of(pieces: impl Iterator<Item = Result<String, String>>) -> String {
    let (mut out, mut text) = (String::new(), String::new());
    for piece in pieces {
        match piece {
            Ok(more) => text.push_str(&more),
            Err(value) => {
                out.push_str(&format!("{text:?}${{{value}}}"));
                text.clear();
            }
        }
    }
    format!("{out}{text:?}")
}

fn their_body(body: &hcl_edit::structure::Body) -> String {
    let part = |part: &hcl_edit::structure::Structure| match part {
        hcl_edit::structure::Structure::Attribute(attribute) => {
            format!("{}={};", attribute.key.as_str(), their(&attribute.value))
        }
        hcl_edit::structure::Structure::Block(block) => {
            let labels: Vec<&str> = block.labels.iter().map(|label| label.as_str()).collect();
            format!("{}{labels:?}{{{}}}", block.ident.as_str(), their_body(&block.body))
        }
    };
    body.iter().map(part).collect()
}

fn their(expression: &theirs::Expression) -> String {
    use theirs::Expression as E;
    match expression {
        E::Null(_) => "null".to_owned(),
        E::Bool(truth) => truth.value().to_string(),
        E::Number(number) => {
            let number = number.value().as_f64().expect("a number");
            // The library reads a sign as a part of the number.
            if number < 0.0 {
                format!("-({})", -number)
            } else {
                number.to_string()
            }
        }
        E::String(text) => pieces_of(std::iter::once(Ok(text.value().clone()))),
        E::StringTemplate(template) => their_pieces(template.iter()),
        E::HeredocTemplate(heredoc) => their_pieces(heredoc.template.iter()),
        E::Conditional(it) => {
            format!(
                "if({},{},{})",
                their(&it.cond_expr),
                their(&it.true_expr),
                their(&it.false_expr)
            )
        }
        E::BinaryOp(it) => format!(
            "{}({},{})",
            it.operator.value(),
            their(&it.lhs_expr),
            their(&it.rhs_expr)
        ),
        E::UnaryOp(it) => format!("{}({})", it.operator.value(), their(&it.expr)),
        E::FuncCall(call) => {
            let is_plain = call.name.namespace.is_empty() && !call.args.expand_final();
            let arguments: Vec<String> = call.args.iter().map(their).collect();
            format!("{}/{is_plain}({})", call.name.name.as_str(), arguments.join(","))
        }
        E::Parenthesis(inner) => format!("({})", their(inner.inner())),
        E::Array(elements) => format!("[{}]", elements.iter().map(their).collect::<Vec<_>>().join(",")),
        E::Object(object) => {
            let member = |(key, value): (&theirs::ObjectKey, &theirs::ObjectValue)| match key {
                theirs::ObjectKey::Ident(name) => format!("{}:{}", name.as_str(), their(value.expr())),
                // A bare word is a name, also `true`.
                theirs::ObjectKey::Expression(key @ (E::Variable(_) | E::Bool(_) | E::Null(_))) => {
                    format!("{}:{}", their(key), their(value.expr()))
                }
                theirs::ObjectKey::Expression(key) => format!("({}):{}", their(key), their(value.expr())),
            };
            format!("{{{}}}", object.iter().map(member).collect::<Vec<_>>().join(","))
        }
        E::Variable(name) => name.value().to_string(),
        E::Traversal(traversal) => {
            let step = |step: &theirs::TraversalOperator| match step {
                theirs::TraversalOperator::GetAttr(name) => format!(".{}", name.as_str()),
                theirs::TraversalOperator::Index(index) => format!("[{}]", their(index)),
                theirs::TraversalOperator::LegacyIndex(index) => format!(".{}", index.value()),
                theirs::TraversalOperator::AttrSplat(_) | theirs::TraversalOperator::FullSplat(_) => "[*]".to_owned(),
            };
            let way: String = traversal
                .operators
                .iter()
                .map(|operator| step(operator.value()))
                .collect();
            format!("{}{way}", their(&traversal.expr))
        }
        E::ForExpr(_) => "for".to_owned(),
    }
}

fn their_pieces<'t>(elements: impl Iterator<Item = &'t Element>) -> String {
    pieces_of(elements.map(|element| match element {
        Element::Literal(text) => Ok(text.value().clone()),
        Element::Interpolation(part) if part.strip == hcl_edit::template::Strip::None => Err(their(&part.expr)),
        Element::Interpolation(_) => Err("other".to_owned()),
        Element::Directive(_) => Err("directive".to_owned()),
    }))
}

/// What both readers make of a text; `None` when it is refused.
fn both(text: &str) -> (Option<String>, Option<String>) {
    let ours = parse(text).ok().map(|body| ours_body(&body));
    let theirs = hcl_edit::parser::parse_body(text).ok().map(|body| their_body(&body));
    (ours, theirs)
}

/// The same tree from both.
fn same(text: &str) {
    let (ours, theirs) = both(text);
    assert!(ours.is_some(), "refused: {text}");
    assert_eq!(ours, theirs, "{text}");
}

#[test]
fn every_form_is_read_as_the_library_reads_it() {
    for text in [
        "",
        "# one\n// two\n/* three\n */ a = 1 # four\nb = 2",
        "a = \"\"\nb = \"x\\n\\t\\\"\\\\\\u00e9\\U0001F600\"\nc = \"$${x} %%{y} $ % $$ 100%\"\n",
        "a = \"${var.env}-orders-${1 + 2}\"\nb = \"${\n  x\n}\"\n",
        "a = \"${~ x ~}\"\n",
        "a = <<EOF\none\n  two ${x} three\n\nEOF\nb = 1\n",
        "a {\n  b = <<-EOF\n    one\n      two\n\n    ${x}\n    EOF\n}\n",
        "a = <<-EOF\n    $${x}\n  y\n  EOF\n",
        "a = -1\nb = !c\nd = -(1.50)\ne = 1e3\nf = 0.25e-2\ng = 12345678901234\n",
        "a = b ? c : d ? e : f\n",
        "a = 1 + 2 * 3 - 4 / 5 % 6 == 7 && 8 != 9 || x <= y\n",
        "a = (\n  1\n  + 2\n)\n",
        "a = f()\nb = f(1, 2,)\nc = f(x...)\nd = provider::aws::arn(x)\ne = f(\n  1,\n  2\n)\n",
        "a = []\nb = [1, 2,]\nc = [\n  1, # one\n  2\n]\n",
        "a = {}\nb = { c = 1, d : 2 }\ne = {\n  f = 1\n  \"g\" = 2\n  (h) = 3,\n  \"${i}-j\" = 4\n}\n",
        "a = { true = 1\n null = 2 }\n",
        "a = b.c.d[0][\"e\"].f\ng = h.0.i\nj = k[*].l\nm = n.*.o\np = f(q)[0].r\n",
        "a = [for x in y : x if x != 1]\nb = { for k, v in y : k => v }\nc = { for v in y : v.k => v... }\n",
        "a \"b\" c {\n}\nd { e = 1 }\nf {}\n",
        "a-b = c-d\n_e = 1\nforum = 2\nfor_each = [for_x, forum]\n",
        "a = 1\r\nb {\r\n  c = 2\r\n}\r\n",
        "a = \"ä\u{1F600}\"\nß = 1\n",
    ] {
        same(text);
    }
}

#[test]
fn what_is_no_hcl_is_refused_at_its_line() {
    for (text, line, expected) in [
        ("a = ", 1, "a value"),
        ("a = 1 2", 1, "the end of the line"),
        ("a = 1\na = 2", 2, "one attribute `a`"),
        ("a {\n", 2, "an attribute or a block"),
        ("a = [1,\n2", 2, "`]`"),
        ("a = \"\\x\"", 1, "an escape sequence of HCL"),
        ("a = <<EOF\nx", 2, "a line `EOF`"),
        ("a = { b }", 1, "`=` or `:`"),
        ("a \"${b}\" {}", 1, "`=`, a label or `{`"),
        ("= 1", 1, "an attribute or a block"),
    ] {
        let fault = parse(text).map(|body| ours_body(&body)).expect_err(text);
        assert_eq!((fault.line, fault.expected.as_str()), (line, expected), "{text}");
        assert_eq!(both(text).1, None, "the library reads {text}");
    }
}

/// Terraform says "Invalid multi-line string". The library (0.10) reads it.
#[test]
fn a_text_in_quotes_is_on_one_line() {
    let text = "a = \"x\n\"";
    assert_eq!(parse(text).map(drop).expect_err(text).expected, "`\"` on the same line");
    assert!(both(text).1.is_some());
}

#[test]
fn depth_is_limited() {
    for (open, close) in [
        ("[", "]"),
        ("(", ")"),
        ("{a=", "}"),
        ("!", ""),
        ("f(", ")"),
        ("\"${", "}\""),
    ] {
        let nested = |depth| format!("a = {}1{}", open.repeat(depth), close.repeat(depth));
        assert!(parse(&nested(30)).is_ok(), "{open}");
        assert_eq!(
            parse(&nested(100_000)).map(drop).expect_err(open).expected,
            "at most 64 nested levels"
        );
    }
    assert!(parse(&"a {".repeat(100_000)).is_err());
    let sum = |operators: usize| format!("a = 1{}\nb = 1 + 1\n", " + 1".repeat(operators));
    assert!(parse(&sum(1_000)).is_ok());
    assert!(parse(&sum(100_000)).is_err());
}

/// Expressions as text.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|truth| truth.to_string()),
        (0_u32..100_000).prop_map(|number| number.to_string()),
        (0_u16..1000, 1_u16..10).prop_map(|(whole, part)| format!("{whole}.{part}")),
        "[a-z][a-z_0-9-]{0,4}x",
        "[a-z]x\\.[a-z]x(\\[0\\])?",
        "[ a-z$%}#/é]{0,8}".prop_map(|text| format!("\"{text}\"")),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|list| format!("[{}]", list.join(", "))),
            prop::collection::vec(inner.clone(), 0..3).prop_map(|list| format!("fx(\n{})", list.join(",\n"))),
            prop::collection::vec(inner.clone(), 0..3).prop_map(|list| {
                let member = |(place, value): (usize, &String)| format!("k{place} = {value}\n");
                format!("{{\n{}}}", list.iter().enumerate().map(member).collect::<String>())
            }),
            (
                two.clone(),
                prop::sample::select(vec![
                    "||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"
                ])
            )
                .prop_map(|((one, other), operator)| format!("{one} {operator} {other}")),
            (inner.clone(), two).prop_map(|(test, (yes, no))| format!("({test} ? {yes} : {no})")),
            inner.clone().prop_map(|one| format!("!{one}")),
            inner.clone().prop_map(|one| format!("\"a ${{{one}}} b\"")),
            inner.prop_map(|one| format!("[for x in {one} : x]")),
        ]
    })
}

proptest! {
    #[test]
    fn generated_files_are_read_alike(values in prop::collection::vec(expression(), 1..5)) {
        let line = |(place, value): (usize, &String)| format!("a{place} = {value}\nb{place} \"l\" {{\n  c = {value}\n}}\n");
        let text: String = values.iter().enumerate().map(line).collect();
        let (ours, theirs) = both(&text);
        prop_assert!(ours.is_some(), "refused: {text}: {:?}", parse(&text).map(drop));
        prop_assert_eq!(ours, theirs, "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ab ={}\"$%<>.\\[\\]()!?:,\\\\\\n#/*~0-9E-]{0,60}") {
        if let Ok(body) = parse(&text) {
            let (ours, theirs) = (ours_body(&body), both(&text).1);
            if let Some(theirs) = theirs {
                prop_assert_eq!(ours, theirs, "{}", text);
            }
        }
    }
}
