//! Tests of the language: what each text means, and the words every other text is refused in.
