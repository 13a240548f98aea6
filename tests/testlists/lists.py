#!/usr/bin/env python3
"""Runs the test lists that hashrange-pattern writes for crates/pattern/examples/patterns.json.

Usage: lists.py SERVER LISTS FOLDER SDK [--rust]

SERVER is hashrange-server. LISTS is the example `lists` of hashrange-pattern, and writes to FOLDER. pytest, node:test and,
with --rust, cargo test run their list against a server of their own each, with the tables of the example. Exactly those
tests must fail that fail on the board: their names begin with "Fails:". AWS's MCP server executes its file, without what
is expected: there, those patterns fail that the service refuses. SDK is the folder where cargo keeps the compiled SDK. Needs boto3, pytest, awslabs.dynamodb-mcp-server, Node, and
node_modules above FOLDER. Knows nothing of how lists are written.
"""

import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

VARIABLE = "AWS_ENDPOINT_URL_DYNAMODB"
# What a list says of the tests that fail.
WORDS = ["another page follows", "its budget is 80", "ConditionalCheckFailed", "ResourceNotFound"]
RUST = """[package]
name = "lists"
version = "0.0.0"
edition = "2024"
[workspace]
[dev-dependencies]
aws-config = { version = "=1.13.0", default-features = false, features = ["rt-tokio", "behavior-version-latest", "default-https-client"] }
aws-sdk-dynamodb = { version = "=1.136.0", default-features = false, features = ["rt-tokio", "default-https-client"] }
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
[profile.dev]
debug = false
incremental = false
"""


class Server:
    """A server with the tables of the example, which ends with its block."""

    def __init__(self, program, setup):
        command = [program, "--port", "0", "--physics", "instant"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        words = self.process.stdout.readline().split()
        [self.url] = [word.rstrip("/.") for word in words if word.startswith("http://")][:1]
        for operation, body in setup:
            self.send(operation, body)

    def send(self, operation, body):
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=60)
        headers = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": f"DynamoDB_20120810.{operation}"}
        connection.request("POST", "/", json.dumps(body), headers)
        response = connection.getresponse()
        answer = response.read()
        connection.close()
        assert response.status == 200, (operation, answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def captured(command, folder, url):
    environment = {**os.environ, VARIABLE: url} if url else {k: v for k, v in os.environ.items() if k != VARIABLE}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1500, check=False)
    return done.stdout + done.stderr


def python(folder, url):
    """Each test with whether it passed, and all that pytest says."""
    report = folder / "pytest.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--junit-xml={report}", "test_patterns.py"]
    text = captured(command, folder, url)
    cases = list(xml.etree.ElementTree.parse(report).iter("testcase"))
    return [(case.get("name"), case.find("failure") is None and case.find("error") is None) for case in cases], text


def javascript(folder, url):
    text = captured(["node", "--test-reporter=tap", "patterns.test.mjs"], folder, url)
    lines = [re.match(r"(not )?ok \d+ - (.*)", line) for line in text.splitlines()]
    return [(line[2], line[1] is None) for line in lines if line], text


def rust(sdk):
    def run(folder, url):
        project = folder / "rust-project"
        (project / "tests").mkdir(parents=True, exist_ok=True)
        (project / "src").mkdir(exist_ok=True)
        (project / "src" / "lib.rs").write_text("", encoding="utf-8")
        (project / "Cargo.toml").write_text(RUST, encoding="utf-8")
        (project / "tests" / "patterns.rs").write_bytes((folder / "patterns.rs").read_bytes())
        command = ["cargo", "test", "--quiet", "--target-dir", sdk, "--test", "patterns"]
        text = captured([*command, "--", "--test-threads=1", "--format=pretty"], project, url)
        lines = [re.match(r"test (\w+) \.\.\. (ok|FAILED)", line) for line in text.splitlines()]
        return [(line[1], line[2] == "ok") for line in lines if line], text

    return run


def mcp(folder, url):
    """The access patterns with whether AWS's MCP server gets an answer, from the tables and items of the same file."""
    script = """
import asyncio, json, sys
from awslabs.dynamodb_mcp_server import server
from awslabs.dynamodb_mcp_server.model_validation_utils import create_validation_resources
model = json.load(open("dynamodb_data_model.json"))
create_validation_resources(model, sys.argv[1])
asyncio.run(server._execute_access_patterns(".", model["access_patterns"], sys.argv[1]))
"""
    text = captured([sys.executable, "-c", script, url], folder, url)
    results = json.loads((folder / "dynamodb_model_validation.json").read_text(encoding="utf-8"))["validation_response"]
    return [(one["description"], "InterpretationResponse(error=None" in str(one.get("response"))) for one in results], text


def must_fail(name, runner):
    name = name.lower().replace(" ", "_")
    return "fails" in name and (runner is not mcp or name.endswith(("refused", "no_table")))


def check(language, runner, folder, server, setup, count):
    """What is wrong with a list, and the number of its tests that ended as they must."""
    with Server(server, [] if runner is mcp else setup) as running:
        tests, text = runner(folder, running.url)
    wrong = [f"{language}: {name} {'passes' if passed else 'fails'}" for name, passed in tests if passed == must_fail(name, runner)]
    if len(tests) != count:
        wrong.append(f"{language}: {len(tests)} tests instead of {count}")
    if runner is not mcp:
        wrong += [f"{language}: nothing says {words!r}" for words in WORDS if words not in text]
        _, text_without = runner(folder, None)
        if f"Set {VARIABLE} to the endpoint" not in text_without:
            wrong.append(f"{language}: nothing says that the endpoint is missing")
    if wrong:
        print(text[-6000:])
    print(f"{language}: {len(tests)} tests, {sum(not passed for _, passed in tests)} failed", flush=True)
    return wrong, max(count - len(wrong), 0)


def main():
    server, lists, folder, sdk = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:5])
    settings = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_MAX_ATTEMPTS": "1"}
    settings |= {"AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}
    os.environ.update(settings)
    subprocess.run([lists, folder], check=True)
    folder = pathlib.Path(folder)
    failing = json.loads((folder / "failing.json").read_text(encoding="utf-8"))
    patterns = json.loads((folder / "dynamodb_data_model.json").read_text(encoding="utf-8"))["access_patterns"]
    setup = json.loads((folder / "setup.json").read_text(encoding="utf-8"))
    names = [pattern["description"] for pattern in patterns]
    marked = [name for name in names if must_fail(name, None)]
    wrong, passed = [] if failing == marked else [f"the board fails {failing} instead of {marked}"], 0
    runners = {"python": python, "javascript": javascript} | ({"rust": rust(sdk)} if "--rust" in sys.argv else {})
    runners["mcp"] = mcp
    for language, runner in runners.items():
        more, right = check(language, runner, folder, server, setup, len(patterns))
        wrong, passed = wrong + more, passed + right
    print("\n".join(wrong))
    print(f"cases: {passed} passed, {len(wrong)} failed")
    sys.exit(1 if wrong else 0)


main()
