// The API with a local API that always gives the same reply.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answer } from "./answer.ts";

const fetch = () => Promise.resolve(Response.json({ workflows: [{ id: "txt2img" }] }));
const ask = (path: string, method = "GET") =>
  answer(new Request(`http://127.0.0.1${path}`, { method }), { pictor: { url: "http://127.0.0.1", fetch } });

test("the workflows are listed", async () => {
  assert.equal(await (await ask("/acme/workflows")).text(), "txt2img\n");
});

test("an unknown path is not found", async () => {
  assert.equal((await ask("/acme/other")).status, 404);
});

test("only GET is allowed", async () => {
  assert.equal((await ask("/acme/workflows", "POST")).status, 405);
});
