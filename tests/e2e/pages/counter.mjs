// Counts actions: each press of a button, a key or a choice, and each value typed into a field. A field without the
// focus needs an additional press.

import { expect } from "@playwright/test";

export class Counter {
  constructor(page) {
    this.page = page;
    this.count = 0;
  }

  /** Presses a control. */
  async press(control) {
    this.count += 1;
    await control.click();
  }

  /** Presses a key that types nothing, such as Enter. */
  async key(name) {
    this.count += 1;
    await this.page.keyboard.press(name);
  }

  /** Chooses from a list. */
  async choose(list, word) {
    this.count += 1;
    await list.selectOption(word);
  }

  /** Focuses a field and types. */
  async fill(field, text) {
    this.count += 2;
    await field.click();
    await field.fill(text);
  }

  /** Types into the field that the page has focused. */
  async type(field, text) {
    this.count += 1;
    await expect(field).toBeFocused();
    await field.fill(text);
  }

  /** Selects a file. */
  async give(field, file) {
    this.count += 1;
    await field.setInputFiles(file);
  }
}
