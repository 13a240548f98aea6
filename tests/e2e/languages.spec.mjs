// The page in the reader's language: chosen by the browser, by an address or in the header, and kept.

import { violations } from "./pages/access.mjs";
import { expect, test } from "./pages/test.mjs";

const LANGUAGES = [
  { tag: "es", name: "español", menu: "español: idioma de la página", tabs: ["Elementos", "Query"], reads: "11 elementos" },
  { tag: "pt-BR", name: "português (Brasil)", menu: "português (Brasil): idioma da página", tabs: ["Itens", "Query"], reads: "11 itens" },
  { tag: "ko", name: "한국어", menu: "한국어: 페이지의 언어", tabs: ["항목", "쿼리"], reads: "항목 11개" },
];

for (const { tag, menu, tabs, reads } of LANGUAGES) {
  test.describe(`a browser in ${tag}`, () => {
    test.use({ locale: tag });

    test("decides on the first visit", async ({ page }) => {
      await page.goto("./#workbench");
      await expect(page.getByRole("tab", { name: tabs[0], exact: true })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      await expect(page.getByRole("button", { name: menu })).toBeVisible();
      await expect(page.locator("main")).toContainText(reads);
      expect(await violations(page)).toEqual([]);
    });
  });
}

test("another language takes effect at once, loses nothing, and is kept", async ({ page, workbench }) => {
  await workbench.show("Query");
  await workbench.query.partition.fill("S3");
  let menu = "English: language of the page";
  for (const { tag, name, menu: next, tabs } of LANGUAGES) {
    await page.getByRole("button", { name: menu }).click();
    await page.getByRole("menuitemradio", { name }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await expect(page.getByRole("tab", { name: tabs[1], exact: true })).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => page.locator("main input").evaluateAll((inputs) => inputs.map((input) => input.value))).toContain("S3");
    menu = next;
  }
  await page.reload();
  await expect(page.getByRole("tab", { name: "항목", exact: true })).toBeVisible();
});

test("an address names a language, and one that the page does not have is passed over", async ({ page }) => {
  for (const [asked, found] of [["ko", "ko"], ["PT", "pt-BR"], ["tlh", "pt-BR"], ["en", "en"]]) {
    await page.goto(`./?lang=${asked}#workbench`);
    await expect(page.locator("html")).toHaveAttribute("lang", found);
    await expect(page.getByRole("tab").first()).toBeVisible();
  }
});

test("without its words the page does not start, and says why", async ({ page, troubles }) => {
  await page.route("**/words/*.txt*", (route) => route.abort());
  await page.goto("./#workbench");
  await expect(page.getByRole("alert")).toContainText(/words\/en\.txt could not be loaded/);
  troubles.length = 0;
});
