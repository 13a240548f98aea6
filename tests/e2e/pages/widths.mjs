// The widths at which tests run: the usual one, and with HASHRANGE_FULL one for every layout of the page.

import { test } from "./test.mjs";

export const WIDTHS = process.env.HASHRANGE_FULL ? [390, 768, 1440, 2560] : [1440];

/** The widths at which the list of tables is visible. On narrower pages it is in a drawer. */
export const WITH_TABLES = WIDTHS.filter((width) => width >= 768);

/** Declares tests once for each of these widths. */
export function atWidths(widths, declare) {
  for (const width of widths) {
    test.describe(`${width} pixels wide`, () => {
      test.use({ viewport: { width, height: 900 } });
      declare();
    });
  }
}
