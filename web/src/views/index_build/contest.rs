//! Who uses the write capacity of an index that is being filled, in words: the filling, or writes to the table.

use hashrange_protocol::BuildContest;

use crate::views::figures;

/// The contest of the last second in a sentence.
pub(super) fn sentence(contest: &BuildContest) -> String {
    let rate = match contest.rate {
        Some(rate) => format!("of {} WCU/s provisioned for the index", figures::count(rate)),
        None => "and the index is on-demand".to_owned(),
    };
    let throttled = match contest.throttled {
        0 => String::new(),
        count => format!(
            " {} of {} backfill steps ran out of write capacity.",
            figures::count(count),
            figures::count(contest.steps)
        ),
    };
    format!(
        "In the last second backfilling consumed {:.0} and other writes {:.0} write units, {rate}.{throttled}",
        contest.filling.as_f64(),
        contest.live.as_f64()
    )
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::Units;

    use super::*;

    #[test]
    fn a_contest_tells_units_rate_and_steps_that_were_short_of_units() {
        let contest = BuildContest { filling: Units::whole(9), live: Units::whole(1), ..BuildContest::default() };
        assert_eq!(
            sentence(&contest),
            "In the last second backfilling consumed 9 and other writes 1 write units, and the index is on-demand."
        );
        let contest = BuildContest { rate: Some(10), throttled: 2, steps: 5, ..contest };
        assert!(
            sentence(&contest)
                .ends_with("of 10 WCU/s provisioned for the index. 2 of 5 backfill steps ran out of write capacity.")
        );
    }
}
