//! The page's entry point: mounts the application behind the panic edge. It knows no engine and no storage.

use hashrange_web::{app::App, failure};
use leptos::prelude::*;

fn main() {
    failure::watch();
    mount_to_body(App);
}
