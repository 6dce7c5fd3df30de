// The scheme as pure functions, without Pictor.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingRequest } from "@pictor/kernel/plugin";
import { addAcme, status } from "./scheme.ts";

const request = (headers: OutgoingRequest["headers"] = [], key = "k1"): OutgoingRequest => ({
  id: "1",
  purpose: "user",
  method: "GET",
  url: "https://example.org/",
  headers,
  auth: { type: "acme", settings: { key } },
});

test("the key is added", () => {
  assert.deepEqual(addAcme(request()).headers, [["Authorization", "Key k1"]]);
});

test("the key replaces another Authorization header", () => {
  assert.deepEqual(addAcme(request([["authorization", "Basic eDp5"]])).headers, [
    ["Authorization", "Key k1"],
  ]);
});

test("without a key, nothing is sent", () => {
  assert.throws(() => addAcme(request([], "")), { code: "AUTH_NOT_CONFIGURED" });
});

test("a setting without a key is incomplete", () => {
  assert.deepEqual(status({ type: "acme", settings: {} }), { state: "missing", fields: ["key"] });
});
