#!/usr/bin/env bash
# cfn-lint 1.58.0 takes the text "false" for equal to every text but "true": it compares texts as Booleans as soon as one
# of them is "true" or "false". A table whose key attributes are named `false` and `d`, which DynamoDB allows, has "array
# items [that] are not unique for keys ['AttributeName']" (E3002), twice; named `fals` and `d` the same template has no
# error. The guess was no error in both: the type of the attribute's name is String, and the names differ.
#
# Run by hand: bash findings/cfn-lint-false-attribute.sh. Needs python3 with venv, and pip.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv lint
lint/bin/pip install --quiet cfn-lint==1.58.0

template() {
  cat <<END
{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Resources": {
    "Votes": {
      "Type": "AWS::DynamoDB::Table",
      "Properties": {
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
          { "AttributeName": "$1", "AttributeType": "S" },
          { "AttributeName": "d", "AttributeType": "S" }
        ],
        "KeySchema": [
          { "AttributeName": "$1", "KeyType": "HASH" },
          { "AttributeName": "d", "KeyType": "RANGE" }
        ]
      }
    }
  }
}
END
}

# The number of "not unique" errors of a table with this partition key.
doubled() {
  template "$1" > "$1.json"
  lint/bin/cfn-lint "$1.json" > "$1.txt" || true
  grep -c "^E3002 array items are not unique for keys" "$1.txt" || true
}

word=$(doubled false)
other=$(doubled fals)
echo "cfn-lint 1.58.0: $word errors for the key attribute \"false\", $other for \"fals\""
cat false.txt
test "$word" = 2 && test "$other" = 0
