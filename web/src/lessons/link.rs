//! Links to a lesson: `#lesson=keys-2`, `#lesson=keys-2/ceiling`. Also copied addresses of lessons (`places.rs`), and
//! `#assignment=…`, which contains the whole text of an assignment.
//!
//! Must not know what starts a lesson.

use crate::places::{base, forget_fragment, fragment, noted};

/// The prefix of a lesson's id in an address.
const MARK: &str = "#lesson=";
/// The prefix in the address of an open lesson.
const PLACE: &str = "#learn/";
/// The prefix of the compressed text of an assignment.
const ASSIGNMENT: &str = "#assignment=";

/// The target of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The lesson; empty if the link contains an assignment.
    pub id: String,
    /// The step, by its name. `None` for the first step.
    pub step: Option<String>,
    /// The compressed text of the assignment.
    pub assignment: Option<String>,
}

impl Link {
    /// Reads the part of an address from `#`.
    #[must_use]
    pub fn read(hash: &str) -> Option<Self> {
        if let Some(packed) = hash.strip_prefix(ASSIGNMENT) {
            return Some(Self::of_assignment(packed.to_owned()));
        }
        let wanted = hash.strip_prefix(MARK).or_else(|| hash.strip_prefix(PLACE))?;
        let (id, step) = wanted
            .split_once('/')
            .map_or((wanted, None), |(id, step)| (id, Some(step)));
        let step = step.filter(|step| !step.is_empty()).map(str::to_owned);
        Some(Self {
            id: id.to_owned(),
            step,
            assignment: None,
        })
    }

    /// The link to an assignment, from its compressed text.
    #[must_use]
    pub fn of_assignment(packed: String) -> Self {
        Self {
            assignment: Some(packed),
            ..Self::default()
        }
    }

    /// The complete address of this page with the link.
    #[must_use]
    pub fn address(&self) -> String {
        base() + &self.hash()
    }

    fn hash(&self) -> String {
        if let Some(packed) = &self.assignment {
            return format!("{ASSIGNMENT}{packed}");
        }
        let step = self.step.as_ref().map(|step| format!("/{step}")).unwrap_or_default();
        format!("{MARK}{}{step}", self.id)
    }

    /// The lesson in the page's address, which is then removed from the address.
    #[must_use]
    pub fn of_address() -> Option<Self> {
        let fragment = fragment();
        // During a return, the lesson already exists.
        let link = Self::read(&fragment).filter(|_| !fragment.starts_with(PLACE) || noted().is_none())?;
        forget_fragment();
        Some(link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(id: &str, step: Option<&str>) -> Option<Link> {
        Some(Link {
            id: id.to_owned(),
            step: step.map(str::to_owned),
            assignment: None,
        })
    }

    #[test]
    fn a_link_names_a_lesson_and_perhaps_a_step() {
        assert_eq!(Link::read("#lesson=keys-2"), link("keys-2", None));
        assert_eq!(Link::read("#lesson=keys-2/ceiling"), link("keys-2", Some("ceiling")));
        assert_eq!(Link::read("#lesson=keys-2/"), link("keys-2", None));
        assert_eq!(Link::read("#learn/keys-2/ceiling"), link("keys-2", Some("ceiling")));
        for other in ["", "#learn", "#workbench", "lesson=keys-2"] {
            assert_eq!(Link::read(other), None, "{other}");
        }
        let both = Link::read("#lesson=keys-2/ceiling").unwrap();
        assert_eq!(Link::read(&both.hash()), Some(both));
        let assignment = Link::of_assignment("dAbc-_".to_owned());
        assert_eq!(Link::read(&assignment.hash()), Some(assignment));
    }
}
