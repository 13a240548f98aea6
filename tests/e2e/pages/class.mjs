// A class: the files of learners, the table of answers, what to talk about, and the files of results themselves.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { expect } from "@playwright/test";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../../lessons");
const hex = (text) => crc32(text).toString(16).padStart(8, "0");

/** The file of a learner with these answers, each a line. */
export function resultFile(lesson, learner, answers, end = "finished") {
  const mark = hex(readFileSync(resolve(folder, `${lesson}.txt`)));
  const text = ["hashrange lesson result 1", `learner ${learner}`, `lesson ${lesson} ${mark}`, end, ...answers, ""].join("\n");
  return { name: `${lesson}-${learner}.result`, mimeType: "text/plain", buffer: Buffer.from(`${text}sum ${hex(text)}\n`) };
}

export class ClassBoard {
  constructor(page) {
    this.page = page;
    this.opener = page.getByRole("button", { name: "Look at a class…" });
    this.board = page.getByRole("region", { name: "Class", exact: true });
    this.files = this.board.getByLabel("Add result files…");
    this.handIns = this.board.getByLabel("Judge hand-ins…");
    this.summary = this.board.getByRole("status");
    this.lesson = this.board.getByRole("combobox", { name: "Lesson" });
    this.answers = this.board.getByRole("region", { name: "Answers", exact: true });
    this.topic = this.board.getByRole("region", { name: "What to talk about" });
    this.topics = this.board.getByRole("region", { name: "By wrong answers" }).getByRole("listitem");
    this.doubts = this.board.getByRole("region", { name: "Reasons to ask" });
    this.unreadable = this.board.getByRole("region", { name: "Files that cannot be read" });
    this.shown = this.board.getByRole("radio", { name: "Names shown" });
    this.hidden = this.board.getByRole("radio", { name: "Names hidden" });
    this.save = this.board.getByRole("button", { name: "Save as CSV" });
  }

  /** The cells of a learner's row. */
  row(name) {
    return this.answers.getByRole("row").filter({ has: this.page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell");
  }

  /** The column of a question, by its heading. */
  head(name) {
    return this.answers.getByRole("button", { name, exact: true });
  }

  /** The count beside an answer of the question that is shown. */
  async counts() {
    return this.topic.getByRole("listitem").allInnerTexts();
  }

  /** The lines of the CSV file. */
  async csv() {
    const started = this.page.waitForEvent("download");
    await this.save.click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("class.csv");
    return readFileSync(await download.path(), "utf8").trimEnd().split("\r\n");
  }
}
