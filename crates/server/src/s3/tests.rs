//! The folder that replaces S3: objects appear and disappear completely, and no path leads out.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use super::key::UNFINISHED;
use super::*;

/// A folder of this name with one bucket, and a secret beside it.
fn buckets(name: &str) -> (Buckets, PathBuf) {
    let outside = std::env::temp_dir().join(format!("hashrange-s3-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&outside);
    fs::create_dir_all(outside.join("s3/music")).expect("a folder");
    fs::write(outside.join("secret.json"), "{}").expect("a file");
    (Buckets::open(&outside.join("s3")).expect("it is there"), outside)
}

fn keys(bucket: &Bucket, prefix: &str) -> Vec<String> {
    bucket
        .objects(prefix, 100)
        .expect("a list")
        .into_iter()
        .map(|object| object.key)
        .collect()
}

#[test]
fn objects_are_found_by_what_their_keys_begin_with() {
    let (buckets, outside) = buckets("found");
    let bucket = buckets.bucket("music").expect("it is there");
    for key in ["data/1.json", "data2/x.json", "data.bak", "other/data/1", "data/deep/2"] {
        bucket.put(key, key.as_bytes()).expect("it is put");
    }
    assert_eq!(
        keys(&bucket, "data"),
        ["data.bak", "data/1.json", "data/deep/2", "data2/x.json"]
    );
    assert_eq!(keys(&bucket, "data/"), ["data/1.json", "data/deep/2"]);
    assert_eq!(keys(&bucket, "data/d"), ["data/deep/2"]);
    assert_eq!(keys(&bucket, "data/1.json"), ["data/1.json"]);
    assert_eq!(keys(&bucket, "").len(), 5);
    assert_eq!(keys(&bucket, "nothing/here"), [""; 0]);
    assert!(matches!(bucket.objects("", 4), Err(S3Error::TooManyObjects(4))));
    let object = bucket.objects("data.bak", 1).expect("a list").pop().expect("one");
    assert_eq!(
        io::read_to_string(object.open().expect("a file")).expect("text"),
        "data.bak"
    );
    fs::remove_dir_all(outside).expect("it goes");
}

#[test]
fn an_object_is_there_when_it_is_whole() {
    let (buckets, outside) = buckets("whole");
    let bucket = buckets.bucket("music").expect("it is there");
    let mut upload = bucket.create("a/b").expect("it begins");
    upload.write_all(b"half").expect("bytes");
    upload.flush().expect("bytes");
    assert_eq!(keys(&bucket, ""), [""; 0]);
    drop(upload);
    assert_eq!(
        fs::read_dir(outside.join("s3/music/a")).expect("a folder").count(),
        0,
        "nothing is left of it"
    );
    bucket.put("a/b", b"one").expect("it is put");
    bucket.put("a/b", b"two").expect("it is put in its place");
    assert_eq!(fs::read(outside.join("s3/music/a/b")).expect("a file"), b"two");
    fs::remove_dir_all(outside).expect("it goes");
}

#[test]
fn names_do_not_lead_out() {
    let (buckets, outside) = buckets("names");
    for name in ["..", ".", "", "music/..", "/", ".cloudwatch", "missing"] {
        assert!(matches!(buckets.bucket(name), Err(S3Error::NoSuchBucket)), "{name}");
    }
    let bucket = buckets.bucket("music").expect("it is there");
    for key in ["../x", "/tmp/x", "a/../../x", "a\\x", "a//x", ""] {
        assert!(matches!(bucket.put(key, b""), Err(S3Error::AccessDenied(_))), "{key}");
    }
    assert!(!outside.join("s3/x").exists() && !outside.join("x").exists());
    fs::remove_dir_all(outside).expect("it goes");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out() {
    use std::os::unix::fs::symlink;

    let (buckets, outside) = buckets("links");
    let inside = outside.join("s3/music");
    symlink(&outside, outside.join("s3/link")).expect("a link");
    assert!(
        matches!(buckets.bucket("link"), Err(S3Error::AccessDenied(_))),
        "a bucket elsewhere"
    );
    let bucket = buckets.bucket("music").expect("it is there");

    symlink(&outside, inside.join("up")).expect("a link");
    assert!(
        matches!(bucket.put("up/x", b""), Err(S3Error::AccessDenied(_))),
        "a folder elsewhere"
    );
    assert!(matches!(bucket.objects("up/", 100), Err(S3Error::AccessDenied(_))));
    assert_eq!(keys(&bucket, "other"), [""; 0], "nobody asked for it");
    fs::remove_file(inside.join("up")).expect("it goes");

    symlink(outside.join("secret.json"), inside.join("a.json")).expect("a link");
    assert!(
        matches!(bucket.objects("a", 100), Err(S3Error::AccessDenied(_))),
        "a file elsewhere"
    );
    bucket
        .put("a.json", b"mine")
        .expect("the link is replaced, not followed");
    symlink(outside.join("secret.json"), inside.join(format!("b{UNFINISHED}"))).expect("a link");
    bucket.put("b", b"mine").expect("the link is taken away, not followed");
    assert_eq!(fs::read(outside.join("secret.json")).expect("a file"), b"{}");

    symlink(inside.join("b"), inside.join("c")).expect("a link");
    assert_eq!(
        keys(&bucket, ""),
        ["a.json", "b", "c"],
        "a link within the folder is followed"
    );
    symlink(inside.join("nothing"), inside.join("d")).expect("a link");
    assert!(
        matches!(bucket.objects("d", 100), Err(S3Error::AccessDenied(_))),
        "a link to nothing"
    );
    fs::remove_dir_all(outside).expect("it goes");
}

#[test]
fn a_folder_that_is_none_is_refused() {
    let (_, outside) = buckets("none");
    assert!(Buckets::open(&outside.join("missing")).is_err());
    assert!(Buckets::open(&outside.join("secret.json")).is_err());
    fs::remove_dir_all(outside).expect("it goes");
}
