// What a member has said about its classes, and when it is asked again.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it, vi } from "vitest";
import type { CatalogOptions, NodeClass } from "@pictor/kernel/plugin";
import type { Member } from "../members/member.js";
import { MemberCatalogs } from "./member-catalogs.js";

const catalogMs = 60_000;

/** The catalogs of a member that has only the class `Known`. */
function open() {
  const clock = createFakeClock();
  const known = { name: "Known" } as NodeClass;
  const catalog = vi.fn(({ classes }: CatalogOptions) =>
    Promise.resolve(new Map((classes ?? ["Known"]).includes("Known") ? [["Known", known]] : [])),
  );
  const member = {
    name: "a",
    call: (use: (backend: { readonly catalog: typeof catalog }, signal: AbortSignal) => unknown) =>
      use({ catalog }, new AbortController().signal),
  } as unknown as Member;
  const catalogs = new MemberCatalogs(clock, { catalogMs, answerMs: 1_000, patienceMs: 1_000 });
  /** The names of the classes that the member has, and how often it was asked for them. */
  const ask = async (...names: readonly string[]) => {
    const before = catalog.mock.calls.length;
    const found = await catalogs.classesOf(member, names);
    return [[...found.keys()], catalog.mock.calls.length - before];
  };
  return { clock, catalogs, member, ask };
}

it("a member is asked once for a class, also for one that it does not have, until the answer is old", async () => {
  const { clock, ask } = open();
  expect(await ask("Known", "Missing")).toEqual([["Known"], 1]);
  expect(await ask("Known", "Missing")).toEqual([["Known"], 0]);
  await clock.advance(catalogMs);
  expect(await ask("Known")).toEqual([["Known"], 0]);
  await clock.advance(1);
  expect(await ask("Known")).toEqual([["Known"], 1]);
});

it("the whole catalog answers for every class", async () => {
  const { catalogs, member, ask } = open();
  await catalogs.read(member);
  expect(await ask("Known", "Missing")).toEqual([["Known"], 0]);
  expect([...(catalogs.whole("a")?.keys() ?? [])]).toEqual(["Known"]);
});

it("classes that were forgotten are asked for again, once", async () => {
  const { catalogs, ask } = open();
  await ask("Known", "Missing");
  catalogs.forget("a", ["Missing"]);
  expect(await ask("Known")).toEqual([["Known"], 0]);
  expect(await ask("Missing")).toEqual([[], 1]);
  expect(await ask("Missing")).toEqual([[], 0]);
});

it("only what a member was asked for is known", async () => {
  const { catalogs, ask } = open();
  await ask("Known");
  expect([...(catalogs.known("a", ["Known"])?.keys() ?? [])]).toEqual(["Known"]);
  expect(catalogs.known("a", ["Known", "Missing"])).toBeUndefined();
  expect(catalogs.known("b", ["Known"])).toBeUndefined();
});
