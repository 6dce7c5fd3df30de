// Questions of a job on the stage: the safe answer first, nothing taken from who types, gone when answered elsewhere; a refusal.

import type { GateContext, Veto } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { inlinePlugin } from "../../../services/testing/fake-plugins.js";
import { generate, progressLine, smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const veto: Veto = {
  kind: "veto",
  code: "ACME_MISSING",
  message: "acme-nodes is missing.",
  hint: "Install it.",
};

/** A gate that asks before each job. */
const asks = inlinePlugin("acme-checker", [{ hook: "beforeFirstBatch", handler: "ask" }], {
  ask: async (_plan: unknown, { interaction }: GateContext): Promise<Veto | undefined> => {
    const answer = await interaction.ask({
      title: "Install acme-nodes?",
      detail: ["acme-nodes 1.0.0", "from the address github.com/acme/acme-nodes"],
      choices: [
        { id: "install", text: "install" },
        { id: "no", text: "leave it" },
      ],
      safeChoice: "no",
    });
    return answer === "install" ? undefined : veto;
  },
});

describe.skipIf(chromiumPath === undefined)("a question of a job", { timeout: 90_000 }, () => {
  const test = startForAll(() => startGenerate({ plugins: [{ kind: "inline", ...asks }] }));

  it("stands on the stage with what will happen, and the safe answer has the focus", async () => {
    const { page } = await test.openForm(smallDraft());
    await generate(page);
    const card = page.getByRole("region", { name: "Install acme-nodes?" });
    await card.waitFor();
    expect(await card.getByRole("listitem").allTextContents()).toEqual([
      "acme-nodes 1.0.0",
      "from the address github.com/acme/acme-nodes",
    ]);
    await expect.poll(() => page.evaluate("document.activeElement.textContent"), within).toBe("Leave it");
    await card.getByRole("button", { name: "Install" }).click();
    await card.waitFor({ state: "detached" });
    await expect.poll(() => progressLine(page).textContent(), within).toMatch(/^Finished/);
  });

  it("leaves the focus where somebody types, goes when it is answered elsewhere, and the refusal says why", async () => {
    const { page } = await test.openForm(smallDraft());
    const other = await test.openForm(smallDraft());
    await page.getByLabel("Prompt", { exact: true }).focus();
    await page.keyboard.press("Control+Enter");
    const card = (where: typeof page) => where.getByRole("region", { name: "Install acme-nodes?" });
    await card(page).waitFor();
    await page.keyboard.type("!");
    expect(await page.getByLabel("Prompt", { exact: true }).inputValue()).toContain("!");
    await card(other.page).getByRole("button", { name: "Leave it" }).click();
    await card(page).waitFor({ state: "detached" });
    const refusal = page.getByRole("alert").filter({ hasText: "Refused: acme-nodes is missing." });
    await refusal.waitFor();
    expect(await refusal.textContent()).toContain("Install it.");
  });
});
