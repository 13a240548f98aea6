"""What the jobs of boto3 share: checks that are counted, clients of a server, and the verdict."""

import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

CHECKS = []


def check(name, found, expected):
    """Notes a check; says what differs when it fails."""
    CHECKS.append(found == expected)
    if found != expected:
        print(f"FAILED {name}\n  found    {found!r}\n  expected {expected!r}")


def refused(name, exception, call, **parameters):
    """Checks that a call is refused with this exception, and gives back the parsed error."""
    try:
        call(**parameters)
    except ClientError as error:
        check(name, error.response["Error"]["Code"], exception)
        return error.response
    check(name, "no exception", exception)
    return {}


def settings(usage, further=0):
    """What clients need to reach the server of the command line; ends with the usage when there is none, or when not so
    many further arguments follow."""
    if len(sys.argv) != 2 + further:
        sys.exit(usage)
    return {
        "endpoint_url": sys.argv[1],
        "region_name": "us-east-1",
        "aws_access_key_id": "any",
        "aws_secret_access_key": "any",
        "config": Config(retries={"total_max_attempts": 2}),
    }


def finish():
    """Prints how many checks passed, and ends with an error when one failed."""
    failed = CHECKS.count(False)
    print(f"{len(CHECKS) - failed} passed, {failed} failed (boto3 {boto3.__version__})")
    sys.exit(1 if failed else 0)
