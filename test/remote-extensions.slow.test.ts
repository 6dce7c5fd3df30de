// The facets `extensions` and `lifecycle` of a remote server with fake Managers; older generations are in the full tier.

import { describe, expect, it } from "vitest";
import { describeManager } from "./remote-extensions-suite.test.support.js";
import {
  acme,
  rejection,
  cloned,
  foreign,
  installed,
  openWithManager,
  openRemote,
  wanted,
} from "./remote-extensions.test.support.js";

(["3.x", "4.0", "4.2"] as const).forEach(describeManager);

describe.each(["3.x-get", "3.x", "4.x-legacy"] as const)(
  "a Manager %s, which lists versions",
  (generation) => {
    it("the newest version is not updated", async () => {
      const { extensions } = await openWithManager(generation, [installed("2.0.0")]);
      const steps: string[] = [];
      const same = await extensions.update(wanted("acme-nodes"), { progress: (step) => steps.push(step) });
      expect(same).toMatchObject({ version: "2.0.0", loaded: true });
      expect([same.pending, steps]).toEqual([undefined, []]);
    });

    it("the newest version in the range is installed by owner/name", async () => {
      const { extensions } = await openWithManager(generation, [acme]);
      const address = "https://registry.comfy.org/nodes/acme-nodes";
      expect(await extensions.locate(wanted("acme/acme-nodes", "^1"))).toMatchObject({
        address,
        version: "1.2.0",
      });
      expect(await extensions.install(wanted("acme/acme-nodes", "^1"))).toMatchObject({
        id: "acme/acme-nodes",
        version: "1.2.0",
      });
      const none = await rejection(extensions.update(wanted("acme/acme-nodes", "^3")));
      expect(none).toMatchObject({ code: "EXTENSION_NO_VERSION" });
      expect(none.message).toContain("2.0.0, 1.2.0, 1.0.0");
    });

    it("an address outside the list is cloned if the settings permit it; otherwise the error names the setting", async () => {
      const id = "https://github.com/someone/hidden-nodes";
      const open = await openWithManager(generation, [foreign], { allowGitUrlInstall: true });
      expect(await open.extensions.install(wanted(id))).toMatchObject({
        id: "someone/hidden-nodes",
        origin: "git",
      });
      const closed = await openWithManager(generation, [foreign]);
      const { code, message } = await rejection(closed.extensions.install(wanted(id)));
      expect(code).toBe("EXTENSION_REFUSED");
      expect(message).toContain("allow_git_url_install = true");
      const gone = await rejection(open.extensions.install(wanted("someone/nowhere")));
      expect(gone).toMatchObject({ code: "EXTENSION_INSTALL_FAILED" });
    });
  },
);

describe.each(["4.0", "4.2"] as const)("a Manager %s, which lists no addresses", (generation) => {
  it("without a registry, owner/name is unknown, and so is an address outside the list", async () => {
    const { extensions } = await openWithManager(generation, [acme, foreign]);
    for (const id of ["acme/acme-nodes", "https://github.com/someone/hidden-nodes"]) {
      expect(await extensions.locate(wanted(id))).toBeUndefined();
      expect(await rejection(extensions.install(wanted(id)))).toMatchObject({
        code: "EXTENSION_UNSUPPORTED",
        message: expect.stringContaining("the Comfy Registry is not asked") as string,
      });
    }
  });

  it("without a list of versions, a range is refused before any change; an exact version is installed", async () => {
    const { extensions, lifecycle } = await openWithManager(generation, [acme]);
    for (const call of [
      () => extensions.install(wanted("acme-nodes", "^2")),
      () => extensions.locate(wanted("acme-nodes", "1.2")),
    ])
      expect(await rejection(call())).toMatchObject({
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

  it("an update to an unknown version is pending until the restart", async () => {
    const { extensions, lifecycle } = await openWithManager(generation, [installed("1.0.0")]);
    const updated = await extensions.update(wanted("acme-nodes"));
    expect(updated).toMatchObject({ version: "1.0.0", pending: true });
    await lifecycle.restart("a test");
    expect(await extensions.list()).toMatchObject([{ version: "2.0.0" }]);
  });

  it("a server on a public address refuses installations without a reason: the error names the possible settings", async () => {
    const { extensions } = await openWithManager(generation, [acme, cloned], { loopback: false });
    const { code, message } = await rejection(extensions.install(wanted("acme-nodes")));
    expect(code).toBe("EXTENSION_REFUSED");
    expect(message).toContain("network_mode to personal_cloud");
    await extensions.remove("acme/loose-nodes");
  });
});

it("a server without a Manager lists the folders of its node classes, permits no change, and explains how to get a Manager", async () => {
  const python_module = "custom_nodes.comfyui.acme-nodes";
  const { extensions, lifecycle, backend } = await openRemote({
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
  const { actions, reason } = await extensions.capabilities();
  expect([actions, reason]).toEqual([[], expect.stringContaining("--enable-manager")]);
  expect(await extensions.available("acme")).toEqual([]);
  expect(await extensions.providers(["AcmeTone"])).toEqual(new Map());
  expect(await extensions.locate(wanted("acme-nodes"))).toBeUndefined();
  for (const call of [() => extensions.install(wanted("acme-nodes")), () => extensions.remove("acme-nodes")])
    expect(await rejection(call())).toMatchObject({ code: "EXTENSION_UNSUPPORTED" });
  expect(await rejection(lifecycle.restart("a test"))).toMatchObject({
    code: "EXTENSION_RESTART_IMPOSSIBLE",
  });
  expect(await lifecycle.state()).toMatchObject({ state: "running", owner: "nobody" });
  expect((await backend.info()).facets).toEqual(["direct", "extensions", "lifecycle"]);
});
