// The main job as steps of a walk: a table with an index, two items, a query, and the same state after a reload.

const TREE = "nav[aria-label=Tables]";

export const mainJob = [
  [
    "define a table with a global index",
    async (page) => {
      await page.click("button", "New table");
      await page.write("textbox", "Table name", "Notes");
      await page.write("combobox", "Partition key", "Who");
      await page.write("combobox", "Sort key", "When");
      await page.click("button", "Add global index");
      const card = await page.find("region", "unnamed index");
      await page.write("combobox", "Partition key", "Topic", card);
      await page.write("textbox", "Index name", "ByTopic", card);
      await page.click("button", "Create table");
      await page.reads(TREE, /Notes\s*0/);
    },
  ],
  [
    "write two items",
    async (page) => {
      for (const when of ["morning", "evening"]) {
        await page.reads("[role=tabpanel]", /[\d,]+ item(?![^]*is CREATING)/);
        await page.click("button", "New item");
        await page.write("textbox", "Value of Who", "Ada");
        await page.write("textbox", "Value of When", when);
        await page.write("textbox", "Value of Topic", "engines");
        await page.click("button", "Create item");
        await page.gone("dialog[open]");
      }
      await page.reads(TREE, /Notes\s*2/);
    },
  ],
  [
    "query the index",
    async (page) => {
      await page.click("tab", "Query");
      await page.reads(TREE, /ByTopic\s+\d+ B(?![^]*behind)/);
      await page.choose("Table or index", "GSI ByTopic");
      await page.write("textbox", /^Value of the partition key/, "engines");
      await page.click("button", /^Run Query/);
      await page.reads("[role=status]", /2 items returned/);
    },
  ],
];

export const reload = [
  [
    "reload, and find everything again",
    async (page) => {
      await page.reads("footer [role=status], [role=contentinfo] [role=status]", /saved in this browser/);
      await page.driver.navigate().refresh();
      await page.ready();
      await page.reads(TREE, /Notes\s*2/);
      await page.click("tab", "Items");
      await page.reads("[role=grid]", /(?=[^]*evening)[^]*morning/);
    },
  ],
];
