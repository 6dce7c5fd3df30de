// Profiles that another process changes while the server runs.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { followProfiles } from "./follow-profiles.js";

function stage(endsAt?: string) {
  const clock = createFakeClock();
  const ending = new AbortController();
  const published: string[] = [];
  const warnings: string[] = [];
  const found: (readonly string[] | Error)[] = [];
  const followed = {
    clock,
    pictor: {
      profiles: {
        readChanges: () => {
          const next = found.shift() ?? [];
          return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
        },
      },
    } as never,
    profileChanges: {
      publish: (name: string) => {
        published.push(name);
        if (name === endsAt) ending.abort();
        return Promise.resolve(undefined);
      },
    },
  };
  followProfiles(followed, (text) => warnings.push(text), ending.signal);
  return { clock, published, warnings, found };
}

it("each changed profile is published, also after a file that cannot be used", async () => {
  const { clock, published, warnings, found } = stage();
  found.push(["work"], new Error("it is not JSON"), ["work", "home"]);
  await clock.advance(2_000);
  await clock.advance(2_000);
  expect([published, warnings]).toEqual([["work"], ["The profiles stay as they were: it is not JSON"]]);
  await clock.advance(2_000);
  expect(published).toEqual(["work", "work", "home"]);
});

it("nobody looks any more when the server has ended, even while somebody looked", async () => {
  const { clock, published, found } = stage("work");
  found.push(["work"], ["late"]);
  await clock.advance(2_000);
  await clock.advance(2_000);
  expect([published, clock.pending()]).toEqual([["work"], 0]);
});
