//! The page's entry point: mounts the application. It knows no engine and no storage.
fn main() {}
