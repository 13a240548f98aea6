//! The engine as a JavaScript package.
