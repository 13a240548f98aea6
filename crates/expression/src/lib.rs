//! The expression language: one lexer, one tree, one evaluator, with spans on every error.
