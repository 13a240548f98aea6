//! The stages about WebAssembly in Node: the suite and the same past there, the package's types, the AWS SDK on the package
//! and on the server, and the command `copy` with dynalite.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::counts::{self, Counts};
use super::manner::Manner;
use super::verdict::{Verdict, verdict};
use crate::failure::Failure;
use crate::package::{self, Effort};
use crate::project::Project;
use crate::run::{self, Captured};

/// The key that the SDK signs with in `tests/compat/`, for a server that insists on it.
const KEY: &str = "compat:secret";

/// Histories whose moments are come back to in WebAssembly, in the usual tier and in the longer one.
const SEEDS: &str = "6";
const FULL_SEEDS: &str = "60";

/// What the SDK does in them: the main job, and reading a stream.
const SCRIPTS: [&str; 2] = ["tests/compat/aws_sdk.mjs", "tests/compat/aws_sdk_streams.mjs"];

/// A table goes to dynalite and back by the server's command, which follows the script's name.
const COPY: [&str; 7] = ["tests/compat/dynalite.mjs", "cargo", "run", "--quiet", "--package", "hashrange-server", "--"];

/// The suite against the package in Node.
pub(super) fn suite_in_wasm(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let mut all = Captured { success: true, text: String::new() };
    if !build_package(project, manner, &mut all)? {
        return Ok(verdict(all, Counts::one_failed(), manner));
    }
    let mut command = project.command("cargo");
    command
        .args(["test", "--package", "hashrange-tests", "--test", "suite", "--", "wasm::"])
        .env("HASHRANGE_PACKAGE", package::folder(project, Effort::Test));
    add(&mut all, &run::capture(command, manner.verbose)?);
    if let Some(command) = same_past(project, manner, &mut all)? {
        add(&mut all, &run::capture(command, manner.verbose)?);
    }
    let counts = counts::from_cargo_test(&all.text);
    Ok(verdict(all, counts, manner))
}

/// Builds the room `past`, which has the readings of a moment and the ways back to it. Then the same journals must lead to the
/// same states, and the same moments to the same readings. Nothing when the build failed.
fn same_past(project: &Project, manner: Manner, all: &mut Captured) -> Result<Option<Command>, Failure> {
    let place = project.target().join("past-for-tests");
    let folder = if place.is_absolute() { place } else { project.root().join(place) };
    let mut build = project.command("wasm-pack");
    build.arg("build").arg(project.path("tests/past"));
    build.args(["--dev", "--no-pack", "--target", "nodejs", "--out-name", "past", "--out-dir"]).arg(&folder);
    add(all, &run::capture(build, manner.verbose)?);
    if !all.success {
        return Ok(None);
    }
    fs::write(folder.join("package.json"), package::COMMON_JS)
        .map_err(|error| Failure::new("making a module of the room `past`", error.to_string()))?;
    let mut command = project.command("cargo");
    command
        .args(["test", "--package", "hashrange-tests", "--test", "same_past", "--test", "same_state"])
        .env("HASHRANGE_PACKAGE", package::folder(project, Effort::Test))
        .env("HASHRANGE_PAST", folder)
        .env("HASHRANGE_SEEDS", if manner.full { FULL_SEEDS } else { SEEDS })
        .env_remove("HASHRANGE_SEED");
    Ok(Some(command))
}

/// Builds the package as the tests use it; false when that failed.
fn build_package(project: &Project, manner: Manner, all: &mut Captured) -> Result<bool, Failure> {
    for command in package::prepare(project, Effort::Test)? {
        add(all, &run::capture(command, manner.verbose)?);
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

/// The package's types, the SDK's jobs on the package and on the server, and a copy to dynalite and back.
pub(super) fn compat(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let mut all = Captured { success: true, text: String::new() };
    // Anew, for the one that is there may be an old one.
    if !build_package(project, manner, &mut all)? {
        return Ok(verdict(all, Counts::one_failed(), manner));
    }
    let folder = package::folder(project, Effort::Test);
    let mut counts = Counts::default();
    for command in types(project, &folder)? {
        let types = run::capture(command, manner.verbose)?;
        counts = counts.plus(if types.success { Counts::one_passed() } else { Counts::one_failed() });
        add(&mut all, &types);
    }
    let in_process = folder.to_string_lossy().into_owned();
    let server = Server::start(project)?;
    let places = [in_process.as_str(), server.url.as_str()];
    let sdk = SCRIPTS.iter().flat_map(|script| places.map(|place| vec![*script, place]));
    for arguments in sdk.chain([COPY.to_vec()]) {
        let mut command = project.command("node");
        command.args(arguments);
        let captured = run::capture(command, manner.verbose)?;
        let (cases, walks) = counts::from_cases(&captured.text);
        counts = counts.plus(if walks == 1 { cases } else { Counts::one_failed() });
        add(&mut all, &captured);
    }
    Ok(verdict(all, counts, manner))
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
