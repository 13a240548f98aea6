//! The stages about WebAssembly in Node: the suite and the replay of the same past, and the package's types. They also
//! run the AWS SDK on the package and on the server, and the command `copy` with third-party endpoints.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::counts::{self, Counts};
use super::native;
use super::run_options::RunOptions;
use super::server_program;
use super::verdict::{Verdict, require, verdict};
use crate::bindgen::{self, WasmModule};
use crate::endpoints;
use crate::failure::Failure;
use crate::package::{self, Effort};
use crate::project::Project;
use crate::run::{self, Captured};

/// The key with which the SDK signs in `tests/compat/`, for a server that requires it.
const KEY: &str = "compat:secret";

/// The number of histories whose times are revisited in WebAssembly, in the usual tier and in the longer one.
const SEEDS: &str = "6";
const FULL_SEEDS: &str = "60";

/// The scripts that use the SDK: the main test, and reading a stream.
const SCRIPTS: [&str; 2] = ["tests/compat/aws_sdk.mjs", "tests/compat/aws_sdk_streams.mjs"];

/// The arguments of the test of copies: the number of items, and the endpoints. The server's command copies a table to
/// each endpoint and back.
const COPIES: [&str; 4] = ["tests/compat/copies.mjs", "1000", "our server", "dynalite"];
const FULL_COPIES: [&str; 6] = [
    "tests/compat/copies.mjs",
    "100000",
    "our server",
    "dynalite",
    "moto",
    "dynoxide",
];

/// Runs the suite against the package in Node.
pub(super) fn suite_in_wasm(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut all = Captured {
        success: true,
        text: String::new(),
    };
    package::build_for_tests(project, &|command| require(command, options))?;
    let mut command = native::programs(project, &["suite"]);
    command
        .args(["--", "wasm::"])
        .env("HASHRANGE_PACKAGE", package::folder(project, Effort::Test));
    add(&mut all, &run::capture(command, options.verbose)?);
    add(&mut all, &run::capture(same_past(project, options)?, options.verbose)?);
    let counts = counts::from_cargo_test(&all.text);
    Ok(verdict(all, counts, options))
}

/// Builds the package `hashrange-past`, which reads a moment and returns to it. Then the same journals must lead to the
/// same states, and the same moments to the same readings.
fn same_past(project: &Project, options: RunOptions) -> Result<Command, Failure> {
    let folder = project.output("past-for-tests");
    let file = package::compile(project, "hashrange-past", Effort::Test, &|command| {
        require(command, options)
    })?;
    let module = WasmModule {
        file: &file,
        folder: &folder,
        name: "past",
        target: "nodejs",
        typescript: false,
        debug: true,
        split: false,
    };
    bindgen::make(project, &module)?;
    fs::write(folder.join("package.json"), package::COMMON_JS)
        .map_err(|error| Failure::new("making a module of the crate `past`", error.to_string()))?;
    let mut command = native::programs(project, &["histories"]);
    command
        .args(["--", "same_past::", "same_state::"])
        .env("HASHRANGE_PACKAGE", package::folder(project, Effort::Test))
        .env("HASHRANGE_PAST", folder)
        .env("HASHRANGE_SEEDS", if options.full { FULL_SEEDS } else { SEEDS })
        .env_remove("HASHRANGE_SEED");
    Ok(command)
}

fn add(all: &mut Captured, more: &Captured) {
    all.success &= more.success;
    all.text.push_str(&more.text);
}

/// Checks the package's types, the SDK's tasks on the package and on the server, and copies to other endpoints and
/// back.
pub(super) fn compat(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut all = Captured {
        success: true,
        text: String::new(),
    };
    package::build_for_tests(project, &|command| require(command, options))?;
    let folder = package::folder(project, Effort::Test);
    let (mut counts, mut skipped) = (Counts::default(), String::new());
    for command in types(project, &folder)? {
        let types = run::capture(command, options.verbose)?;
        counts = counts.plus(if types.success {
            Counts::one_passed()
        } else {
            Counts::one_failed()
        });
        add(&mut all, &types);
    }
    let in_process = folder.to_string_lossy().into_owned();
    let program = server_program::compile(project)?;
    let server = Server::start(project, &program)?;
    let places = [in_process.as_str(), server.url.as_str()];
    let sdk = SCRIPTS
        .iter()
        .flat_map(|script| places.map(|place| vec![*script, place]));
    let (copies, endpoints) = if options.full {
        (FULL_COPIES.to_vec(), endpoints::variables(project))
    } else {
        (COPIES.to_vec(), Vec::new())
    };
    for arguments in sdk.chain([copies]) {
        let mut command = project.command("node");
        command
            .args(arguments)
            .env(server_program::VARIABLE, &program)
            .envs(endpoints.iter().cloned());
        let captured = run::capture(command, options.verbose)?;
        let (cases, walks) = counts::from_cases(&captured.text);
        counts = counts.plus(if walks == 1 { cases } else { Counts::one_failed() });
        let lines = captured.text.lines().filter(|line| line.starts_with("skipped "));
        skipped.extend(lines.map(|line| format!("; {line}")));
        add(&mut all, &captured);
    }
    Ok(match verdict(all, counts, options) {
        // The endpoints that could not be installed, and the reasons.
        Verdict::Passed { counts, .. } => Verdict::Passed {
            counts,
            note: [counts.to_string(), skipped].concat(),
        },
        other => other,
    })
}

/// Runs the TypeScript compiler on the package's own types, and on `tests/compat/types.ts`, which imports the package
/// by name.
fn types(project: &Project, folder: &Path) -> Result<[Command; 2], Failure> {
    let own = [
        "node/hashrange.d.ts",
        "bundler/hashrange.d.ts",
        "web/hashrange.d.ts",
        "aws-sdk.d.mts",
    ];
    let paths = json!({
        "hashrange": ["./node/hashrange.d.ts"],
        "hashrange/web": ["./web/hashrange.d.ts"],
        "hashrange/aws-sdk": ["./aws-sdk.d.mts"],
    });
    let command = |name: &str, check_all: bool, files: Value| {
        let place = folder.join(name);
        let options = json!({
            "strict": true,
            "noEmit": true,
            "target": "esnext",
            "module": "esnext",
            "moduleResolution": "bundler",
            "lib": ["esnext", "dom"],
            "types": [],
            "skipLibCheck": !check_all,
            "paths": paths,
        });
        let settings = json!({ "compilerOptions": options, "files": files });
        fs::write(&place, settings.to_string())
            .map_err(|error| Failure::new("writing the compiler's settings", error.to_string()))?;
        let mut command = project.command("node");
        command
            .args(["node_modules/typescript/bin/tsc", "--pretty", "false", "--project"])
            .arg(place);
        Ok::<_, Failure>(command)
    };
    Ok([
        command("tsconfig.own.json", true, json!(own))?,
        // The SDK's own types require those of Node, which nothing here needs.
        command(
            "tsconfig.use.json",
            false,
            json!([project.path("tests/compat/types.ts")]),
        )?,
    ])
}

/// The native server, which requires signatures. It ends on drop.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(project: &Project, program: &Path) -> Result<Self, Failure> {
        let failure = |why: String| Failure::new("starting the server", why);
        let mut command = project.command(program);
        command.args(["--port", "0", "--require-signature", KEY]);
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failure(error.to_string()))?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout)
                .read_line(&mut line)
                .map_err(|error| failure(error.to_string()))?;
        }
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"))
            .map(str::to_owned);
        match url {
            Some(url) => Ok(Self { child, url }),
            None => Err(failure(format!("it says {line:?} and not where it listens"))),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
