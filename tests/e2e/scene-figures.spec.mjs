// Every figure of every caption of the eight scenes is read in the picture itself, on the way forth and on the way back, on a
// desk and on a phone: words and picture agree.

import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";
import { atWidths } from "./pages/widths.mjs";

/** A figure as the caption has it, and where the picture has it: a part of the stage, and the words around the figure. */
const figure = (value, part, words) => ({ value, part, words });
const grouped = (value) => value.replace(/\B(?=(\d{3})+$)/g, ",");

const items = (value) => figure(value, (stage) => stage.table, `${grouped(value)} items?`);
const partitions = (value) => figure(value, (stage) => stage.table, `${value} partitions`);
const status = (value, index) => figure(value, (stage) => (index ? stage.index(index) : stage.table), value);
const entries = (index, value) => figure(value, (stage) => stage.index(index), `${grouped(value)} (entry|entries)`);
const percent = (index, value) => figure(value, (stage) => stage.index(index), `${value} % passed`);
const leftOut = (index, value) => figure(value, (stage) => stage.index(index), `${value} left out`);
const waiting = (index, value) => figure(value, (stage) => stage.pipe(index), `queue ${value}`);
const behind = (value) => figure(value, (stage) => stage.table, `followers ${value} writes? behind`);
const answered = (value) => figure(value, (stage) => stage.requests, `${grouped(value)} answered`);
const throttled = (value) => figure(value, (stage) => stage.requests, `${grouped(value)} throttled`);
const refusedBy = (index, value) => figure(value, (stage) => stage.index(index), `${value} (writes throttled|so far)`);
const refusedInAll = (value) => figure(value, (stage) => stage.table, `${value} writes throttled so far`);
const count = (value) => figure(value, (stage) => stage.client, `${grouped(value)} items?, `);
const cost = (value) => figure(value, (stage) => stage.client, `${value} RCU`);
const value = (name, value) => figure(value, (stage) => stage.client, `${name} ${value}`);
const refusal = (value) => figure(value, (stage) => stage.client, `× ${value}`);
const collection = (key, value) => figure(value, (stage) => stage.collection(key), `${grouped(value)} of 8,192 B`);
const expiring = (value) => figure(value, (stage) => stage.expiry, `${value} live`);
const readable = (value) => figure(value, (stage) => stage.expiry, `${value} (expired, still )?readable`);
const deleted = (value) => figure(value, (stage) => stage.expiry, `${value} deleted`);

/** The figures of every caption, in the order of its words. */
const SCENES = {
  "A leaderboard that lags": [
    [items("11"), entries("GameTitleIndex", "10")],
    [value("TopScore", "5000"), waiting("GameTitleIndex", "1")],
    [value("UserId", "104"), value("TopScore", "4200")],
    [refusal("ValidationException")],
    [value("UserId", "101"), value("TopScore", "5000")],
  ],
  "A sparse index": [
    [items("60"), entries("OpenIndex", "3")],
    [count("3"), cost("5.5")],
    [count("3"), cost("0.5")],
    [entries("OpenIndex", "2"), items("60")],
    [items("62"), entries("OpenIndex", "3")],
  ],
  "An index for a loaded table": [
    [items("400")],
    [status("UPDATING"), status("CREATING", "ScoreIndex"), entries("ScoreIndex", "0")],
    [percent("ScoreIndex", "40"), entries("ScoreIndex", "159")],
    [refusal("ResourceInUseException")],
    [status("ACTIVE", "ScoreIndex"), entries("ScoreIndex", "396"), leftOut("ScoreIndex", "2")],
    [refusal("ValidationException")],
    [entries("ScoreIndex", "398")],
  ],
  "An index that throttles its table": [
    [items("60")],
    [answered("699"), throttled("301"), refusedBy("CountryIndex", "301")],
    [throttled("361")],
    [answered("1000"), throttled("0")],
  ],
  "Sessions that expire within 48 hours": [
    [expiring("5")],
    [readable("4"), deleted("0")],
    [count("5")],
    [count("1")],
    [count("2")],
    [deleted("3"), items("2")],
    [deleted("4"), items("1")],
  ],
  "A hot key, and write sharding": [
    [partitions("6")],
    [answered("300"), throttled("200")],
    [answered("500"), throttled("0")],
    [refusedInAll("200")],
  ],
  "An item collection that is full": [
    [items("11"), collection("EC2", "773")],
    [collection("EC2", "7595")],
    [refusal("ItemCollectionSizeLimitExceededException"), collection("EC2", "7595")],
    [collection("S3", "1937"), count("10")],
    [collection("EC2", "7595")],
  ],
  "A stale read": [
    [behind("0")],
    [behind("1")],
    [value("Left", "10"), cost("0.5")],
    [value("Left", "9"), cost("1")],
    [value("Left", "9"), behind("0")],
  ],
};

/** Reads the figures of a caption in the words and in the picture. */
async function readBoth(scene, stage, caption) {
  await expect(scene.figures).toHaveText(caption.map(({ value }) => value));
  for (const { part, words } of caption) {
    const text = part(stage).locator("text").filter({ hasText: new RegExp(`(?<![\\d.,])${words}`) });
    await expect(text.first(), `${words} in the picture`).toBeVisible();
  }
}

atWidths([1440, 390], () => {
  for (const [title, captions] of Object.entries(SCENES)) {
    test(`${title}: the picture has every figure of every caption, forth and back`, async ({ page, workbench }) => {
      const { scene } = workbench;
      const stage = new Stage(page);
      await scene.stage(title);
      expect(await scene.count()).toBe(captions.length);
      for (const [at, caption] of captions.entries()) {
        if (at > 0) await scene.onTo(at + 1);
        await readBoth(scene, stage, caption);
      }
      for (let at = captions.length - 1; at > 0; at -= 1) {
        await scene.backTo(at);
        await readBoth(scene, stage, captions[at - 1]);
      }
    });
  }
});
