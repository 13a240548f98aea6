//! The page's entry point: mounts the application. It knows no engine and no storage.

use leptos::prelude::*;

fn main() {
    mount_to_body(|| view! { <main><h1>"Hashrange"</h1></main> });
}
