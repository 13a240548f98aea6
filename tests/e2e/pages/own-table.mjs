// A manually created table in an empty workspace.

/** Creates a table with a string partition key, optionally with a global index and provisioned units. */
export async function make(workbench, name, { index, units } = {}) {
  const { design, items } = workbench;
  await workbench.newTable();
  await design.name.fill(name);
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  if (units) await design.provision(units);
  if (index) await design.addIndex("global", { projection: "ALL", ...index });
  if (index?.units) await design.provisionIndex(index.name, index.units);
  await design.create.click();
  await items.ready();
}

/** Writes an item with the form. */
export async function put(workbench, id, attributes = []) {
  const editor = await workbench.items.startNew();
  await editor.value("Id").fill(id);
  for (const [name, type, value] of attributes) await editor.add(name, type, value);
  await editor.finish();
}
