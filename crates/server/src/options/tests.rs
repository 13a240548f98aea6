//! Command lines and what they mean, and the errors of wrong ones.

use std::net::{IpAddr, Ipv6Addr};
use std::path::PathBuf;

use super::{
    AccessKey, AllowedOrigin, Command, DaxOptions, Host, Options, PhysicsPreset, Span, Throttling, ViolationOptions,
    parse,
};
use crate::violations::Task;

fn read(line: &str) -> Result<Command, String> {
    parse(line.split_whitespace().map(Into::into)).map_err(|error| error.to_string())
}

#[test]
fn every_option_has_a_default_and_can_be_set() {
    assert_eq!(read(""), Ok(Command::Serve(Options::default())));
    let all = Options {
        host: Host::Address(IpAddr::V6(Ipv6Addr::LOCALHOST)),
        port: 0,
        data_dir: Some(PathBuf::from("a/b")),
        s3: Some(PathBuf::from("c")),
        physics: Some(PhysicsPreset::Aws),
        throttling: Some(Throttling::Adaptive),
        dax: Some(DaxOptions {
            query_ttl: Span::ZERO,
            ..DaxOptions::DEFAULT
        }),
        region: Some("eu-west-3".to_owned()),
        seed: Some(42),
        allow_origins: ["*", "https://a.test"]
            .into_iter()
            .filter_map(AllowedOrigin::read)
            .collect(),
        require_signature: AccessKey::from_pair("id:se:cret"),
        ..Options::default()
    };
    let line = "--port 0 --physics aws --region=eu-west-3 --seed 42 --host ::1 --data-dir a/b --s3 c --allow-origin * \
                --require-signature id:se:cret --throttling adaptive --dax=300,0 --allow-origin https://a.test";
    assert_eq!(read(line), Ok(Command::Serve(all)));
    let apart = Options {
        regions: true,
        ..Options::default()
    };
    assert_eq!(read("--regions"), Ok(Command::Serve(apart)));
    assert_eq!(read("--host localhost"), Ok(Command::Serve(Options::default())));
    let with_dax = Options {
        dax: Some(DaxOptions::DEFAULT),
        port: 1,
        ..Options::default()
    };
    assert_eq!(read("--dax --port 1"), Ok(Command::Serve(with_dax)));
    let local = Options {
        physics: Some(PhysicsPreset::Classroom),
        port: 8001,
        ..Options::default()
    };
    assert_eq!(
        read("-delayTransientStatuses -inMemory -port 8001 -sharedDb"),
        Ok(Command::Serve(local))
    );
    assert_eq!(read("--port 1 --help"), Ok(Command::Help));
    assert_eq!(read("-V"), Ok(Command::Version));
}

#[test]
fn violations_are_a_command_of_their_own() {
    let path = Some(PathBuf::from("a.properties"));
    let detect = ViolationOptions {
        configuration: path,
        task: Some(Task::Detect { delete: false }),
        endpoint: "http://127.0.0.1:1".to_owned(),
        help: false,
    };
    let line = "violations -p a.properties --detect keep --correct delete --endpoint http://127.0.0.1:1";
    assert_eq!(read(line), Ok(Command::Violations(detect)));
    let correct = ViolationOptions {
        task: Some(Task::Correct { delete: false }),
        ..ViolationOptions::default()
    };
    assert_eq!(read("violations -c update"), Ok(Command::Violations(correct)));
    let help = ViolationOptions {
        help: true,
        ..ViolationOptions::default()
    };
    assert_eq!(read("violations -h"), Ok(Command::Violations(help)));
}

#[test]
fn nonsense_is_answered_with_what_is_wrong() {
    for (line, part) in [
        ("--prot 1", "--prot"),
        ("--port", "--port"),
        ("--port 65536", "65536"),
        ("--physics fast", "instant, classroom or aws"),
        ("--throttling on", "off, adaptive or split"),
        ("--dax=300", "300,60"),
        ("--dax=5,99999999999", "99999999999"),
        ("--region eu/west", "eu/west"),
        ("--region=", "lower-case"),
        ("--host example.com", "example.com"),
        ("--require-signature id", "a colon and a secret"),
        ("--require-signature :secret", "a colon and a secret"),
        ("--require-signature-file no/such/file", "no/such/file"),
        (
            "--require-signature-env NO_SUCH_VARIABLE",
            "NO_SUCH_VARIABLE is not set",
        ),
        ("--allow-origin example.test", "a scheme and a host"),
        ("--regions --data-dir a", "in memory"),
        ("8000", "8000"),
        ("--port 1 violations", "violations"),
        ("copy --to a", "--from is missing"),
        ("copy --from a --to b --workers 65", "--workers must be 1 to 64"),
        ("salvage --to a", "the folder is missing"),
        ("salvage a", "--to is missing"),
        ("salvage a b --to c", "b"),
        ("relay --port 0", "--to is missing"),
        (
            "relay --to http://a --origin *",
            "--origin must be the scheme, host and port",
        ),
        ("violations --detect update", "Invalid options update for 't/detect'"),
        ("violations -c keep", "Invalid options keep for 'c/correct'"),
    ] {
        let message = read(line).expect_err(line);
        assert!(message.contains(part), "{line}: {message}");
    }
}

#[test]
fn secrets_are_not_reported() {
    let wrong = read("--require-signature nocolonSECRET").expect_err("no colon");
    let right = format!("{:?}", read("--require-signature id:SECRET"));
    assert!(
        !wrong.contains("SECRET") && !right.contains("SECRET"),
        "{wrong} {right}"
    );
}
