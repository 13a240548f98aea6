//! Sample datasets and load: tables ready to try, streams of requests, and the names of figures.
//!
//! Owns the built-in samples, the seeded load generators, the welcome and the list of figures, as pure functions. Must
//! not know the interface, nor how requests are executed.

mod figure;
mod load;
mod samples;
mod welcome;

pub use figure::{Figure, FigureFault, FigureWord, PRICED};
pub use load::{
    Action, Arrivals, Attempt, Burst, Client, DailyCurve, Effect, Fate, KeyChoice, KeyName, Keys, Limit, Load,
    LoadPlan, LoadSecond, LoadTally, Mix, Rate, Retries, Sizes, Suffix, Suffixes, Target, gather, least_suffixes,
};
pub use samples::{Sample, SavedRequest, TableScript, expand, sample, samples};
pub use welcome::{WELCOME_TITLE, Welcome, WelcomeStep, welcome};
