#!/usr/bin/env bash
# aiodynamo 26.4 signs another Host than it sends when the endpoint has a port: the signature covers host:127.0.0.1, the header
# is "Host: 127.0.0.1:8000". Signature Version 4 signs headers as they are sent (IAM user guide, "Create a signed API
# request"), and boto3 includes the port. AWS's endpoints have none, so it only shows elsewhere: an endpoint on a port of its
# own that checks signatures refuses every request with InvalidSignatureException, which blames the secret key. Emulators
# that check nothing hide it. The guess was a signature of the Host that is sent.
#
# Run by hand: bash findings/aiodynamo-signed-host.sh. Needs python3 with venv, and pip.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv client
client/bin/pip install --quiet "aiodynamo[httpx]==26.4" boto3==1.44.8

cat > probe.py <<'END_PROBE'
import asyncio
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import boto3
import httpx
from aiodynamo.client import Client
from aiodynamo.credentials import Key, StaticCredentials
from aiodynamo.http.httpx import HTTPX
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from yarl import URL

received = []


class Stub(BaseHTTPRequestHandler):
    """Responds to every request as GetItem does, and notes the headers and the body."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        received.append(({name.lower(): value for name, value in self.headers.items()}, body))
        response = b'{"Item": {"id": {"S": "a"}}}'
        self.send_response(200)
        self.send_header("content-type", "application/x-amz-json-1.0")
        self.send_header("content-length", str(len(response)))
        self.end_headers()
        self.wfile.write(response)

    def log_message(self, *_):
        pass


def signs(host, headers, body):
    """Whether the signature of a request is right for this host, by botocore's own calculation."""
    names = headers["authorization"].split("SignedHeaders=")[1].split(",")[0].split(";")
    request = AWSRequest("POST", f"http://{host}/", {name: headers[name] for name in names if name != "host"}, body)
    request.headers["host"] = host
    request.context["timestamp"] = headers["x-amz-date"]
    auth = SigV4Auth(Credentials("id", "secret"), "dynamodb", "us-east-1")
    signature = auth.signature(auth.string_to_sign(request, auth.canonical_request(request)), request)
    return headers["authorization"].endswith("Signature=" + signature)


server = HTTPServer(("127.0.0.1", 0), Stub)
Thread(target=server.serve_forever, daemon=True).start()
port = server.server_address[1]
address = f"http://127.0.0.1:{port}"


async def ask():
    async with httpx.AsyncClient() as http:
        client = Client(HTTPX(http), StaticCredentials(Key("id", "secret")), "us-east-1", URL(address))
        await client.get_item("votes", {"id": "a"})


asyncio.run(ask())
keys = {"aws_access_key_id": "id", "aws_secret_access_key": "secret"}
boto3.client("dynamodb", endpoint_url=address, region_name="us-east-1", **keys).get_item(
    TableName="votes", Key={"id": {"S": "a"}}
)
found = []
for name, (headers, body) in zip(["aiodynamo 26.4", "boto3 1.44.8"], received):
    assert headers["host"] == f"127.0.0.1:{port}"
    hosts = {"with its port": headers["host"], "without it": "127.0.0.1"}
    found.append([words for words, host in hosts.items() if signs(host, headers, body)])
    print(f"{name}: sends the host with its port, signs it", *found[-1])
assert found == [["without it"], ["with its port"]], "the behaviour changed"
END_PROBE
client/bin/python probe.py
