//! Why a line costs what it costs, in words: the measured use, its month, the free tier, the price with its source, and
//! the product.
//!
//! Must not know how the numbers came about; it repeats those of the line.

use crate::line::Line;
use crate::words::Words;
use crate::{Bill, Charge, Gigabyte, Measured, Quantity};

const DAY_MINUTES: u64 = 1_440;

/// A step of the calculation.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Step {
    /// What the step is about.
    pub label: String,
    /// The calculation, or the source of the number.
    pub detail: String,
    /// The result with its unit.
    pub value: String,
}

impl Bill {
    /// The calculation behind a line of this bill, in order. The last step is the amount.
    pub fn explanation(&self, line: &Line) -> Vec<Step> {
        let charge = line.charge;
        let mut steps = Steps(Vec::new());
        self.add_measured(line, &mut steps);
        if !line.free.is_zero() {
            let mut detail = Words::new("covers ");
            detail.amount(charge.free_quantity(), charge).text(" a month");
            steps.add("free tier", detail, Words::new("−").amount(line.free, charge));
        }
        let evidence = Words::new(&line.price.evidence());
        steps.add("price", evidence, &mut Words::new(&line.price.text(charge)));
        steps.add_last(line);
        steps.0
    }

    fn add_measured(&self, line: &Line, steps: &mut Steps) {
        let bytes_each = self.terms.gigabyte.bytes();
        match line.measured {
            Measured::Units(units) => self.add_scaled(line, Quantity::halves(units.as_halves()), None, steps),
            Measured::Count(count) => self.add_scaled(line, Quantity::whole(count), None, steps),
            Measured::BytesInSample(bytes) => {
                self.add_scaled(line, Quantity::gigabytes(bytes, bytes_each), Some(bytes), steps);
            }
            Measured::BytesInMonth(bytes) => {
                let mut detail = Words::new("");
                add_division(&mut detail, bytes, self.terms.gigabyte);
                steps.add_quantity("in the month", detail, line.quantity, line.charge);
            }
            Measured::CountInMonth(_) => {
                steps.add_quantity("in the month", Words::new(""), line.quantity, line.charge);
            }
            Measured::Capacity { unit_hours, hours } => {
                let measured = Quantity::whole(unit_hours);
                let mut detail = Words::new("in ");
                let repeat = if hours == 1 {
                    " hour, which repeats"
                } else {
                    " hours, which repeat"
                };
                detail.count(hours).text(repeat);
                steps.add_quantity("provisioned", detail, measured, line.charge);
                let detail = scaling(measured, self.terms.hours, hours);
                steps.add_quantity("a month", detail, line.quantity, line.charge);
            }
        }
    }

    fn add_scaled(&self, line: &Line, measured: Quantity, bytes: Option<u64>, steps: &mut Steps) {
        let (minutes, represented) = (self.sampling.measured_minutes, self.sampling.represented_minutes);
        let month = self.terms.hours.saturating_mul(60);
        let mut detail = Words::new("in ");
        detail.count(minutes);
        if represented != minutes {
            detail.text(" of ").count(represented);
        }
        detail.text(" minutes");
        if let Some(bytes) = bytes {
            detail.text(": ");
            add_division(&mut detail, bytes, self.terms.gigabyte);
        }
        let label = if represented == minutes && minutes == DAY_MINUTES {
            "a day"
        } else {
            "measured"
        };
        steps.add_quantity(label, detail, measured, line.charge);
        if represented != month && represented != minutes {
            let label = if represented == DAY_MINUTES {
                "a day"
            } else {
                "all minutes"
            };
            let detail = scaling(measured, represented, minutes);
            steps.add_quantity(label, detail, measured.times(represented, minutes), line.charge);
        }
        if month != minutes {
            let detail = scaling(measured, month, minutes);
            steps.add_quantity("a month", detail, line.quantity, line.charge);
        }
    }
}

/// The steps so far.
struct Steps(Vec<Step>);

impl Steps {
    #[inline(never)]
    fn add(&mut self, label: &str, mut detail: Words, value: &mut Words) {
        self.0.push(Step {
            label: String::from(label),
            detail: detail.take(),
            value: value.take(),
        });
    }

    #[inline(never)]
    fn add_quantity(&mut self, label: &str, detail: Words, quantity: Quantity, charge: Charge) {
        self.add(label, detail, Words::new("").amount(quantity, charge));
    }

    /// Adds the amount, or why there is none.
    fn add_last(&mut self, line: &Line) {
        let Some((rate, amount)) = line.price.rate.zip(line.amount) else {
            let detail = Words::new("its price is unknown");
            return self.add("not in the total", detail, &mut Words::new(""));
        };
        let per = line.charge.priced_per();
        let mut detail = Words::new("");
        detail.quantity(line.billable()).text(" × ").text(&rate.text(per));
        if per != 1 {
            detail.text(" ÷ ").count(per);
        }
        self.add("costs", detail, &mut Words::new(&amount.text()));
    }
}

/// `1,234 × 1,440 ÷ 24`.
fn scaling(quantity: Quantity, times: u64, by: u64) -> Words {
    let mut words = Words::new("");
    words.quantity(quantity).text(" × ").count(times);
    if by != 1 {
        words.text(" ÷ ").count(by);
    }
    words
}

/// `5,000,000 B ÷ 10⁹`.
fn add_division(words: &mut Words, bytes: u64, gigabyte: Gigabyte) {
    words.count(bytes).text(match gigabyte {
        Gigabyte::Decimal => " B ÷ 10⁹",
        Gigabyte::Binary => " B ÷ 1,024³",
    });
}
