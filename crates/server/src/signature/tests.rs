//! Signatures made by other programs, and errors of invalid ones, in the order in which they are checked.

use axum::http::Request;

use super::*;

const BODY: &[u8] = br#"{"TableName":"Thread"}"#;
const DATE: &str = "20150830T123600Z";
const SCOPE: &str = "20150830/eu-west-1/dynamodb/aws4_request";
const SIGNED: &str = "content-type;host;x-amz-date;x-amz-target";
/// Made by another program from AWS's steps (documented: signature-v4), with the documentation's example key.
const SIGNATURE: &str = "972e1a3057dba5e409bc6106f0f713153626250dac110dd6721fbc9ae4f1f6aa";
const QUERY_SIGNATURE: &str = "0ae5c1638fbb7527fb7f60035a0ac384b1820672d493aeafc398b240b2b49968";

fn key() -> AccessKey {
    AccessKey::from_pair("AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY").expect("a pair")
}

fn now() -> Timestamp {
    Timestamp::parse("2015-08-30T12:40:00Z").expect("a time")
}

fn head(uri: &str, headers: &[(&str, &str)]) -> Parts {
    let mut request = Request::post(uri).header("host", "localhost:8000");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(()).expect("a request").into_parts().0
}

/// A request signed in its header, whose `Authorization` is given.
fn signed(authorization: &str, date: &str) -> Parts {
    head(
        "/",
        &[
            ("content-type", "  application/x-amz-json-1.0 "),
            ("x-amz-date", date),
            ("x-amz-target", "DynamoDB_20120810.DescribeTable"),
            ("authorization", authorization),
        ],
    )
}

fn authorization(credential: &str) -> String {
    format!("AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders={SIGNED}, Signature={SIGNATURE}")
}

fn good() -> Parts {
    signed(&authorization(&format!("AKIDEXAMPLE/{SCOPE}")), DATE)
}

fn judge(head: &Parts, body: &[u8]) -> Result<(), Distrust> {
    check(&key(), "eu-west-1", now(), head, body)
}

fn invalid(message: &str) -> Result<(), Distrust> {
    Err(Distrust::Invalid(message.to_owned()))
}

fn incomplete(message: &str) -> Result<(), Distrust> {
    Err(Distrust::Incomplete(message.to_owned()))
}

#[test]
fn the_documented_example_has_the_documented_signature() {
    let text = "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/iam/aws4_request\n\
                f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59";
    let found = signature(&key(), "20150830/us-east-1/iam/aws4_request", text)
        .finalize()
        .into_bytes();
    assert_eq!(
        hex(&found),
        "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
    );
}

#[test]
fn a_good_signature_is_taken() {
    assert_eq!(judge(&good(), BODY), Ok(()));
    let tight = authorization(&format!("AKIDEXAMPLE/{SCOPE}/")).replace(", ", ",");
    assert_eq!(judge(&signed(&tight, DATE), BODY), Ok(()));
}

#[test]
fn a_good_signature_in_the_query_is_taken() {
    let uri = format!(
        "/a%20b//c/../d?x=1%2B1&empty&X-Amz-Algorithm=AWS4-HMAC-SHA256&x=1%202&X-Amz-Credential=AKIDEXAMPLE/{SCOPE}\
         &X-Amz-Date={DATE}&X-Amz-SignedHeaders=host&X-Amz-Signature={QUERY_SIGNATURE}"
    );
    assert_eq!(judge(&head(&uri, &[]), BODY), Ok(()));
    let both = head(&uri, &[("authorization", "AWS4-")]);
    assert_eq!(
        judge(&both, BODY),
        invalid("Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.")
    );
}

#[test]
fn another_body_secret_or_signature_does_not_match() {
    let expected = "The request signature we calculated does not match the signature you provided. Check your AWS \
                    Secret Access Key and signing method. Consult the service documentation for details.\n\nThe \
                    Canonical String for this request should have been\n'POST\n/\n\ncontent-type:";
    let starts =
        |outcome: Result<(), Distrust>| matches!(outcome, Err(Distrust::Invalid(text)) if text.starts_with(expected));
    assert!(starts(judge(&good(), b"{}")));
    let other = AccessKey::from_pair("AKIDEXAMPLE:other").expect("a pair");
    assert!(starts(check(&other, "eu-west-1", now(), &good(), BODY)));
    for bad in ["0", "xyz", &SIGNATURE[2..], &SIGNATURE.replace('1', "2")] {
        let bad = authorization(&format!("AKIDEXAMPLE/{SCOPE}")).replace(SIGNATURE, bad);
        assert!(starts(judge(&signed(&bad, DATE), BODY)), "{bad}");
    }
}

#[test]
fn no_signature_at_all() {
    for headers in [&[][..], &[("authorization", "AWS4")], &[("authorization", "Basic abc")]] {
        assert_eq!(judge(&head("/", headers), BODY), Err(Distrust::Missing));
    }
    assert_eq!(Distrust::Missing.message(), "Request is missing Authentication Token");
}

#[test]
fn parts_that_are_missing_are_named() {
    assert_eq!(
        judge(&head("/", &[("authorization", "AWS4-")]), BODY),
        incomplete(
            "Authorization header requires 'Credential' parameter. Authorization header requires 'Signature' parameter. \
             Authorization header requires 'SignedHeaders' parameter. Authorization header requires existence of either \
             a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-"
        )
    );
    assert_eq!(
        judge(&head("/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=1", &[]), BODY),
        incomplete(
            "AWS query-string parameters must include 'X-Amz-Credential'. AWS query-string parameters must include \
             'X-Amz-Signature'. AWS query-string parameters must include 'X-Amz-SignedHeaders'. Re-examine the \
             query-string parameters."
        )
    );
    let no_pair = "AWS4-HMAC-SHA256 Signature=b,    Credential,    SignedHeaders";
    assert_eq!(
        judge(&signed(no_pair, DATE), BODY),
        incomplete(
            "'Credential' not a valid key=value pair (missing equal-sign) in Authorization header: 'AWS4-HMAC-SHA256 \
             Signature=b,    Credential,    SignedHeaders'."
        )
    );
}

#[test]
fn the_time_must_be_about_now() {
    let at = |date: &str| judge(&signed(&authorization(&format!("AKIDEXAMPLE/{SCOPE}")), date), BODY);
    for bad in [
        "201",
        "2015-08-30T12:36:00Z",
        "20150830T123600",
        "20151330T123600Z",
        "2015083\u{e9}T12360Z",
    ] {
        let message =
            format!("Date must be in ISO-8601 'basic format'. Got '{bad}'. See http://en.wikipedia.org/wiki/ISO_8601");
        assert_eq!(at(bad), incomplete(&message));
    }
    assert_eq!(
        at("20130301T000000Z"),
        invalid(
            "Signature expired: 20130301T000000Z is now earlier than 20150830T122500Z (20150830T124000Z - 15 min.)"
        )
    );
    assert_eq!(
        at("20150830T125501Z"),
        invalid(
            "Signature not yet current: 20150830T125501Z is still later than 20150830T125500Z (20150830T124000Z + 15 min.)"
        )
    );
}

#[test]
fn the_host_and_the_target_must_be_signed_and_the_algorithm_known() {
    let good = authorization(&format!("AKIDEXAMPLE/{SCOPE}"));
    assert_eq!(
        judge(&signed(&good.replace(";host", ""), DATE), BODY),
        invalid("'Host' must be a 'SignedHeader' in the AWS Authorization.")
    );
    // Otherwise anybody who sees a signed request could turn it into another operation with the same body.
    assert_eq!(
        judge(&signed(&good.replace(";x-amz-target", ""), DATE), BODY),
        invalid("'x-amz-target' must be a 'SignedHeader' in the AWS Authorization.")
    );
    assert_eq!(
        judge(&signed(&good.replace("SHA256", "SHA25"), DATE), BODY),
        incomplete("Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). ")
    );
}

#[test]
fn the_scope_must_be_this_service_here_and_today() {
    let scoped = |credential: &str| judge(&signed(&authorization(credential), DATE), BODY);
    assert_eq!(
        scoped("a/b/c/d"),
        incomplete(
            "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got 'a/b/c/d'"
        )
    );
    assert_eq!(
        scoped("a/b/c/d/e"),
        invalid(
            "Credential should be scoped to a valid region. Credential should be scoped to correct service: 'dynamodb'. \
             Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. Date in Credential scope does \
             not match YYYYMMDD from ISO-8601 version of date from HTTP: 'b' != '20150830', from '20150830T123600Z'."
        )
    );
    let of_region = scoped(&format!("a/{}", SCOPE.replace("eu-west-1", "us-west-2")));
    assert_eq!(of_region, invalid("Credential should be scoped to a valid region. "));
}

#[test]
fn keys_and_tokens_nobody_knows() {
    let other = signed(&authorization(&format!("SOMEBODY/{SCOPE}")), DATE);
    assert_eq!(judge(&other, BODY), Err(Distrust::UnknownKey));
    let mut token = good();
    token
        .headers
        .insert("x-amz-security-token", "abc".parse().expect("a value"));
    assert_eq!(judge(&token, BODY), Err(Distrust::UnknownToken));
    assert_eq!(
        Distrust::UnknownKey.message(),
        "The security token included in the request is invalid."
    );
    assert_eq!(Distrust::UnknownKey.exception(), "UnrecognizedClientException");
}
