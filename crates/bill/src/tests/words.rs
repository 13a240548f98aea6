//! The words of one bill: its lines, the calculation behind each, and its notes.

use expect_test::expect_file;
use hashrange_capacity::Units;

use super::{GB, on_demand};
use crate::{Bill, IndexUsage, PartUsage, Sampling, TableUsage, Terms, Throughput, Usage};

fn shop() -> Usage {
    let by_status = IndexUsage {
        name: "ByStatus".to_owned(),
        used: PartUsage {
            throughput: Throughput::OnDemand {
                read: Units::halves(25),
                write: Units::whole(720),
            },
            stored_bytes: 26 * GB,
            ..PartUsage::default()
        },
    };
    let orders = TableUsage {
        indexes: vec![by_status],
        pitr_bytes: 204 * GB,
        exported_bytes: 204 * GB,
        bulk_put_bytes: 5 * GB,
        stream_reads: 3_600,
        ..on_demand(1_744, 960, 204 * GB)
    };
    let products = TableUsage {
        name: "Products".to_owned(),
        itself: PartUsage {
            throughput: Throughput::Provisioned {
                read: vec![10],
                write: (0..24).map(|hour| 20 + hour).collect(),
            },
            stored_bytes: 6_400_000,
            ..PartUsage::default()
        },
        target_percent: Some(70),
        ..TableUsage::default()
    };
    Usage {
        sampling: Sampling {
            measured_minutes: 24,
            represented_minutes: 1_440,
        },
        tables: vec![orders, products],
    }
}

fn words(bill: &Bill) -> String {
    let mut out = format!("total {}\n", bill.total.text());
    for line in &bill.lines {
        let index = line
            .index
            .as_deref()
            .map_or_else(String::new, |index| format!(".{index}"));
        out += &format!(
            "\n{}{index}: {} ({})\n",
            line.table,
            line.charge.title(),
            line.usage_type
        );
        for step in bill.explanation(line) {
            out += &format!("  {} | {} | {}\n", step.label, step.detail, step.value);
        }
    }
    for note in &bill.notes {
        out += &format!("\n{}", note.text());
    }
    out.push('\n');
    out
}

#[test]
fn a_bill_explains_itself() {
    let terms = Terms {
        free_tier: true,
        ..Terms::of_region("eu-west-1")
    };
    let bill = Bill::of(&shop(), &terms).unwrap();
    expect_file!["words.txt"].assert_eq(&words(&bill));
}
