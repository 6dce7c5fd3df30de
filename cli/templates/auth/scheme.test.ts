// The scheme as pure functions, without Pictor.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingRequest } from "@pictor/kernel/plugin";
import { addAcme } from "./scheme.ts";

const request = (headers: OutgoingRequest["headers"] = []): OutgoingRequest => ({
  id: "1",
  purpose: "user",
  method: "GET",
  url: "https://example.org/",
  headers,
  auth: { type: "acme", settings: { key: "k1" } },
});

test("the key is added", () => {
  assert.deepEqual(addAcme(request()).headers, [["Authorization", "Key k1"]]);
});

test("the key replaces another Authorization header", () => {
  assert.deepEqual(addAcme(request([["authorization", "Basic eDp5"]])).headers, [
    ["Authorization", "Key k1"],
  ]);
});
