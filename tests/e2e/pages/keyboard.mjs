// The page without a mouse: every control must be reachable by keyboard.

import { expect } from "@playwright/test";

/** Presses Tab until the control has the focus. */
export async function walkTo(control, key = "Tab") {
  const page = control.page();
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 90; presses += 1) {
    if (await control.evaluate((element) => element.getRootNode().activeElement === element)) return;
    await page.keyboard.press(key);
  }
  await expect(control, "reached by the keyboard").toBeFocused();
}

export async function write(control, text) {
  await walkTo(control);
  await control.page().keyboard.type(text);
}

/** Moves the focus to a control and presses it. `way` is the key that moves the focus. */
export async function press(control, key = "Enter", way = "Tab") {
  await walkTo(control, way);
  await control.page().keyboard.press(key);
}
