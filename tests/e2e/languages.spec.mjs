// The page in the reader's language: chosen by the browser, by an address or in the header, and kept.

import { violations } from "./pages/access.mjs";
import { expect, test } from "./pages/test.mjs";
import { Workbench } from "./pages/workbench.mjs";

const LANGUAGES = [
  { tag: "es", name: "español", tabs: "Elementos", reads: "11 elementos" },
  { tag: "pt-BR", name: "português (Brasil)", tabs: "Itens", reads: "11 itens" },
  { tag: "ko", name: "한국어", tabs: "항목", reads: "항목 11개" },
];

/** The page at an address, when it is drawn. */
async function open(page, address) {
  await page.goto(address);
  await expect(page.locator(".app:not(#boot)")).toBeVisible();
}

for (const { tag, name, tabs } of LANGUAGES) {
  test.describe(`a browser in ${tag}`, () => {
    test.use({ locale: tag });

    test("decides on the first visit", async ({ page }) => {
      await open(page, "./#workbench");
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      await expect(page.getByRole("tab").first()).toHaveText(tabs);
      await expect(page.locator(".top").getByRole("button", { name })).toBeVisible();
    });
  });
}

test("another language takes effect at once, loses nothing, and is kept", async ({ page, workbench }) => {
  await workbench.holds({ Thread: 11 });
  await workbench.show("Query");
  const { query } = workbench;
  await query.partition.fill("S3");
  for (const { tag, name } of LANGUAGES) {
    await page.locator(".top").getByRole("button", { name: /: (language of the page|idioma|언어|페이지)/ }).or(page.locator(".top [aria-haspopup=menu]").filter({ hasText: /English|español|português|한국어/ })).first().click();
    await page.getByRole("menuitemradio", { name }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await expect(page.getByRole("tab", { selected: true }).first()).toHaveText(/Query|쿼리/);
    await expect(page.locator('.query input[value="S3"], .query input').filter({ visible: true }).first()).toHaveValue("S3");
  }
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await expect(page.getByRole("tab").first()).toHaveText("항목");
});

test("an address names a language, and one that the page does not have is passed over", async ({ page }) => {
  await open(page, "./?lang=ko#workbench");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await open(page, "./?lang=PT#workbench");
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
  await open(page, "./?lang=tlh#workbench");
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
});

test("plural forms and numbers are those of the language", async ({ page }) => {
  for (const { tag, reads } of LANGUAGES) {
    await open(page, `./?lang=${tag}#workbench`);
    await expect(new Workbench(page).main ?? page.locator("main")).toContainText(reads);
    expect(await violations(page)).toEqual([]);
  }
});

test("words that do not come are asked for again, and then the page says so", async ({ page }) => {
  await page.route("**/words/*.txt*", (route) => route.abort());
  await page.goto("./#workbench");
  await expect(page.getByRole("alert")).toContainText("words/en.txt could not be loaded");
});
