// The check of a backend with several members, by situation.

import { expect, it } from "vitest";
import { changesIn } from "./testing/check-scenario.js";
import { draft, installedAt, need } from "./testing/extension-records.js";
import { createMembersScenario } from "./testing/members-scenario.js";

const pack = "acme/pack";
const other = "acme/other";
const packs = { [pack]: { versions: ["1.0.0", "1.2.0"], classes: ["A"] }, [other]: { classes: ["B"] } };
const has = installedAt(pack, "1.2.0", { loaded: true });
const hasOther = installedAt(other, "1.0.0", { loaded: true });
const needsPack = draft(["KSampler", "A"], need(pack, ">=1.0.0", "A"));
const needsBoth = draft(["KSampler", "A", "B"], need(pack, ">=1.0.0", "A"), need(other, ">=1.0.0", "B"));

it("a generation passes without a question if one member has everything", async () => {
  const { run, asked, memberCalls } = await createMembersScenario({
    members: { a: { packs }, b: { packs, installed: [has] } },
  });
  expect(await run(needsPack)).toBeUndefined();
  expect(asked).toEqual([]);
  expect(changesIn(memberCalls())).toEqual([]);
});

it("two members with half of it each are not one member with everything", async () => {
  const { run } = await createMembersScenario({
    members: { a: { packs, installed: [has] }, b: { packs, installed: [hasOther] } },
  });
  expect(await run(needsBoth)).toMatchObject({ code: "EXTENSIONS_DECLINED" });
});

it("the changes of the member that needs the fewest are offered, and it gets no prompts meanwhile", async () => {
  const { run, asked, memberCalls } = await createMembersScenario({
    members: { a: { packs }, b: { packs, installed: [has] }, c: { packs } },
    answers: ["yes"],
  });
  expect(await run(needsBoth)).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(asked[0]?.title).toContain("b");
  const changes = memberCalls().filter((call) => /^(drain|resume)|: (install|restart)/.test(call));
  expect(changes).toEqual([
    "drain b",
    `b: install ${other} >=1.0.0`,
    "b: restart: extensions for txt2img",
    "resume b",
  ]);
});

it("a veto after the person has declined says what each member lacks", async () => {
  const { run, memberCalls } = await createMembersScenario({
    members: {
      a: { packs },
      b: { packs, installed: [installedAt(pack, "0.5.0", { loaded: true })] },
      c: { silent: true },
    },
  });
  const veto = await run(needsPack);
  expect(veto).toMatchObject({ kind: "veto", code: "EXTENSIONS_DECLINED" });
  expect(veto?.message).toContain("No member of studio has what is needed.");
  expect(veto?.message).toMatch(/a: .*acme\/pack.* b: .*acme\/pack.*0\.5\.0.* c: it does not answer\./);
  expect(memberCalls().filter((call) => /drain|resume|install/.test(call))).toEqual([]);
});

it("a veto says what each member lacks if none can be changed from here", async () => {
  const { run, asked } = await createMembersScenario({
    members: { a: { packs }, b: { packs } },
    canOpen: false,
  });
  const veto = await run(needsPack);
  expect(veto).toMatchObject({ code: "EXTENSIONS_MISSING" });
  expect(veto?.message).toMatch(/a: .*acme\/pack.* b: .*acme\/pack/);
  expect(veto?.hint).toContain("On one of the members");
  expect(asked).toEqual([]);
});

it("a member that cannot be changed from here is passed over", async () => {
  const { run, asked, memberCalls } = await createMembersScenario({
    members: { a: { packs, can: [] }, b: { packs } },
    answers: ["yes"],
  });
  expect(await run(needsPack)).toBeUndefined();
  expect(asked[0]?.title).toContain("b");
  expect(changesIn(memberCalls().map((call) => call.replace(/^b: /, "")))).toContain(
    `install ${pack} >=1.0.0`,
  );
});

it("requirements that contradict each other are a conflict, whatever the members have", async () => {
  const { run } = await createMembersScenario({ members: { a: { packs }, b: { packs, installed: [has] } } });
  const conflict = draft(["A"], need(pack, "<1.0.0", "A"), need(pack, ">=1.0.0", "A"));
  expect(await run(conflict)).toMatchObject({ code: "EXTENSIONS_CONFLICT" });
});

it("a member that is draining does not count, and is not offered, while others get prompts", async () => {
  const { run, asked } = await createMembersScenario({
    members: { a: { packs, installed: [has] }, b: { packs } },
    draining: ["a"],
  });
  expect(await run(needsPack)).toMatchObject({ code: "EXTENSIONS_DECLINED" });
  expect(asked[0]?.title).toContain("b");
});

it("a member without a list is judged by its classes", async () => {
  const { run } = await createMembersScenario({
    members: { a: { hasFacet: false, core: ["KSampler", "A"] }, b: { packs } },
  });
  expect(await run(needsPack)).toBeUndefined();
});

it("classes that no member has are looked up in the index of a member", async () => {
  const { run, asked } = await createMembersScenario({
    members: { a: { hasFacet: false }, b: { packs } },
    answers: ["yes"],
  });
  expect(await run(draft(["KSampler", "A"]))).toBeUndefined();
  expect(asked).toHaveLength(1);
});

it("a generation that needs nothing passes without a query of the members", async () => {
  const { run, memberCalls } = await createMembersScenario({
    members: { a: { packs } },
    config: { unknownClasses: "ignore" },
  });
  expect(await run(draft(["KSampler"]))).toBeUndefined();
  expect(memberCalls()).toEqual([]);
});
