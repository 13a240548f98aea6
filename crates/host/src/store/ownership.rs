//! Whether this tab owns a workspace.

/// Who owns a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// This tab owns it, or the owner is unknown.
    Here,
    /// Another tab owns it.
    Elsewhere,
}
