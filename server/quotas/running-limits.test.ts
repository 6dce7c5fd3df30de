// What backends are told of the limits of running prompts.

import { expect, it } from "vitest";
import type { Job, Quota } from "@pictor/client";
import { createFakeClock, fakeMembers } from "@pictor/host/testing";
import { OwnerQuotas, type OwnerQuotasOptions } from "./owner-quotas.js";

const farmWith = (...owners: readonly string[]) =>
  fakeMembers({ owners: owners.map((owner) => ({ owner, waiting: 1, running: 0 })) });
const token = (name: string, running?: number): { readonly name: string; readonly quota?: Quota } => ({
  name,
  ...(running !== undefined && { quota: { running } }),
});

/** A server with tokens, a limit for all owners, jobs of owners, and an open backend, all of which change. */
function open() {
  const world = {
    tokens: [] as readonly ReturnType<typeof token>[],
    ofAll: undefined as Quota | undefined,
    jobs: [] as readonly string[],
    farm: farmWith(),
  };
  const opened = () => [{ backend: { facets: { members: world.farm.facet } } }, { backend: { facets: {} } }];
  const quotas = new OwnerQuotas({
    pictor: { openedBackends: opened } as unknown as OwnerQuotasOptions["pictor"],
    ofAll: () => world.ofAll,
    jobs: () => world.jobs.map((owner) => ({ owner, state: "running" }) as unknown as Job),
    clock: createFakeClock(),
  });
  const told = async () => {
    await quotas.tellBackends(world.tokens);
    return world.farm.done.splice(0);
  };
  return { world, told };
}

it("a change of a token or of the limit of all owners is told once, to a backend that knows the limit from submissions", async () => {
  const { world, told } = open();
  world.tokens = [token("anna", 1), token("bert")];
  world.jobs = ["panel web"];
  expect(await told()).toEqual([]);
  world.tokens = [token("anna", 2), token("bert")];
  expect(await told()).toEqual(["limit anna to 2"]);
  expect(await told()).toEqual([]);
  world.ofAll = { running: 5 };
  expect(await told()).toEqual(["limit panel web to 5", "limit bert to 5"]);
  world.tokens = [token("anna"), token("bert"), token("carl")];
  world.ofAll = undefined;
  expect(await told()).toEqual([
    "limit panel web to undefined",
    "limit anna to undefined",
    "limit bert to undefined",
  ]);
});

it("a backend with prompts of earlier runs is told the limits of its owners that may submit here", async () => {
  const { world, told } = open();
  world.tokens = [token("anna"), token("idle", 3)];
  world.farm = farmWith("anna", "somebody of another server");
  expect(await told()).toEqual(["limit anna to undefined"]);
});

it("a backend that has failed is told again", async () => {
  const { world, told } = open();
  world.tokens = [token("anna", 1)];
  await told();
  const { facet, done } = world.farm;
  const { setOwnerLimit } = facet;
  facet.setOwnerLimit = () => Promise.reject(new Error("away"));
  world.tokens = [token("anna", 2)];
  expect(await told()).toEqual([]);
  facet.setOwnerLimit = setOwnerLimit;
  expect(await told()).toEqual(["limit anna to 2"]);
  expect(done).toEqual([]);
});
