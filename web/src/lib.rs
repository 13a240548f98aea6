//! The page: a Leptos application that draws what the engine does, and talks to it in messages.
//!
//! `app` lays the page out, `session` is the seam to the engine, which runs in a worker. Widgets that
//! know no DynamoDB are in `components`, one folder a view in `views`, plain state with native tests in `state`, and what
//! lessons there are in `lessons`.

pub mod app;
pub mod components;
pub mod door;
pub mod doors;
pub mod failure;
pub mod framed;
pub mod lessons;
pub mod places;
pub mod preferences;
pub mod rare;
pub mod selection;
pub mod session;
pub mod stage;
pub mod state;
pub mod views;
