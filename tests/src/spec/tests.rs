//! Texts that are specs, and texts that are not.

use super::*;

fn parse(text: &str) -> Result<Spec, SpecError> {
    Spec::parse(text, Path::new("a.spec"), &|name| {
        (name == "given/table").then(|| {
            (
                "# A table.\n> CreateTable\n< ok\n".to_owned(),
                PathBuf::from("table.spec"),
            )
        })
    })
}

#[test]
fn a_spec_is_read() {
    let text = "# Shows something.\n# claims: lsi-001, lsi-002\n# physics: instant, propagation 200 ms\n+ given/table\n\n\
                * n = 1..4, m = -1..1\n> PutItem\n{ \"a\": 1 }\n< ok\n# claims: lsi-003\n~ 2 s\n\
                > Query, every page\n{}\n< ValidationException: No: not this\n{ \"x\": 1 }\n";
    let spec = parse(text).unwrap();
    assert_eq!(spec.title, "Shows something.");
    assert_eq!(spec.claims, ["lsi-001", "lsi-002", "lsi-003"]);
    assert_eq!(spec.physics.propagation, Some(200));
    assert!(spec.in_process_only());
    let places: Vec<String> = spec.steps.iter().map(|step| step.place.to_string()).collect();
    assert_eq!(places, ["table.spec:2", "a.spec:7", "a.spec:11", "a.spec:12"]);
    let StepKind::Exchange(put) = &spec.steps[1].kind else {
        panic!()
    };
    assert_eq!(put.loops.len(), 2);
    assert_eq!(
        put.loops[1],
        Loop {
            variable: "m".into(),
            from: -1,
            to: 1
        }
    );
    let StepKind::Exchange(query) = &spec.steps[3].kind else {
        panic!()
    };
    assert_eq!(query.mode, Mode::EveryPage);
    let Expected::Refused {
        exception,
        message,
        body,
    } = &query.expected
    else {
        panic!()
    };
    assert_eq!(
        (exception.as_str(), message.as_deref()),
        ("ValidationException", Some("No: not this"))
    );
    assert!(body.is_some());
}

#[test]
fn a_mistake_is_placed() {
    for (text, message) in [
        (
            "> Scan\n< ok\n",
            "a.spec:1: opens without a comment that says what is shown",
        ),
        (
            "# A.\n> Scan\n{}\n",
            "a.spec:3: the request has no answer (`< ok` or `< ExceptionName: message`)",
        ),
        ("# A.\n{}\n", "a.spec:2: a line here begins with one of # + > < * ~ ="),
        (
            "# A.\n~ soon\n",
            "a.spec:2: a span of time is written `~ 500 ms` or `~ 2 s`",
        ),
        (
            "# A.\n= shard\n",
            "a.spec:2: a part of the answer is kept with `= name = $last.Part`",
        ),
        ("# A.\n+ given/none\n", "a.spec:2: no file `given/none`"),
        (
            "# A.\n* n = 4\n> Scan\n< ok\n",
            "a.spec:2: a repetition is written `* n = 1..4`",
        ),
        (
            "# A.\n* n = 1..4\n~ 1 s\n",
            "a.spec:3: a request must follow the line with `*`",
        ),
        ("# A.\n< ok\n", "a.spec:2: an answer without a request"),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), message);
    }
}
