//! The stages about the JavaScript package: the suite in WebAssembly, its types, and the AWS SDK on it and on the server.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::counts::{self, Counts};
use super::stages::{Verdict, verdict};
use crate::failure::Failure;
use crate::package::{self, Effort};
use crate::project::Project;
use crate::run::{self, Captured};

/// The key that the SDK signs with in `tests/compat/`, for a server that insists on it.
const KEY: &str = "compat:secret";

/// What the SDK does in them: the main job, and reading a stream.
const SCRIPTS: [&str; 2] = ["tests/compat/aws_sdk.mjs", "tests/compat/aws_sdk_streams.mjs"];

/// The suite against the package in Node.
pub(super) fn suite_in_wasm(project: &Project, verbose: bool) -> Result<Verdict, Failure> {
    let mut all = Captured { success: true, text: String::new() };
    if !build_package(project, verbose, &mut all)? {
        return Ok(verdict(all, Counts::one_failed(), verbose));
    }
    let mut command = project.command("cargo");
    command
        .args(["test", "--package", "hashrange-tests", "--test", "suite", "--", "wasm::"])
        .env("HASHRANGE_PACKAGE", package::folder(project, Effort::Test));
    add(&mut all, &run::capture(command, verbose)?);
    let counts = counts::from_cargo_test(&all.text);
    Ok(verdict(all, counts, verbose))
}

/// Builds the package as the tests use it; false when that failed.
fn build_package(project: &Project, verbose: bool, all: &mut Captured) -> Result<bool, Failure> {
    for command in package::prepare(project, Effort::Test)? {
        add(all, &run::capture(command, verbose)?);
        if !all.success {
            return Ok(false);
        }
    }
    package::finish(project, &package::folder(project, Effort::Test))?;
    Ok(true)
}

fn add(all: &mut Captured, more: &Captured) {
    all.success &= more.success;
    all.text.push_str(&more.text);
}

/// The package's types, and the SDK's jobs on the package and on the server.
pub(super) fn compat(project: &Project, verbose: bool) -> Result<Verdict, Failure> {
    let mut all = Captured { success: true, text: String::new() };
    // Anew, for the one that is there may be an old one.
    if !build_package(project, verbose, &mut all)? {
        return Ok(verdict(all, Counts::one_failed(), verbose));
    }
    let folder = package::folder(project, Effort::Test);
    let mut counts = Counts::default();
    for command in types(project, &folder)? {
        let types = run::capture(command, verbose)?;
        counts = counts.plus(if types.success { Counts::one_passed() } else { Counts::one_failed() });
        add(&mut all, &types);
    }
    let in_process = folder.to_string_lossy().into_owned();
    let server = Server::start(project)?;
    let places = [in_process.as_str(), server.url.as_str()];
    for (script, place) in SCRIPTS.iter().flat_map(|script| places.map(|place| (*script, place))) {
        let mut command = project.command("node");
        command.args([script, place]);
        let captured = run::capture(command, verbose)?;
        let (cases, walks) = counts::from_cases(&captured.text);
        counts = counts.plus(if walks == 1 { cases } else { Counts::one_failed() });
        add(&mut all, &captured);
    }
    Ok(verdict(all, counts, verbose))
}

/// The compiler on the package's own types, and on `tests/compat/types.ts` with the package where its name is imported.
fn types(project: &Project, folder: &Path) -> Result<[Command; 2], Failure> {
    let own = ["node/hashrange.d.ts", "bundler/hashrange.d.ts", "web/hashrange.d.ts", "aws-sdk.d.mts"];
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
        command.args(["node_modules/typescript/bin/tsc", "--pretty", "false", "--project"]).arg(place);
        Ok(command)
    };
    Ok([
        command("tsconfig.own.json", true, json!(own))?,
        // The SDK's own types want those of Node, which nobody here needs.
        command("tsconfig.use.json", false, json!([project.path("tests/compat/types.ts")]))?,
    ])
}

/// The native server, insisting on signatures, until it is dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(project: &Project) -> Result<Self, Failure> {
        let failure = |why: String| Failure::new("starting the server", why);
        let mut build = project.command("cargo");
        build.args(["build", "--quiet", "--package", "hashrange-server"]);
        let built = run::capture(build, false)?;
        if !built.success {
            return Err(failure(built.tail(20)));
        }
        let mut command = project.command("cargo");
        command.args(["run", "--quiet", "--package", "hashrange-server", "--"]);
        command.args(["--port", "0", "--require-signature", KEY]);
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| failure(error.to_string()))?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(|error| failure(error.to_string()))?;
        }
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned);
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
