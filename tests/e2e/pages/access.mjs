// Accessibility and contrast, tested by a checker.

import AxeBuilder from "@axe-core/playwright";

/** Every rule of WCAG 2.2, levels A and AA. */
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** The rules beyond those: all content is in a landmark, and the name of a control contains its visible words. */
const more = ["region", "label-content-name-mismatch"];

/** The violated rules, one per line, optionally of a part of the page. */
export async function violations(page, part) {
  const rules = Object.fromEntries(more.map((id) => [id, { enabled: true }]));
  const builder = new AxeBuilder({ page }).options({ runOnly: { type: "tag", values: wcag }, rules });
  const found = await (part ? builder.include(part) : builder).analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.flat().join(" ")} (${node.failureSummary})`));
}
