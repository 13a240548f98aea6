//! The program's entry point. The same program runs twice: in the page, where it draws, and in a worker, where it is
//! the engine. No other part of the page uses the host.

#[cfg(target_arch = "wasm32")]
fn main() {
    if hashrange_host::is_worker() {
        hashrange_host::run();
    } else {
        hashrange_web::failure::watch();
        leptos::prelude::mount_to_body(hashrange_web::app::App);
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
