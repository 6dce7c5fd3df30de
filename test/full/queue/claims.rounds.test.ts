// Claims and verdicts in random schedules, on a real Redis.

import { afterAll, beforeAll, describe, it } from "vitest";
import { realClock } from "@pictor/kernel";
import { importPackages } from "../../../plugins/backend-queue/redis/packages.js";
import { openConnection, type Connection } from "../../../plugins/backend-queue/redis/redis.js";
import { checkSchedules } from "../../../plugins/backend-queue/testing/claims-model.js";
import { rounds } from "../../rounds.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

describe.skipIf(!hasRedis)(`the protocol of claims and verdicts${withoutRedis}`, () => {
  let server: RedisServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startRedis();
    connection = openConnection({
      packages: await importPackages("farm"),
      target: { is: "server", url: server.url },
      key: "",
      name: "farm",
      address: "local",
      clock: realClock,
    });
  });
  afterAll(async () => {
    connection.close();
    await server.close();
  });

  it("holds with the commands of Redis as with the model", async () => {
    await checkSchedules(connection, rounds(30, 3_000));
  });
});
