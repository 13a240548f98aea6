// Counts what a hand does: a press of a button, a key or a choice is one, and so is a value typed into a field. A field that does
// not have the focus yet takes a press of its own.

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

  /** Presses a key that types nothing, as Enter does. */
  async key(name) {
    this.count += 1;
    await this.page.keyboard.press(name);
  }

  /** Chooses from a list. */
  async choose(list, word) {
    this.count += 1;
    await list.selectOption(word);
  }

  /** Goes to a field and types. */
  async fill(field, text) {
    this.count += 2;
    await field.click();
    await field.fill(text);
  }

  /** Types into the field that the page has given the focus. */
  async type(field, text) {
    this.count += 1;
    await expect(field).toBeFocused();
    await field.fill(text);
  }

  /** Gives the page a file. */
  async give(field, file) {
    this.count += 1;
    await field.setInputFiles(file);
  }
}
