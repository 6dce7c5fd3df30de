// The sets of the prompts of clients.

import { expect, it } from "vitest";
import { keysOf } from "../redis/keys.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { addToClient, readClient, shortClient } from "./clients.js";

it("lose the ids of prompts that are forgotten, although nobody has noted their ends", async () => {
  const [redis, keys] = [fakeRedis(), keysOf("q")];
  const client = shortClient("mine");
  const read = () => readClient(redis, keys, "mine");
  expect(await read()).toEqual([]);
  for (const id of ["lost", "waits"]) {
    await redis.run("hset", keys.prompt(id), "set", "s");
    await redis.all(addToClient(keys, { client }, id));
  }
  expect(await read()).toEqual(["lost", "waits"]);
  await redis.run("del", keys.prompt("lost"));
  expect(await read()).toEqual(["waits"]);
  expect(await redis.run("smembers", keys.client(client))).toEqual(["waits"]);
});
