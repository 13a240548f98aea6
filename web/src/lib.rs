//! The page: a Leptos application that draws what the engine does, and exchanges messages with it.
//!
//! `app` has the layout, `session` the connection to the engine, which runs in a worker. `components` has widgets
//! without DynamoDB, `views` one folder per view, `state` plain state with native tests, and `lessons` the list of
//! lessons.

pub mod ahead;
pub mod app;
pub mod beside;
pub mod components;
pub mod derived;
pub mod effect;
pub mod failure;
pub mod framed;
pub mod language;
pub mod lessons;
pub mod memo;
pub mod opening;
pub mod places;
pub mod preferences;
pub mod section;
pub mod sections;
pub mod selection;
pub mod session;
pub mod signal;
pub mod stage;
pub mod state;
pub mod views;
