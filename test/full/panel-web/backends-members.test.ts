// The members of a pool or queue in a browser: how they are, who waits, drain and resume, and the priority of a job.

import { fakeMembers, idleMember } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { choose } from "./choices.test.support.js";
import { axeViolations } from "./axe.test.support.js";
import { startBackends } from "./backends.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)("a backend with members", { timeout: 60_000 }, () => {
  const fake = fakeMembers({
    members: [
      idleMember("gpu-1", { loaded: ["base.safetensors"], stepMs: 118, running: 1 }),
      idleMember("gpu-2", { state: "unreachable", reason: "connection refused" }),
    ],
    owners: [{ owner: "anna", waiting: 12, running: 1 }],
    problems: [
      { code: "QUEUE_NOT_DURABLE", message: "Redis keeps nothing on disk.", hint: "Set appendonly." },
    ],
  });
  const test = startForAll(() => startBackends({ facets: { members: fake.facet } }));

  it("shows its members, its owners and its problems, and drains a member", async () => {
    const { page } = await test.open("#/backends/studio");
    await page.getByRole("tab", { name: "Members" }).click();
    const members = page.getByRole("list", { name: "Members" });
    await members.getByText("Loaded: base.safetensors").waitFor();
    await members.getByText("does not answer: connection refused").waitFor();
    await page.getByText("anna: 12 waiting, 1 running").waitFor();
    await page.getByText("Redis keeps nothing on disk.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await members.getByTitle("Give gpu-1 no further prompts").click();
    await page.getByText("gpu-1 gets no further prompts.").waitFor();
    await members.getByTitle("Give gpu-1 prompts again").click();
    await expect.poll(() => fake.done, within).toEqual(["drain gpu-1", "resume gpu-1"]);
  });

  it("its form has a field for the priority", async () => {
    const { page } = await test.open("#/generate");
    const field = page.getByLabel("Priority");
    await choose(field, "Low: when nothing else waits");
    await page.reload();
    await expect.poll(() => field.textContent(), within).toMatch(/^Low/);
  });
});
