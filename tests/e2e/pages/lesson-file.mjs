// The editor of a lesson's file: the control on Learn that opens one, the text with its errors, and the button that
// plays it.

import { expect } from "@playwright/test";
import { CodeArea } from "./code-area.mjs";

export class LessonFile {
  constructor(page) {
    this.page = page;
    this.control = page.getByLabel("Open a lesson file");
    this.dialog = page.getByRole("dialog", { name: "Lesson file" });
    this.text = new CodeArea(this.dialog, "Lesson");
    this.state = this.dialog.locator(".lesson-file-state");
    this.play = this.dialog.getByRole("button", { name: "Play" });
    this.save = this.dialog.getByRole("button", { name: "Save as a file" });
  }

  /** Opens a file: a path, or `{ name, mimeType, buffer }`. */
  async open(file) {
    await this.control.setInputFiles(file);
    await expect(this.dialog).toBeVisible();
  }
}
