// The gate: it examines a generation before anything is sent to the backend, and can ask the person.

import type { BeforeFirstBatch } from "@pictor/kernel/plugin";
import type { Config } from "./settings.gen.ts";

/** Where nobody can be asked, a question has the answer `safeChoice`. */
export const createCheck =
  ({ maxBatches }: Config): BeforeFirstBatch =>
  async ({ drafts }, { interaction }) => {
    if (drafts.length <= maxBatches) return undefined;
    const answer = await interaction.ask({
      title: `Run ${drafts.length} batches?`,
      detail: [`Up to ${maxBatches} run without a question.`],
      choices: [
        { id: "run", text: "Run them" },
        { id: "stop", text: "Stop" },
      ],
      safeChoice: "stop",
    });
    if (answer === "run") return undefined;
    return {
      kind: "veto",
      code: "ACME_TOO_MANY",
      message: `${drafts.length} batches are more than ${maxBatches}.`,
      hint: "Ask for fewer, or raise maxBatches of this plugin.",
    };
  };
