// Physics and limits: presets and settings in readable units, and a footer that describes them correctly.

import { expect, test } from "./pages/test.mjs";

test("a preset and a setting change what the footer says, and the reset takes the setting back", async ({ workbench }) => {
  const { physics } = workbench;
  await expect(physics.pace).toHaveText("classroom time: waits are shortened");
  await physics.open();
  await physics.choice("AWS").check();
  await expect(physics.pace).toHaveText("AWS time: waits as measured");
  await physics.unfold("Global secondary indexes");
  const lag = physics.setting("Write to index entry");
  await expect(lag).toHaveValue("5 ms..60 ms");
  await lag.fill("soon");
  await expect(lag).toHaveAccessibleDescription(/A duration such as 400 ms/);
  await lag.fill("2 s..1 min");
  await lag.press("Enter");
  await expect(lag).toHaveValue("2 s..1 min");
  await expect(lag).toHaveAccessibleDescription(/changed; the preset value is 5 ms..60 ms/);
  await expect(physics.pace).toHaveText("AWS time: waits as measured, 1 setting changed");
  await physics.dialog.getByRole("button", { name: "Reset to preset" }).click();
  await expect(lag).toHaveValue("5 ms..60 ms");
  await expect(physics.pace).toHaveText("AWS time: waits as measured");
});

test("throttling, limits and the accelerator are switched, and are there after a reload", async ({ workbench }) => {
  const { physics } = workbench;
  await physics.open();
  await physics.choice("Adaptive").check();
  await physics.dialog.getByRole("checkbox", { name: /DAX cluster/ }).check();
  await physics.setting("Item cache TTL").fill("30 s");
  await physics.setting("Item cache TTL").press("Enter");
  await physics.unfold("Size limits");
  await physics.setting("An item").first().fill("10 KB");
  await physics.setting("An item").first().press("Enter");
  await physics.close();
  await expect(physics.pace).toHaveText(/2 settings changed, throttling on, DAX on/);
  await workbench.saved();
  await workbench.reload();
  await expect(physics.pace).toHaveText(/2 settings changed, throttling on, DAX on/);
});

test("the switch of throttling in the Workload tab is the one of Physics", async ({ workbench }) => {
  const { physics, workload } = workbench;
  await workbench.show("Workload");
  await workload.throttling.check();
  await physics.open();
  await expect(physics.choice("Adaptive")).toBeChecked();
  await physics.choice("Off").check();
  await physics.close();
  await expect(workload.throttling).not.toBeChecked();
});
