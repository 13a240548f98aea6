#!/usr/bin/env python3
"""The AWS CLI, version 1, with binary values in JSON read as base64, as version 2 does.

PyPI has version 1 only. Knows nothing of the requests.
"""

import base64
import sys

import awscli.clidriver
from botocore.serialize import Serializer

encoded = Serializer._get_base64


def decoded_first(self, value):
    return encoded(self, base64.b64decode(value, validate=True) if isinstance(value, str) else value)


Serializer._get_base64 = decoded_first
sys.exit(awscli.clidriver.main())
