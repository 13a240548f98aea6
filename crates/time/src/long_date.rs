//! Dates and times in full English words, as in some messages of the service.

use crate::CalendarTime;

impl CalendarTime {
    /// `Thursday, October 8, 2026 at 11:20:48 PM Coordinated Universal Time`. Fractions of a second are cut off.
    #[must_use]
    pub fn long_text(self) -> String {
        let names = self
            .date()
            .map(|date| (date.weekday().to_string(), date.month().to_string()));
        let (weekday, month) = names.unwrap_or_default();
        let (hour, half) = match self.hour {
            0 => (12, "AM"),
            hour @ 1..=11 => (hour, "AM"),
            12 => (12, "PM"),
            hour => (hour - 12, "PM"),
        };
        let (day, year, minute, second) = (self.day, self.year, self.minute, self.second);
        format!("{weekday}, {month} {day}, {year} at {hour}:{minute:02}:{second:02} {half} Coordinated Universal Time")
    }
}

#[cfg(test)]
mod tests {
    use crate::Timestamp;

    #[test]
    fn midnight_noon_and_the_rest() {
        let text = |moment: &str| Timestamp::parse(moment).unwrap().calendar().long_text();
        assert_eq!(
            text("2026-10-08T23:20:48.999Z"),
            "Thursday, October 8, 2026 at 11:20:48 PM Coordinated Universal Time"
        );
        assert_eq!(
            text("2026-10-09T00:00:00Z"),
            "Friday, October 9, 2026 at 12:00:00 AM Coordinated Universal Time"
        );
        assert_eq!(
            text("1970-01-01T12:00:01Z"),
            "Thursday, January 1, 1970 at 12:00:01 PM Coordinated Universal Time"
        );
        assert_eq!(
            text("2000-02-29T01:02:03Z"),
            "Tuesday, February 29, 2000 at 1:02:03 AM Coordinated Universal Time"
        );
    }
}
