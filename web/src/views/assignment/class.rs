//! The files of a class. The engine judges each file again, and a table shows the results.
//!
//! Must not know how a file is judged.

use hashrange_plot::counted;
use hashrange_protocol::call::{Call, CallResult, Verdict};
use js_sys::Uint8Array;
use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, HtmlInputElement};

use super::verdict::{reasons, result, seconds, units};
use crate::components::{Button, Csv, Each, When, bring_into_view, offer_download};
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::Calling;
use crate::signal::RwSignal;

/// The maximum bytes of a file.
const MOST_BYTES: f64 = 16.0 * 1024.0 * 1024.0;
/// The columns of the table.
const HEADS: [&str; 6] = ["Learner", "Result", "Reasons", "Requests", "Units", "Seconds"];

/// One file, and its result.
#[derive(Clone, Debug, PartialEq)]
struct Handed {
    number: usize,
    file: String,
    judgement: Judgement,
}

#[derive(Clone, Debug, PartialEq)]
enum Judgement {
    Waits,
    Judged(String, Box<Verdict>),
    Refused(String),
}

impl Handed {
    fn cells(&self) -> [String; 6] {
        let file = self.file.clone();
        match &self.judgement {
            Judgement::Waits => [
                file,
                "Waiting".to_owned(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
            ],
            Judgement::Refused(words) => [
                file,
                "Not readable".to_owned(),
                words.clone(),
                String::new(),
                String::new(),
                String::new(),
            ],
            Judgement::Judged(learner, verdict) => [
                if learner.is_empty() { file } else { learner.clone() },
                result(verdict).to_owned(),
                reasons(verdict).join("; "),
                verdict.requests.to_string(),
                units(verdict),
                seconds(verdict),
            ],
        }
    }
}

/// The control that accepts the files, and the table.
#[component]
pub fn Class(
    /// The text of the assignment.
    text: RwSignal<String>,
) -> impl IntoView {
    let calling = Calling::new();
    let judging = calling.is_running();
    let all = RwSignal::new(Vec::<Handed>::new());
    let take = move |event: Event| {
        let control = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some((control, files)) = control.and_then(|control| control.files().map(|files| (control, files))) else {
            return;
        };
        let chosen: Vec<File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
        // Allows the same files to be chosen again.
        control.set_value("");
        let waits = |(number, file): (usize, &File)| Handed {
            number,
            file: file.name(),
            judgement: Judgement::Waits,
        };
        all.set(chosen.iter().enumerate().map(waits).collect());
        spawn_local(judge_all(calling, text.get_untracked(), chosen, all));
    };
    let any = Memo::new(move |_| all.with(|all| !all.is_empty()));
    // The editor above the results is high.
    let results = NodeRef::<html::Section>::new();
    effect(move || {
        let runs = judging.get();
        if let Some(results) = results.get().filter(|_| any.get() && !runs) {
            request_animation_frame(move || bring_into_view(&results));
        }
    });
    let save = move |()| all.with_untracked(|all| offer_download("hand-ins.csv", "text/csv", csv(all).as_bytes()));
    view! {
        <section class="assignment-class" aria-label="Hand-ins" node_ref=results>
            <label class="btn assignment-choose">
                "Judge hand-ins…"
                <input type="file" multiple=true accept=".handin" class="visually-hidden" on:change=take />
            </label>
            <When holds=move || any.get()>
                <p role="status">{move || all.with(|all| summary(all))}</p>
                <When holds=move || judging.get()><Button on_press=move |()| calling.stop()>"Skip this file"</Button></When>
                <div class="outcomes" tabindex="0" role="region" aria-label="What each learner handed in">
                    <table>
                        <caption class="visually-hidden">"What each learner handed in"</caption>
                        <thead><tr>{HEADS.map(|head| view! { <th scope="col">{head}</th> })}</tr></thead>
                        <tbody>
                            <Each each=move || all.get() key=|handed: &Handed| (handed.number, handed.judgement == Judgement::Waits) let:handed>
                                <Row handed />
                            </Each>
                        </tbody>
                    </table>
                </div>
                <Button on_press=save>"Save the table as CSV"</Button>
            </When>
        </section>
    }
}

#[component]
fn Row(handed: Handed) -> impl IntoView {
    let [learner, result, why, requests, units, seconds] = handed.cells();
    let passed = result == "Passed";
    view! {
        <tr class:assignment-passed=passed>
            <th scope="row">{learner}</th>
            <td>{result}</td>
            <td>{why}</td>
            <td class="num">{requests}</td>
            <td class="num">{units}</td>
            <td class="num">{seconds}</td>
        </tr>
    }
}

/// Judges the files in sequence, and shows each result when it is known.
async fn judge_all(calling: Calling, text: String, files: Vec<File>, all: RwSignal<Vec<Handed>>) {
    for (number, file) in files.iter().enumerate() {
        let judgement = judge(calling, &text, file).await;
        let gone = all.try_update(|all| {
            if let Some(handed) = all.get_mut(number) {
                handed.judgement = judgement;
            }
        });
        if gone.is_none() {
            return;
        }
    }
}

async fn judge(calling: Calling, text: &str, file: &File) -> Judgement {
    if file.size() > MOST_BYTES {
        return Judgement::Refused("The file is larger than 16 MB.".to_owned());
    }
    let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
        return Judgement::Refused("The file could not be read.".to_owned());
    };
    let call = Call::Judge {
        text: text.to_owned(),
        file: Uint8Array::new(&buffer).to_vec(),
    };
    match calling.run(call).await {
        Some(CallResult::Judged { learner, verdict }) => Judgement::Judged(learner, Box::new(verdict)),
        Some(CallResult::Refused(words)) => Judgement::Refused(words),
        _ => Judgement::Refused("The engine did not respond. Choose the files again.".to_owned()),
    }
}

fn summary(all: &[Handed]) -> String {
    let (mut judged, mut passed, mut unreadable, mut waits) = (0, 0, 0, 0);
    for handed in all {
        match &handed.judgement {
            Judgement::Waits => waits += 1,
            Judgement::Refused(_) => unreadable += 1,
            Judgement::Judged(_, verdict) => {
                judged += 1;
                passed += usize::from(verdict.passed);
            }
        }
    }
    let mut words = format!("{passed} of {judged} passed");
    if unreadable > 0 {
        words += &format!("; {} could not be read", counted(unreadable, "file"));
    }
    if waits > 0 {
        words += &format!("; {} not judged yet", counted(waits, "file"));
    }
    words + "."
}

fn csv(all: &[Handed]) -> String {
    let mut csv = Csv::new(&HEADS);
    all.iter().for_each(|handed| csv.line(&handed.cells()));
    csv.into_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handed(number: usize, judgement: Judgement) -> Handed {
        Handed {
            number,
            file: format!("f{number}.handin"),
            judgement,
        }
    }

    #[test]
    fn a_class_is_summed_up_and_written_as_csv() {
        let passed = Verdict {
            passed: true,
            requests: 2,
            half_units: 3,
            millis: 900,
            ..Verdict::default()
        };
        let all = [
            handed(0, Judgement::Judged("Kim, A".to_owned(), Box::new(passed))),
            handed(1, Judgement::Refused("This file is not a hand-in.".to_owned())),
            handed(2, Judgement::Waits),
        ];
        assert_eq!(summary(&all[..2]), "1 of 1 passed; 1 file could not be read.");
        assert_eq!(summary(&all[..1]), "1 of 1 passed.");
        assert_eq!(
            summary(&all),
            "1 of 1 passed; 1 file could not be read; 1 file not judged yet."
        );
        let text = csv(&all);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.get(1), Some(&"\"Kim, A\",Passed,,2,1.5,0.9"));
        assert_eq!(
            lines.get(2),
            Some(&"f1.handin,Not readable,This file is not a hand-in.,,,")
        );
    }
}
