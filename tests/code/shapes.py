#!/usr/bin/env python3
"""Writes the shapes of requests (crates/code/src/shapes.txt) from the models of the installed botocore.

Usage: shapes.py OPERATION... > crates/code/src/shapes.txt
       shapes.py --check crates/code/src/shapes.txt

With --check it compares the file with the models, and the names of options with those of the AWS CLI.
Knows nothing of programs. Codes of types: `Type::of` in crates/code/src/shapes.rs.
"""

import sys

from botocore import xform_name
from botocore.loaders import Loader

SERVICES = ["dynamodb", "dynamodbstreams", "application-autoscaling"]
PLAIN = {"string": "s", "boolean": "b", "integer": "i", "long": "l", "double": "d", "timestamp": "t", "blob": "x"}
# DynamoDB scales by targets, so other policies are left out.
LEFT_OUT = {"StepScalingPolicyConfiguration", "PredictiveScalingPolicyConfiguration", "CustomizedMetricSpecification"}
# Members with a default in AWS's Smithy models, which botocore's lack. Go has no pointers there.
DEFAULTS = {("ListContributorInsightsInput", "MaxResults"), ("PutResourcePolicyInput", "ConfirmRemoveSelfResourceAccess")}


class Table:
    def __init__(self):
        self.structures, self.words, self.operations = {}, {}, []

    def add(self, model, operation):
        self.shapes = model["shapes"]
        self.operations.append(operation)
        shape = model["operations"][operation].get("input")
        self.structure(shape["shape"], f"{operation}Input")

    def code(self, name):
        shape = self.shapes[name]
        kind = shape["type"]
        if name == "AttributeValue":
            self.structure(name, name)
            return "a"
        if "enum" in shape:
            named = all(word.replace("_", "").isalpha() and word.isupper() for word in shape["enum"])
            self.words[name] = shape["enum"] if named else [w for w in shape["enum"] if w.isalpha() and w.isupper()]
            return f"={name}"
        if kind == "list":
            return "[" + self.code(shape["member"]["shape"])
        if kind == "map":
            return "{" + self.code(shape["value"]["shape"])
        if kind == "structure":
            self.structure(name, name)
            return f".{name}"
        return PLAIN[kind]

    def structure(self, shape, name):
        if name in self.structures:
            return
        self.structures[name] = ""
        shape = self.shapes[shape]
        members = {member: kind["shape"] for member, kind in shape["members"].items() if kind["shape"] not in LEFT_OUT}
        required = [member for member in shape.get("required", []) if self.shapes[members[member]]["type"] != "structure"]
        mark = "!" if required and not name.endswith("Input") else ""
        codes = [(member, self.code(kind)) for member, kind in members.items()]
        plain = [(member, code.upper() if (name, member) in DEFAULTS else code) for member, code in codes]
        self.structures[name] = name + mark + "".join(f" {member}:{code}" for member, code in plain)

    def text(self):
        lines = list(self.structures.values())
        lines += [f"={name} {' '.join(words)}" for name, words in self.words.items() if words]
        return "".join(f"{line}\n" for line in lines)


def table_of(operations):
    loader = Loader()
    models = [loader.load_service_model(service, "service-2") for service in SERVICES]
    table = Table()
    for operation in operations:
        [model] = [model for model in models if operation in model["operations"]][:1]
        table.add(model, operation)
    return table


def joined(name):
    """The rule of crates/code/src/names.rs."""
    out, name = "", f"{name} "
    for place, letter in enumerate(name[:-1]):
        before, after = name[place - 1] if place else " ", name[place + 1]
        if place and letter.isupper() and (not before.isupper() or after.islower()):
            out += "-"
        out += letter.lower()
    return out


if sys.argv[1] == "--check":
    with open(sys.argv[2], encoding="utf-8") as file:
        text = file.read()
    names = [line.split()[0].removesuffix("Input") for line in text.splitlines() if line.split()[0].endswith("Input")]
    table = table_of(names)
    wrong = [(ours, theirs) for ours, theirs in zip(text.splitlines(), table.text().splitlines()) if ours != theirs]
    for ours, theirs in wrong:
        print(f"ours:   {ours}\nmodels: {theirs}")
    inputs = [line.split()[1:] for line in text.splitlines() if line.split()[0].endswith("Input")]
    options = {member.split(":")[0] for members in inputs for member in members} | set(names)
    differing = [name for name in options if xform_name(name, "-") != joined(name)]
    for name in differing:
        print(f"{name} is {xform_name(name, '-')}, and not {joined(name)}")
    same = text == table.text()
    print(f"cases: {int(same) + int(not differing)} passed, {int(not same) + int(bool(differing))} failed")
    sys.exit(0 if same and not differing else 1)
sys.stdout.write(table_of(sys.argv[1:]).text())
