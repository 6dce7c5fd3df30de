// What is known of the prompts under way.

import { expect, test } from "vitest";
import { createLedger } from "./ledger.js";

test("a prompt that has ended is forgotten", () => {
  const ledger = createLedger();
  ledger.add("p", "me");
  ledger.begun("p");
  expect([ledger.has("p"), ledger.hasBegun("p"), ledger.clientOf("p")]).toEqual([true, true, "me"]);
  ledger.ended("p");
  expect([ledger.has("p"), ledger.hasBegun("p"), ledger.clientOf("p")]).toEqual([false, false, undefined]);
});

test("what the record says of a prompt does not take away who hears it, nor that it has begun", () => {
  const ledger = createLedger();
  ledger.add("p", "me");
  ledger.begun("p");
  ledger.add("p");
  expect([ledger.clientOf("p"), ledger.hasBegun("p")]).toEqual(["me", true]);
});

test("an id that an old server gave takes the place of ours, unless that run is over already", () => {
  const ledger = createLedger();
  ledger.add("ours", "me");
  ledger.rename("ours", "its");
  expect([ledger.has("ours"), ledger.clientOf("its")]).toEqual([false, "me"]);
  ledger.ended("its");
  ledger.rename("ours", "its");
  expect(ledger.has("its")).toBe(false);
});

test("a client id hears one prompt, or several, or none", () => {
  const ledger = createLedger();
  expect(ledger.onlyOne("me")).toBeUndefined();
  ledger.add("p", "me");
  ledger.add("stranger");
  ledger.add("detached", "detached");
  expect([ledger.onlyOne("me"), ledger.onlyOne("detached")]).toEqual(["p", "detached"]);
  ledger.add("q", "me");
  expect(ledger.onlyOne("me")).toBeUndefined();
});

test("prompts whose end nobody tells do not pile up", () => {
  const ledger = createLedger();
  for (let index = 0; index < 1_500; index++) ledger.add(`p${index}`, "me");
  expect([ledger.has("p499"), ledger.has("p500"), ledger.has("p1499")]).toEqual([false, true, true]);
});
