// A submission whose reply was lost.

import { expect, test } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { fault, type MemberBackend } from "@pictor/kernel/plugin";
import { submitThere } from "./submit-there.js";

const noReply = fault("BACKEND_UNREACHABLE", { url: "http://gpu", reason: "the connection was closed" });

/** A server that assigns ids itself has the prompt, and its list cannot be read so often. */
interface ListedServer {
  readonly failures: number;
}

/** Submits to a server that does not reply, and knows the prompts in `known`. */
async function submitTo(known: readonly string[], isCut: boolean, listed?: ListedServer) {
  const clock = createFakeClock();
  let failures = listed?.failures ?? 0;
  const backend = {
    submit: () => Promise.reject(noReply),
    state: (id: string) => Promise.resolve({ state: known.includes(id) ? "running" : "unknown" }),
    prompts: () => {
      if (listed === undefined) return Promise.resolve([]);
      return failures-- > 0
        ? Promise.reject(noReply)
        : Promise.resolve([{ promptId: "own", record: { promptId: "p" } }]);
    },
  } as unknown as MemberBackend;
  const deps = {
    backend,
    clock,
    signal: new AbortController().signal,
    where: "the worker gpu",
    wasCut: () => isCut,
  };
  const submitted = submitThere({ promptId: "p", graph: {} }, deps);
  await clock.advance(10_000);
  return submitted;
}

test("a prompt that the server has is followed", async () => {
  expect(await submitTo(["p"], true)).toEqual({ type: "there", id: "p" });
});

test("a prompt that the server denies twice goes to another worker", async () => {
  expect(await submitTo([], false)).toEqual({ type: "absent", error: noReply });
});

test("a prompt that a restarted server denies is lost, because it may have been run", async () => {
  expect(await submitTo([], true)).toMatchObject({ type: "ended", verdict: { state: "lost" } });
});

test("a list that cannot be read at first is no denial", async () => {
  expect(await submitTo([], false, { failures: 3 })).toEqual({ type: "there", id: "own" });
});
