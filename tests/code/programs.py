#!/usr/bin/env python3
"""Runs and parses the programs that hashrange-code writes for crates/code/tests/requests.json.

Usage: programs.py SERVER PROGRAMS FOLDER [--rust]

SERVER is hashrange-server. PROGRAMS is the example `programs` of hashrange-code, and writes to FOLDER. Python, JavaScript,
the AWS CLI and, with --rust, Rust run against a server of their own each. A recorder between them and the server
compares each request and each response with those of the same JSON sent without a library. The other languages are
parsed. Needs boto3, awscli, tree-sitter and four of its grammars, Node, and node_modules above FOLDER.
Knows nothing of how programs are written.
"""

import contextlib
import http.client
import http.server
import io
import json
import os
import pathlib
import runpy
import subprocess
import sys
import threading

import tree_sitter
import tree_sitter_c_sharp
import tree_sitter_go
import tree_sitter_java
import tree_sitter_typescript

HERE = pathlib.Path(__file__).resolve().parent
REQUESTS = json.loads((HERE / "../../crates/code/tests/requests.json").read_text(encoding="utf-8"))
# What the service makes up, or takes from its clock.
MADE_UP = {"TableId", "TableArn", "IndexArn", "LatestStreamArn", "LatestStreamLabel", "BackupArn", "KMSMasterKeyArn"}
# A library makes up a token where the request has none.
TOKEN = "ClientRequestToken"
GRAMMARS = {
    "java": tree_sitter_java.language,
    "go": tree_sitter_go.language,
    "csharp": tree_sitter_c_sharp.language,
    "cdk": tree_sitter_typescript.language_typescript,
}
RUST = """[package]
name = "programs"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
aws-config = { version = "=1.13.0", default-features = false, features = ["rt-tokio", "behavior-version-latest", "default-https-client"] }
aws-sdk-dynamodb = { version = "=1.136.0", default-features = false, features = ["rt-tokio", "default-https-client"] }
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
[profile.dev]
debug = false
incremental = false
"""


class Server:
    """A server without tables, which ends with its block. Responses do not depend on real time."""

    def __init__(self, program):
        command = [program, "--port", "0", "--physics", "instant"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        words = self.process.stdout.readline().split()
        [self.address] = [word.removeprefix("http://").rstrip("/.") for word in words if word.startswith("http://")][:1]

    def send(self, headers, body):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        connection.request("POST", "/", body, headers)
        response = connection.getresponse()
        answer = response.status, dict(response.getheaders()), response.read()
        connection.close()
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Recorder(http.server.ThreadingHTTPServer):
    """Passes requests to the server of the moment, and notes them with their responses."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.server, self.seen = None, []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kept = {name: self.headers[name] for name in ("X-Amz-Target", "Content-Type", "Authorization", "X-Amz-Date")}
        status, headers, answer = self.server.server.send({n: v for n, v in kept.items() if v}, body)
        target = self.headers["X-Amz-Target"].split(".")[-1]
        self.server.seen.append((target, json.loads(body), status, json.loads(answer)))
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() in ("content-type", "x-amz-crc32", "x-amzn-requestid"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def plain(value, name=""):
    """The value without what is made up, and with sets and numbers in one form."""
    if isinstance(value, dict):
        kept = {key: plain(member, key) for key, member in value.items() if key not in MADE_UP}
        return {key: member for key, member in kept.items() if "DateTime" not in key or isinstance(member, dict)}
    if isinstance(value, list):
        elements = [plain(element) for element in value]
        return sorted(elements) if name in ("SS", "NS", "BS", "AttributesToGet") else elements
    return value


def differences(name, seen, expected):
    """What differs between recorded and expected requests."""
    if len(seen) != 1:
        return [f"{name}: {len(seen)} requests"]
    (target, body, status, answer), (operation, request, right_status, right_answer) = seen[0], expected
    if TOKEN not in request:
        body.pop(TOKEN, None)
    pairs = {
        "operation": (target, operation),
        "request": (plain(body), plain(request)),
        "status": (status, right_status),
        "response": (plain(answer), plain(right_answer)),
    }
    return [f"{name}: {what} {ours}\n  instead of {right}" for what, (ours, right) in pairs.items() if ours != right]


def expected(program):
    """The responses to the requests as JSON, without a library."""
    credentials = "Credential=local/20261128/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0"
    headers = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Date": "20261128T000000Z"}
    headers["Authorization"] = f"AWS4-HMAC-SHA256 {credentials}"
    answers = []
    with Server(program) as server:
        for operation, body in REQUESTS:
            headers["X-Amz-Target"] = f"DynamoDB_20120810.{operation}"
            status, _, answer = server.send(headers, json.dumps(body))
            answers.append((operation, body, status, json.loads(answer)))
    refused = [answer for _, _, status, answer in answers if status != 200]
    assert [answer["__type"].split("#")[1] for answer in refused] == ["ConditionalCheckFailedException"], refused
    return answers


def python(file):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
        runpy.run_path(str(file))


def start(*words):
    """Runs a program to its end, for a minute at most. What it sent is in the recorder."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(words, capture_output=True, timeout=60, check=False)


def node(file):
    start("node", file)


def bash(file):
    start("bash", file)


def rust_of(folder):
    """Compiles one program of all programs in Rust, and returns the function that runs one of them."""
    project = folder / "rust-project"
    (project / "src").mkdir(parents=True, exist_ok=True)
    (project / "Cargo.toml").write_text(RUST, encoding="utf-8")
    files = sorted((folder / "rust").glob("[0-9]*.rs")) + [folder / "rust" / "table.rs"]
    text, arms = "", ""
    for file in files:
        program = file.read_text(encoding="utf-8").replace("\nasync fn main()", "\npub async fn main()")
        (project / "src" / f"r{file.stem}.rs").write_text(program, encoding="utf-8")
        text += f"mod r{file.stem};\n"
        arms += f'        Some("{file.stem}") => r{file.stem}::main(),\n'
    text += f"fn main() {{\n    let _ = match std::env::args().nth(1).as_deref() {{\n{arms}        _ => Ok(()),\n    }};\n}}\n"
    (project / "src" / "main.rs").write_text(text, encoding="utf-8")
    build = ["cargo", "build", "--quiet", "--manifest-path", project / "Cargo.toml", "--target-dir", project / "target"]
    built = subprocess.run(build, capture_output=True, text=True, timeout=1500, check=False)
    if built.returncode:
        print(built.stderr[-6000:])
        return None
    program = project / "target" / "debug" / "programs"
    return lambda file: start(program, file.stem)


def run(language, runner, right, recorder, server, folder):
    """Runs the programs of a language, in order, against a server of their own."""
    wrong, passed = [], 0
    with Server(server) as recorder.server:
        for place, answer in enumerate(right):
            [file] = (folder / language).glob(f"{place:02}.*")
            recorder.seen = []
            runner(file)
            found = differences(f"{language}/{file.name}", recorder.seen, answer)
            passed, wrong = passed + (not found), wrong + found
    with Server(server) as recorder.server:
        recorder.seen = []
        [file] = (folder / language).glob("table.*")
        runner(file)
        operations = [target for target, *_ in recorder.seen if target != "DescribeTable"]
        refused = [(target, answer) for target, _, status, answer in recorder.seen if status != 200]
    if operations == ["CreateTable", "UpdateTimeToLive", "UpdateContinuousBackups"] and not refused:
        passed += 1
    else:
        wrong.append(f"{language}/{file.name}: {operations}, refused {refused}")
    return passed, wrong


def parse(language, folder):
    parser = tree_sitter.Parser(tree_sitter.Language(GRAMMARS[language]()))
    wrong, passed = [], 0
    for file in sorted((folder / language).iterdir()):
        found = parser.parse(file.read_bytes()).root_node.has_error
        passed, wrong = passed + (not found), wrong + ([f"{language}/{file.name}: an error of syntax"] if found else [])
    return passed, wrong


def aws(folder):
    """The program `aws`. Version 1 does not decode binary values in JSON, so it gets what version 2 has."""
    place = folder / "bin"
    place.mkdir(exist_ok=True)
    script = place / "aws"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} {HERE / 'aws.py'} \"$@\"\n", encoding="utf-8")
    script.chmod(0o755)
    return place


def main():
    server, programs, folder = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:4])
    folder = pathlib.Path(folder)
    settings = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_MAX_ATTEMPTS": "1"}
    settings |= {"AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}
    os.environ.update(settings)
    recorder = Recorder()
    address = f"http://127.0.0.1:{recorder.server_address[1]}"
    subprocess.run([programs, str(folder), address], check=True)
    os.environ["PATH"] = f"{aws(folder)}{os.pathsep}{os.environ['PATH']}"
    runners = {"python": python, "javascript": node, "cli": bash}
    passed, wrong = 0, []
    if "--rust" in sys.argv:
        runners["rust"] = rust_of(folder)
    right = expected(server)
    for language, runner in runners.items():
        if runner is None:
            wrong.append(f"{language}: does not compile")
            continue
        more, found = run(language, runner, right, recorder, server, folder)
        print(f"{language}: {more} programs sent the same request and got the same response", flush=True)
        passed, wrong = passed + more, wrong + found
    for language in GRAMMARS:
        more, found = parse(language, folder)
        print(f"{language}: {more} programs parsed")
        passed, wrong = passed + more, wrong + found
    print("\n".join(wrong))
    print(f"cases: {passed} passed, {len(wrong)} failed")
    sys.exit(1 if wrong else 0)


main()
