// Properties of all decisions: independent of the order, complete after their steps, and minimal.

import type { ExtensionRequirement, InstalledExtension } from "@pictor/kernel/plugin";
import fc from "fast-check";
import semver from "semver";
import { describe, expect, it } from "vitest";
import { decide } from "./decide-steps.js";
import { describeAction, describeByHand, describeCopies, describeStep } from "./describe-steps.js";
import type { Pin, Step } from "./step.js";

const names = [
  "acme/pack",
  "https://github.com/Acme/Pack.git",
  "acme-pack",
  "other/pack",
  "git@github.com:other/pack",
  "zoo",
];
const commits = ["9f1c2d3e", "0123456789abcdef"];
const versions = ["0.9.0", "1.0.0-rc.1", "1.0.0", "1.2.0", "2.0.0"];
const maybe = <Key extends string, T>(key: Key, values: fc.Arbitrary<T>) =>
  fc
    .option(values, { nil: undefined })
    .map((value) => (value === undefined ? {} : { [key]: value })) as fc.Arbitrary<Partial<Record<Key, T>>>;

const requirement: fc.Arbitrary<ExtensionRequirement> = fc
  .tuple(
    fc.record({
      id: fc.constantFrom(...names, "--evil", "../up"),
      range: fc.constantFrom("*", "*", ">=1.0.0", "^1.0.0", "<1.0.0", ">=2.0.0", "~1.2.0", "none"),
      nodeClasses: fc.subarray(["A", "B"]),
    }),
    maybe("commit", fc.constantFrom(...commits)),
  )
  .map(([entry, commit]) => ({ ...entry, ...commit }));
const extension: fc.Arbitrary<InstalledExtension> = fc
  .tuple(
    fc.record({
      id: fc.constant(""),
      origin: fc.constant("git" as const),
      repositories: fc.subarray(["https://github.com/acme/pack"]),
      enabled: fc.boolean(),
    }),
    maybe("registryId", fc.constantFrom("acme-pack", "zoo")),
    maybe("version", fc.constantFrom(...versions)),
    maybe("commit", fc.constantFrom(...commits)),
    maybe("loaded", fc.boolean()),
    maybe("failure", fc.constant("ImportError: x")),
  )
  .map((parts) => Object.assign({ place: "" }, ...parts) as InstalledExtension);
/** The id is that of the repository, else of the registry, else the folder; one repository has one registry id. */
const named = ({ registryId, ...one }: InstalledExtension, index: number): InstalledExtension => {
  const place = `place-${index}`;
  if (one.repositories.length > 0)
    return { ...one, place, id: "acme/pack", ...(registryId !== undefined && { registryId: "acme-pack" }) };
  return { ...one, place, id: registryId ?? place, ...(registryId !== undefined && { registryId }) };
};
const installedList = fc.array(extension, { maxLength: 4 }).map((list) => list.map(named));
const pin: fc.Arbitrary<Pin> = fc
  .tuple(
    fc.constantFrom(...names),
    maybe("version", fc.constantFrom("1.0.0", "1.2.0")),
    maybe("commit", fc.constantFrom(...commits)),
  )
  .map(([id, ...parts]) => Object.assign({ id }, ...parts) as Pin);
const world = fc.tuple(
  fc.array(requirement, { maxLength: 5 }),
  installedList,
  fc.uniqueArray(pin, { maxLength: 2, selector: ({ id }) => id }),
);

/** Carries out the steps like a backend that has the versions 0.1.0 to 3.0.0 of every extension, and restarts. */
function apply(
  steps: readonly Step[],
  installed: readonly InstalledExtension[],
): readonly InstalledExtension[] {
  let list = [...installed];
  const all = [...versions, "0.1.0", "1.0.1", "1.2.1", "3.0.0"];
  const take = (
    place: string,
    old: object,
    wanted: { id: string; range: string; version?: string; commit?: string },
  ) => {
    const version =
      wanted.version ??
      semver.maxSatisfying(all, wanted.range) ??
      semver.maxSatisfying(all, wanted.range, { includePrerelease: true });
    const { commit: _commit, ...rest } = old as InstalledExtension;
    return {
      ...rest,
      place,
      enabled: true,
      ...(version !== null && { version }),
      ...(wanted.commit !== undefined && { commit: wanted.commit }),
    } as InstalledExtension;
  };
  steps.forEach((step, index) => {
    if (step.kind === "install") {
      const fresh = { id: step.wanted.id, origin: "git", repositories: [] };
      list.push(take(`new-${index}`, fresh, step.wanted));
    } else if (step.kind === "update" || (step.kind === "enable" && step.update !== undefined)) {
      const { wanted } = step.kind === "update" ? step : step.update!;
      list = list.map((one) => (one.place === step.found.place ? take(one.place, one, wanted) : one));
    } else if (step.kind === "enable") {
      list = list.map((one) => (one.place === step.found.place ? { ...one, enabled: true } : one));
    }
  });
  return list.map(({ loaded, failure, ...one }) => ({
    ...one,
    ...(failure !== undefined && loaded === false ? { loaded, failure } : {}),
  }));
}

describe("every decision", () => {
  it("does not depend on the order of its inputs", () => {
    fc.assert(
      fc.property(world, ([required, installed, pins]) => {
        const steps = decide(required, installed, pins);
        expect(decide([...required].reverse(), [...installed].reverse(), [...pins].reverse())).toEqual(steps);
        expect(decide([...required, ...required], installed, pins)).toEqual(steps);
      }),
      { numRuns: 80 },
    );
  });

  it("has each requirement in one step, and at most one step for a name", () => {
    fc.assert(
      fc.property(world, ([required, installed, pins]) => {
        const steps = decide(required, installed, pins);
        const distinct = new Set(required.map((entry) => JSON.stringify(entry)));
        const told = steps.flatMap((step) => step.required.map((entry) => JSON.stringify(entry)));
        expect(told).toHaveLength(new Set(told).size);
        for (const entry of told) expect(distinct.has(entry)).toBe(true);
        expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
      }),
      { numRuns: 80 },
    );
  });

  it("is final once its steps are done: nothing is installed or updated again", () => {
    fc.assert(
      fc.property(world, ([required, installed, pins]) => {
        const before = decide(required, installed, pins);
        const after = decide(required, apply(before, installed), pins);
        const open = after.filter(
          ({ kind }) => kind === "install" || kind === "enable" || kind === "restart",
        );
        expect(open).toEqual([]);
        // An extension is updated later only if it could not be judged before, because it was disabled or unverifiable.
        const isSole = (step: Step) => step.kind === "update" && step.copies.length === 0;
        const updated = new Set(before.filter(isSole).map(({ id }) => id));
        expect(after.filter((step) => isSole(step) && updated.has(step.id))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it("never accepts a version outside the range", () => {
    fc.assert(
      fc.property(world, ([required, installed, pins]) => {
        for (const step of decide(required, installed, pins)) {
          if (step.kind !== "ok" || step.found?.version === undefined) continue;
          const { version } = step.found;
          for (const { range } of step.required) {
            expect(range === "*" || semver.satisfies(version, range, { includePrerelease: true })).toBe(true);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it("can be described in whole sentences", () => {
    fc.assert(
      fc.property(world, ([required, installed, pins]) => {
        for (const step of decide(required, installed, pins)) {
          const texts = [describeStep(step), describeByHand(step), describeCopies(step) ?? "It is one."];
          for (const text of texts) expect(text).toMatch(/\.$|: ImportError: x$/);
          expect([...texts, describeAction(step) ?? ""].join(" ")).not.toMatch(/undefined|\[object|\bnull\b/);
        }
      }),
      { numRuns: 80 },
    );
  });
});
