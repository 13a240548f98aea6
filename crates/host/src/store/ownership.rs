//! Whether this tab owns a workspace.

/// Who owns a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// This tab does, or nobody can know.
    Here,
    /// Another tab does.
    Elsewhere,
}
