// The facets extensions and lifecycle of a remote server, against fake Managers; those of older generations are in the full tier.

import { describe, expect, it } from "vitest";
import { aManagerOf } from "./remote-extensions-suite.test.support.js";
import { acme, failure, foreign, listed, managed, staged } from "./remote-extensions.test.support.js";

const wanted = (id: string, range = "*") => ({ id, range });
const installed = (version: string, more: object = {}) => ({ ...acme, installed: { version, ...more } });
const cloned = { ...listed, installed: { version: "unknown" } };

(["3.x", "4.0", "4.2"] as const).forEach(aManagerOf);

describe.each(["3.x-get", "3.x", "4.x-legacy"] as const)(
  "a Manager of %s, which lists versions",
  (generation) => {
    it("the newest that is there already is left alone", async () => {
      const { extensions } = await managed(generation, [installed("2.0.0")]);
      const steps: string[] = [];
      const same = await extensions.update(wanted("acme-nodes"), { progress: (step) => steps.push(step) });
      expect(same).toMatchObject({ version: "2.0.0", loaded: true });
      expect([same.pending, steps]).toEqual([undefined, []]);
    });

    it("the newest version in the range, by owner and name", async () => {
      const { extensions } = await managed(generation, [acme]);
      const address = "https://registry.comfy.org/nodes/acme-nodes";
      expect(await extensions.locate(wanted("acme/acme-nodes", "^1"))).toMatchObject({
        address,
        version: "1.2.0",
      });
      expect(await extensions.install(wanted("acme/acme-nodes", "^1"))).toMatchObject({
        id: "acme/acme-nodes",
        version: "1.2.0",
      });
      const none = await failure(extensions.update(wanted("acme/acme-nodes", "^3")));
      expect(none).toMatchObject({ code: "EXTENSION_NO_VERSION" });
      expect(none.message).toContain("2.0.0, 1.2.0, 1.0.0");
    });

    it("an address that is in no list is cloned where that is allowed, and else refused with what to set", async () => {
      const id = "https://github.com/someone/hidden-nodes";
      const open = await managed(generation, [foreign], { allowGitUrlInstall: true });
      expect(await open.extensions.install(wanted(id))).toMatchObject({
        id: "someone/hidden-nodes",
        origin: "git",
      });
      const closed = await managed(generation, [foreign]);
      const { code, message } = await failure(closed.extensions.install(wanted(id)));
      expect(code).toBe("EXTENSION_REFUSED");
      expect(message).toContain("allow_git_url_install = true");
      const gone = await failure(open.extensions.install(wanted("someone/nowhere")));
      expect(gone).toMatchObject({ code: "EXTENSION_INSTALL_FAILED" });
    });
  },
);

describe.each(["4.0", "4.2"] as const)("a Manager of %s, which lists no addresses", (generation) => {
  it("an owner and a name are unknown without a registry, and an address in no list always", async () => {
    const { extensions } = await managed(generation, [acme, foreign]);
    for (const id of ["acme/acme-nodes", "https://github.com/someone/hidden-nodes"]) {
      expect(await extensions.locate(wanted(id))).toBeUndefined();
      expect(await failure(extensions.install(wanted(id)))).toMatchObject({ code: "EXTENSION_UNSUPPORTED" });
    }
  });

  it("a range without a list of versions is refused before anything is done; an exact version is itself", async () => {
    const { extensions, lifecycle } = await managed(generation, [acme]);
    for (const call of [
      () => extensions.install(wanted("acme-nodes", "^2")),
      () => extensions.locate(wanted("acme-nodes", "1.2")),
    ])
      expect(await failure(call())).toMatchObject({
        code: "EXTENSION_NO_VERSION",
        message: expect.stringContaining("no list of its versions") as string,
      });
    expect(await extensions.list()).toEqual([]);
    expect(await extensions.install(wanted("acme-nodes", "1.0.0"))).toMatchObject({ version: "1.0.0" });
    await lifecycle.restart("a test");
    expect(await extensions.update(wanted("acme-nodes", "1.2.0"))).toMatchObject({ version: "1.2.0" });
    await lifecycle.restart("a test");
    expect(await extensions.list()).toMatchObject([{ version: "1.2.0" }]);
  });

  it("an update to a version that nobody tells is pending until the restart", async () => {
    const { extensions, lifecycle } = await managed(generation, [installed("1.0.0")]);
    const updated = await extensions.update(wanted("acme-nodes"));
    expect(updated).toMatchObject({ version: "1.0.0", pending: true });
    await lifecycle.restart("a test");
    expect(await extensions.list()).toMatchObject([{ version: "2.0.0" }]);
  });

  it("a server that others reach refuses installations in silence: which settings that means", async () => {
    const { extensions } = await managed(generation, [acme, cloned], { loopback: false });
    const { code, message } = await failure(extensions.install(wanted("acme-nodes")));
    expect(code).toBe("EXTENSION_REFUSED");
    expect(message).toContain("network_mode to personal_cloud");
    await extensions.remove("acme/loose-nodes");
  });
});

describe("a server without a Manager", () => {
  it("has what its node classes come from; nothing can be changed, and it says what would help", async () => {
    const python_module = "custom_nodes.comfyui.acme-nodes";
    const { extensions, lifecycle, backend } = await staged({
      classes: { AcmeTone: { python_module, output: [] }, AcmeMask: { python_module, output: [] } },
    });
    const place = "comfyui.acme-nodes";
    expect(await extensions.list()).toContainEqual({
      id: place,
      place,
      origin: "unknown",
      repositories: [],
      enabled: true,
      loaded: true,
    });
    const { can, reason } = await extensions.abilities();
    expect([can, reason]).toEqual([[], expect.stringContaining("--enable-manager")]);
    expect(await extensions.available("acme")).toEqual([]);
    expect(await extensions.providers(["AcmeTone"])).toEqual(new Map());
    expect(await extensions.locate(wanted("acme-nodes"))).toBeUndefined();
    for (const call of [
      () => extensions.install(wanted("acme-nodes")),
      () => extensions.remove("acme-nodes"),
    ])
      expect(await failure(call())).toMatchObject({ code: "EXTENSION_UNSUPPORTED" });
    expect(await failure(lifecycle.restart("a test"))).toMatchObject({
      code: "EXTENSION_RESTART_IMPOSSIBLE",
    });
    expect(await lifecycle.state()).toMatchObject({ state: "running", owner: "nobody" });
    expect((await backend.info()).facets).toEqual(["extensions", "lifecycle"]);
  });
});

it("a restart loses what waits, keeps what is on the disk, and the next job runs with the new classes", async () => {
  const { extensions, lifecycle, backend, server } = await managed("4.2", [acme]);
  await extensions.install(wanted("acme-nodes"));
  const before = (await (await fetch(`${server.url}system_stats`)).json()) as { system: { argv: string[] } };
  await lifecycle.restart("a test");
  const after = (await (await fetch(`${server.url}system_stats`)).json()) as { system: { argv: string[] } };
  expect(after.system.argv).toEqual(before.system.argv);
  expect(await backend.prompts()).toEqual([]);
  expect((await backend.catalog()).has("AcmeTone")).toBe(true);
});
