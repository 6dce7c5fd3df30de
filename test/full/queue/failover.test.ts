// A queue over several real servers of Redis: behind sentinels, whose primary is killed, and in a cluster, whose slots move.

import { createPictor, loadConfiguration } from "@pictor/host";
import { exampleGraph, startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Backend, BackendEvent, Graph } from "@pictor/kernel/plugin";
import { describe, expect, it, onTestFinished } from "vitest";
import { startCluster, startSentinels } from "./many-redis.test.support.js";
import { graphOf, openOwnFarm, ownServer, succeeds } from "./own-farm.test.support.js";
import { hasRedis, withoutRedis } from "./redis-server.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const within = { timeout: 30_000, interval: 50 };
const stateOf = (backend: Backend, id: string) => async () =>
  (await backend.state(id).catch(() => ({ state: "unreachable" }))).state;

describe.skipIf(!hasRedis)(`a queue behind sentinels${withoutRedis}`, { timeout: 60_000 }, () => {
  it("goes on when the primary is killed and the sentinels choose another one", async () => {
    const servers = await startSentinels();
    onTestFinished(() => servers.close());
    const farm = await openOwnFarm(servers.url);
    let mayEnd = false;
    const server = ownServer((id) => (mayEnd ? succeeds(id) : undefined), "A");
    const worker = await farm.work("gpu", server);
    const { backend } = farm;
    expect(await backend.info()).toMatchObject({
      address: expect.stringMatching(/^(127\.0\.0\.1:\d+,?){3}\/0 \(Sentinel farm\)$/) as unknown,
    });
    for (const promptId of ["runs", "waits"]) await backend.submit({ promptId, graph: graphOf("A") });
    await expect.poll(() => server.submitted, within).toEqual(["runs"]);
    await servers.replicated();
    await servers.failOver();
    mayEnd = true;
    for (const id of ["runs", "waits"]) await expect.poll(stateOf(backend, id), within).toBe("succeeded");
    await backend.submit({ promptId: "new", graph: graphOf("A") });
    await expect.poll(stateOf(backend, "new"), within).toBe("succeeded");
    expect(server.submitted).toEqual(["runs", "waits", "new"]);
    const connections = worker.events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
    expect([connections[0], connections.at(-1)]).toEqual(["lost", "open"]);
    await worker.stop();
  });
});

describe.skipIf(!hasRedis)(`a queue in a Redis Cluster${withoutRedis}`, { timeout: 60_000 }, () => {
  const cluster = startForAll(() => startCluster());

  /** A queue, and a worker beside a server that makes previews. */
  async function openClusterFarm(prefix: string) {
    const server = await startEmbeddedServer();
    onTestFinished(() => server.close());
    const farm = await openOwnFarm(cluster.url, { prefix });
    const flags = { backends: { studio: { kind: "remote", baseUrl: server.url } } };
    const pictor = await createPictor({ configuration: await loadConfiguration({ flags }) });
    onTestFinished(() => pictor.dispose());
    const { backend: studio } = await pictor.openBackend("studio");
    await farm.work("gpu", studio);
    const events: BackendEvent[] = [];
    await farm.backend.events((event) => events.push(event));
    const submit = (promptId: string, more: object = {}) =>
      farm.backend.submit({
        promptId,
        graph: exampleGraph({ seed: Number(promptId.slice(1)), ...more }) as Graph,
      });
    return { backend: farm.backend, server, events, submit };
  }
  const slow = { steps: 1_000, width: 512, height: 512 };

  it("runs, previews, pauses and cancels prompts", async () => {
    const { backend, events, submit } = await openClusterFarm("first");
    await submit("p1", { steps: 4 });
    await expect.poll(stateOf(backend, "p1"), within).toBe("succeeded");
    await expect.poll(() => events.map(({ type }) => type), within).toContain("ended");
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["progress", "preview", "output"]));
    await submit("p2", slow);
    await expect.poll(stateOf(backend, "p2"), within).toBe("running");
    expect(await backend.cancel("p2")).toBe("interrupting");
    await expect.poll(stateOf(backend, "p2"), within).toBe("interrupted");
    const { members, failures } = backend.facets;
    await members?.setPaused(true);
    await submit("p3");
    await expect
      .poll(() => backend.state("p3"), within)
      .toMatchObject({ state: "queued", wait: { why: "paused" } });
    expect(await backend.cancel("p3")).toBe("removed");
    await submit("p4");
    await members?.setPaused(false);
    await expect.poll(stateOf(backend, "p4"), within).toBe("succeeded");
    expect(await members?.status()).toMatchObject({ members: [{ name: "gpu", state: "ready" }], owners: [] });
    expect(await failures?.list()).toEqual([]);
    expect((await backend.prompts({ limit: 9 })).map(({ promptId }) => promptId)).toEqual(["p4", "p2", "p1"]);
  });

  it("goes on when its slot moves to another node, and when that node is killed", async () => {
    const { backend, server, submit } = await openClusterFarm("second");
    const ids = Array.from({ length: 31 }, (_none, index) => `p${index + 1}`);
    for (const id of ids.slice(0, 30)) await submit(id);
    const first = await cluster.ownerOf("{second}");
    await cluster.move("{second}");
    expect(await cluster.ownerOf("{second}")).not.toBe(first);
    await cluster.failOver("{second}");
    await expect.poll(() => submit("p31").catch(() => undefined), within).toBeDefined();
    for (const id of ids) await expect.poll(stateOf(backend, id), within).toBe("succeeded");
    const history = (await (await fetch(new URL("history", server.url))).json()) as object;
    expect(Object.keys(history).sort()).toEqual(ids.toSorted());
  });
});
