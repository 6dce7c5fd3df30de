// `pictor backend status`, `drain` and `resume` for a backend with members.

import { describe, expect, it } from "vitest";
import { fakeMembers, idleMember } from "@pictor/host/testing";
import { createBackendFixture } from "../../testing/backend-fixture.js";
import { memberRows, ownerRows } from "./members-text.js";
import { runMemberChange, runQueueChange } from "./drain-member.js";
import { runStatus } from "./show-status.js";

const status = {
  members: [
    idleMember("gpu-1", {
      title: "ComfyUI at http://gpu-1:8188/",
      running: 1,
      ended: 40,
      modelSwitches: 3,
      loaded: ["base.safetensors", "fox.safetensors"],
      stepMs: 118.4,
    }),
    idleMember("gpu-2", { state: "unreachable", reason: "connection refused.", retryAt: 8000, lost: 1 }),
    idleMember("gpu-3", { state: "draining", stepMs: 2.345, running: 3, capacity: 4 }),
    idleMember("gpu-4", { state: "unchecked" }),
  ],
  owners: [
    { owner: "anna", waiting: 12, running: 1, isPaused: true },
    { waiting: 3, running: 0 },
  ],
  problems: [{ code: "QUEUE_NOT_DURABLE", message: "Redis keeps nothing on disk.", hint: "Set appendonly." }],
  isPaused: false,
};

it("members are rows with what they run, their times and models, and their state", () => {
  expect(memberRows(status, 0)).toEqual([
    ["MEMBER", "RUNNING", "ENDED", "LOST", "SWITCHES", "MS/STEP", "LOADED", "STATE"],
    ["gpu-1", "1", "40", "0", "3", "118", "base.safetensors, fox.safetensors", "ready"],
    ["gpu-2", "0", "0", "1", "0", "-", "-", "unreachable: connection refused; asked again in 8 seconds"],
    ["gpu-3", "3 of 4", "0", "0", "0", "2.3", "-", "draining"],
    ["gpu-4", "0", "0", "0", "0", "-", "-", "no answer yet"],
  ]);
});

it("owners are rows in the order of their turns; prompts that name nobody have a row, too", () => {
  expect(ownerRows(status)).toEqual([
    ["OWNER", "WAITING", "RUNNING", "STATE"],
    ["anna", "12", "1", "paused"],
    ["(no owner)", "3", "0", "-"],
  ]);
});

describe("status", () => {
  it("shows the members, the owners and the problems", async () => {
    const { run } = await createBackendFixture({ members: fakeMembers(status).facet });
    const { code, out, err } = await run((host) => runStatus(host, "studio"));
    expect(code).toBe(0);
    expect(out).toMatch(/^gpu-1 +1 +40 +0 +3 +118 +base\.safetensors, fox\.safetensors/m);
    expect(out).toMatch(/^anna +12 +1 +paused$/m);
    expect(err).toContain("warning: Redis keeps nothing on disk.\n  Set appendonly.\n  QUEUE_NOT_DURABLE");
    expect(err).not.toContain("is a part of each process");
  });

  it("has them as one value with --json", async () => {
    const { run } = await createBackendFixture({ members: fakeMembers(status).facet });
    const { records } = await run((host) => runStatus(host, "studio"), { json: true });
    expect(records).toMatchObject([{ type: "result", status: "finished", farm: status }]);
  });

  it("says of a pool that each process has its own", async () => {
    const facet = { ...fakeMembers(status).facet, open: () => Promise.reject(new Error("not used")) };
    const { run } = await createBackendFixture({ members: facet });
    const { err } = await run((host) => runStatus(host, "studio"));
    expect(err).toContain("studio is a part of each process that uses it");
  });
});

describe("drain and resume", () => {
  it("change the member, and show all of them", async () => {
    const fake = fakeMembers();
    const { run } = await createBackendFixture({ members: fake.facet });
    const drained = await run((host) => runMemberChange(host, "drain", "studio", "b"));
    expect(drained.code).toBe(0);
    expect(drained.err).toContain("b gets no further prompts; its running prompts continue.");
    expect(drained.out).toMatch(/^b .* draining$/m);
    const resumed = await run((host) => runMemberChange(host, "resume", "studio", "b"), { json: true });
    expect(resumed.records).toMatchObject([{ status: "finished", member: "b", farm: { members: [{}, {}] } }]);
    expect(fake.done).toEqual(["drain b", "resume b"]);
  });

  it("pause the queue, and end the pause without a member's name", async () => {
    const fake = fakeMembers();
    const { run } = await createBackendFixture({ members: fake.facet });
    const paused = await run((host) => runQueueChange(host, "pause", "studio"));
    expect([paused.code, paused.err]).toEqual([
      0,
      expect.stringContaining("studio gives no member further prompts; running prompts continue") as string,
    ]);
    expect(paused.err + paused.out).toContain("Paused: no member gets prompts");
    const resumed = await run((host) => runQueueChange(host, "resume", "studio"), { json: true });
    expect(resumed.records).toMatchObject([{ status: "finished", farm: { isPaused: false } }]);
    expect(fake.done).toEqual(["pause", "end the pause"]);
  });

  it("pause one owner, and end its pause", async () => {
    const fake = fakeMembers();
    const { run } = await createBackendFixture({ members: fake.facet });
    const paused = await run((host) => runQueueChange(host, "pause", "studio", "anna"));
    expect(paused.err).toContain("anna is paused: its running prompts continue, and the others wait.");
    expect(paused.out).toMatch(/^anna +0 +0 +paused$/m);
    const resumed = await run((host) => runQueueChange(host, "resume", "studio", "anna"));
    expect(resumed.err).toContain("anna is not paused: its prompts run in their turns.");
    expect(fake.done).toEqual(["pause anna", "end the pause of anna"]);
  });

  it("refuse an owner without a name, such as that of an empty variable", async () => {
    const fake = fakeMembers();
    const { run } = await createBackendFixture({ members: fake.facet });
    const { code, err } = await run((host) => runQueueChange(host, "pause", "studio", ""));
    expect([code, fake.done]).toEqual([2, []]);
    expect(err).toContain("The name after --owner is empty.");
  });

  it.each([
    ["studio", "c", "The backend farm has no member c.", "The known members are: a, b."],
    ["box", "a", "box (plain) has no members.", "A backend of the kind pool or queue has"],
  ])("refuse the member of %s that is called %s", async (name, member, what, hint) => {
    const { run } = await createBackendFixture({ members: fakeMembers().facet });
    const { code, err } = await run((host) => runMemberChange(host, "drain", name, member));
    expect(code).toBe(2);
    expect(err).toContain(what);
    expect(err).toContain(hint);
  });

  it("refuse a pool, because the change would end with the command", async () => {
    const fake = fakeMembers();
    const facet = { ...fake.facet, open: () => Promise.reject(new Error("not used")) };
    const { run } = await createBackendFixture({ members: facet });
    const { code, err } = await run((host) => runMemberChange(host, "drain", "studio", "a"));
    expect({ code, done: fake.done }).toEqual({ code: 2, done: [] });
    expect(err).toContain("POST /v1/backends/studio/members/MEMBER/drain");
  });
});
