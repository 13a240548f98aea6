// The page through WebDriver: finds parts by their accessible role and name, as in the browser tests of Chromium. Owns
// waiting, finding and typing. Must not know what a walk does.

import { By, until } from "selenium-webdriver";

/** The maximum time until something appears, in milliseconds. */
const PATIENCE = 60_000;

const ROLES = {
  button: "button",
  combobox: "select, input[list], [role=combobox]",
  dialog: "dialog[open], [role=dialog]",
  link: "a",
  region: "section, [role=region]",
  tab: "[role=tab]",
  textbox: "input, textarea",
};

export class Page {
  constructor(driver) {
    this.driver = driver;
  }

  /** Waits until the page accepts clicks: it holds them until its complete program is loaded. */
  async ready() {
    const takes = async () => (await this.seen("[role=tablist]")) !== null && !(await this.seen("body[data-waits]"));
    await this.driver.wait(takes, PATIENCE, "the page is there");
  }

  /** Waits for a visible element with a role and a name (a text or an expression), within another or anywhere. */
  async find(role, name, within = this.driver) {
    const named = (label) => (name instanceof RegExp ? name.test(label) : label === name);
    const look = async () => {
      for (const element of await within.findElements(By.css(ROLES[role]))) {
        if ((await isDisplayed(element)) && named((await label(element)).trim())) return element;
      }
      return null;
    };
    return this.driver.wait(look, PATIENCE, `a ${role} with the name ${name}`);
  }

  async click(role, name, within) {
    const element = await this.find(role, name, within);
    await this.driver.wait(until.elementIsEnabled(element), PATIENCE, `${role} ${name} is enabled`);
    // The foot of a form may cover an element at the edge of the view.
    await this.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
    await element.click();
  }

  async write(role, name, text, within) {
    const element = await this.find(role, name, within);
    await element.clear();
    await element.sendKeys(text);
  }

  /** Chooses the entry of a list with this text. */
  async choose(name, text) {
    const list = await this.find("combobox", name);
    const entries = async () => {
      for (const entry of await list.findElements(By.css("option"))) {
        if ((await entry.getText()).trim() === text) return entry;
      }
      return null;
    };
    await (await this.driver.wait(entries, PATIENCE, `${text} in the list ${name}`)).click();
  }

  /** Waits until the text of a part of the page matches. */
  async reads(selector, expected) {
    let text = "";
    const fits = async () => {
      text = await this.text(selector);
      return expected.test(text);
    };
    await this.driver.wait(fits, PATIENCE).catch(() => {
      throw new Error(`${selector} should read ${expected}; it reads: ${text}`);
    });
  }

  /** Waits until no element matches. */
  async gone(selector) {
    await this.driver.wait(async () => (await this.seen(selector)) === null, PATIENCE, `${selector} is gone`);
  }

  /** The text of every matching element. Empty if there is none. */
  async text(selector) {
    return this.driver.executeScript(
      "return [...document.querySelectorAll(arguments[0])].map((element) => element.innerText).join(' | ')",
      selector,
    );
  }

  /** The first visible matching element, if any. */
  async seen(selector) {
    for (const element of await this.driver.findElements(By.css(selector))) {
      if (await isDisplayed(element)) return element;
    }
    return null;
  }
}

/** The page may replace an element during the check. It then counts as not displayed. */
async function isDisplayed(element) {
  return element.isDisplayed().catch(() => false);
}

async function label(element) {
  return element.getAccessibleName().catch(() => "");
}
