#!/usr/bin/env python3
"""Reads files of Terraform with python-hcl2, and checks that each has one table with a name and a key.

Usage: terraform_files.py FILE...

Knows nothing of the program that wrote the files.
"""

import sys

import hcl2


def table_of(path):
    with open(path, encoding="utf-8") as file:
        resources = hcl2.load(file)["resource"]
    [table] = [body for kinds in resources for body in kinds.get('"aws_dynamodb_table"', {}).values()]
    assert table["name"].strip('"'), path
    assert any(key in table for key in ("hash_key", "key_schema")), path
    return table


names = [table_of(path)["name"] for path in sys.argv[1:]]
assert names, "no files"
print(f"{len(names)} files of Terraform read")
