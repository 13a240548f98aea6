//! Follows the pages of one answer, and notices an answer that does not end.
//!
//! An endpoint decides where the next page begins. One that returns a position again would be asked for ever. Must not
//! know what a page contains.

/// The maximum number of pages of a list of tables, or of tags: far more than an account has.
pub const MOST_PAGES: u64 = 10_000;

/// The pages of one answer so far. It remembers the latest position and one earlier one, so it needs no memory for
/// each page. It notices positions that come again after at most three times as many pages as they are apart (Brent's
/// algorithm).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pages {
    count: u64,
    latest: Option<String>,
    mark: Option<String>,
}

/// Why an endpoint is not asked for the next page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Endless {
    /// A page ends at a position where an earlier page ended.
    #[error("page {0} ends where an earlier page ended, so the pages do not end")]
    Repeats(u64),
    /// There are more pages than the limit.
    #[error("there are more than {0} pages")]
    TooMany(u64),
}

impl Pages {
    /// Takes the position at which a page ended and the next one begins.
    ///
    /// # Errors
    /// When a page before ended there.
    pub fn take(&mut self, position: &str) -> Result<(), Endless> {
        self.count += 1;
        let is_known = [&self.latest, &self.mark]
            .into_iter()
            .flatten()
            .any(|known| known == position);
        if is_known {
            return Err(Endless::Repeats(self.count));
        }
        if self.count.is_power_of_two() {
            self.mark = Some(position.to_owned());
        }
        self.latest = Some(position.to_owned());
        Ok(())
    }

    /// Takes the position of a short list.
    ///
    /// # Errors
    /// As `take`, and when there are more than `MOST_PAGES` pages.
    pub fn take_of_list(&mut self, position: &str) -> Result<(), Endless> {
        if self.count >= MOST_PAGES {
            return Err(Endless::TooMany(MOST_PAGES));
        }
        self.take(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of pages that are read when positions come again in a circle.
    fn pages_until_noticed(before: u64, circle: u64) -> u64 {
        let mut pages = Pages::default();
        (0..)
            .find(|page| {
                let position = if *page < before {
                    *page
                } else {
                    before + (page - before) % circle
                };
                pages.take(&position.to_string()).is_err()
            })
            .unwrap_or_default()
    }

    #[test]
    fn positions_that_come_again_are_noticed_soon() {
        assert_eq!(pages_until_noticed(0, 1), 1, "the same page twice");
        assert_eq!(pages_until_noticed(5, 1), 6);
        for (before, circle) in [(0, 2), (3, 2), (0, 100), (40, 7), (1_000, 3)] {
            assert!(pages_until_noticed(before, circle) <= 3 * (before + circle) + 3);
        }
    }

    #[test]
    fn pages_that_advance_go_on() {
        let mut pages = Pages::default();
        assert!((0..MOST_PAGES).all(|page| pages.take_of_list(&page.to_string()).is_ok()));
        assert_eq!(pages.take_of_list("more"), Err(Endless::TooMany(MOST_PAGES)));
        assert_eq!(pages.take("more"), Ok(()), "a table has any number of pages");
    }
}
