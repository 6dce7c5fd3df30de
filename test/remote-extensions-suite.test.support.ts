// The facets `extensions` and `lifecycle` of a remote server: one test suite for every generation of its Manager.

import { describe, expect, it } from "vitest";
import {
  acme,
  rejection,
  cloned,
  foreign,
  installed,
  listed,
  openWithManager,
  type Generation,
  wanted,
} from "./remote-extensions.test.support.js";

const allActions = ["install", "update", "enable", "disable", "remove"];

/** Declares the tests that a Manager of any generation must pass. */
export const describeManager = (generation: Generation): void => {
  describe(`a Manager of ${generation}`, () => {
    const hasPackMappings = generation === "4.0" || generation === "4.2";

    it("a missing extension is installed, and loaded after a restart", async () => {
      const { extensions, lifecycle, backend } = await openWithManager(generation, [acme, listed]);
      expect(await extensions.capabilities()).toEqual({ actions: allActions });
      expect(await extensions.list()).toEqual([]);
      expect((await backend.catalog()).has("AcmeTone")).toBe(false);
      const steps: string[] = [];
      const found = await extensions.install(wanted("acme-nodes"), { progress: (step) => steps.push(step) });
      expect(found).toMatchObject({
        origin: "registry",
        registryId: "acme-nodes",
        place: "acme-nodes",
        version: "2.0.0",
        versionFrom: "manager",
        enabled: true,
        loaded: false,
      });
      expect(steps[0]).toBe("ComfyUI-Manager: install acme-nodes");
      await lifecycle.restart("a test");
      expect((await backend.catalog()).get("AcmeTone")?.module).toBe("custom_nodes.acme-nodes");
      expect(await extensions.list()).toMatchObject([
        { registryId: "acme-nodes", enabled: true, loaded: true },
      ]);
    });

    it("an outdated extension is updated by the restart", async () => {
      const { extensions, lifecycle } = await openWithManager(generation, [installed("1.0.0")]);
      expect(await extensions.list()).toMatchObject([{ version: "1.0.0", loaded: true }]);
      expect(await extensions.update(wanted("acme-nodes"))).toMatchObject({ registryId: "acme-nodes" });
      await lifecycle.restart("a test");
      expect(await extensions.list()).toMatchObject([{ version: "2.0.0", loaded: true }]);
    });

    it("the exact version of a lock file is installed", async () => {
      const { extensions, lifecycle } = await openWithManager(generation, [installed("2.0.0")]);
      expect(await extensions.update({ ...wanted("acme-nodes"), version: "1.2.0" })).toMatchObject({
        version: "1.2.0",
      });
      await lifecycle.restart("a test");
      expect(await extensions.list()).toMatchObject([{ version: "1.2.0" }]);
    });

    it("an extension outside the registry is cloned from the Manager's list, and updated to the latest commit of its branch", async () => {
      const { extensions, lifecycle, backend } = await openWithManager(generation, [acme, listed]);
      expect(await extensions.install(wanted("acme/loose-nodes"))).toMatchObject({
        id: "acme/loose-nodes",
        origin: "git",
        place: "Loose-Nodes",
        repositories: ["https://github.com/acme/Loose-Nodes"],
        commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      });
      await lifecycle.restart("a test");
      expect((await backend.catalog()).has("LooseNode")).toBe(true);
      expect(await extensions.update(wanted("acme/loose-nodes"))).toMatchObject({ loaded: true });
      const refused = await rejection(extensions.update(wanted("acme/loose-nodes", ">=2")));
      expect(refused).toMatchObject({ code: "EXTENSION_UNSUPPORTED" });
    });

    it.each([
      ["of the registry", installed("1.2.0"), "acme-nodes"],
      ["cloned from a registered repository", installed("nightly"), "acme/acme-nodes"],
      ["cloned from any other repository", cloned, "acme/loose-nodes"],
    ])("an extension %s is disabled, enabled and removed", async (_kind, pack, id) => {
      const { extensions } = await openWithManager(generation, [pack]);
      expect(await extensions.disable(id)).toMatchObject({ enabled: false, loaded: false });
      expect(await extensions.list()).toMatchObject([{ enabled: false, place: pack.id ?? "Loose-Nodes" }]);
      expect(await extensions.disable(id)).toMatchObject({ enabled: false });
      expect(await extensions.enable(id)).toMatchObject({ enabled: true });
      await extensions.remove(id);
      expect(await extensions.list()).toEqual([]);
      expect(await rejection(extensions.remove(id))).toMatchObject({ code: "EXTENSION_NOT_INSTALLED" });
    });

    it("the security level strong refuses every change, and the error names the setting", async () => {
      const { extensions, lifecycle } = await openWithManager(generation, [installed("1.0.0"), listed], {
        securityLevel: "strong",
      });
      for (const call of [
        () => extensions.install(wanted("acme/loose-nodes")),
        () => extensions.update(wanted("acme-nodes")),
        () => extensions.remove("acme-nodes"),
      ]) {
        const { code, message } = await rejection(call());
        expect(code).toBe("EXTENSION_REFUSED");
        expect(message).toContain("set security_level to normal, normal- or weak");
      }
      expect(await rejection(lifecycle.restart("a test"))).toMatchObject({
        code: "EXTENSION_RESTART_IMPOSSIBLE",
      });
      expect(await extensions.list()).toHaveLength(1);
    });

    it("a failed installation reports the Manager's error and leaves nothing", async () => {
      const { extensions } = await openWithManager(generation, [{ ...acme, fails: "install" }]);
      const { code, message } = await rejection(extensions.install(wanted("acme-nodes")));
      expect(code).toBe("EXTENSION_INSTALL_FAILED");
      expect(message).toContain("Failed to execute install script: acme-nodes@2.0.0");
      expect(await extensions.list()).toEqual([]);
    });

    it("an extension that fails to load has the last line of the error", async () => {
      const { extensions, lifecycle } = await openWithManager(generation, [
        { ...acme, fails: "import" },
        { ...cloned, fails: "import" },
        { id: "only-scripts", versions: ["1.0.0"], installed: { version: "1.0.0" } },
      ]);
      await extensions.install(wanted("acme-nodes"));
      await lifecycle.restart("a test");
      const list = await extensions.list();
      const about = list.map(({ place, loaded, failure: why }) => [place, loaded, why]);
      expect(about.sort()).toEqual([
        ["Loose-Nodes", false, "No module named 'acme_kernels'"],
        ["acme-nodes", false, "No module named 'acme_kernels'"],
        ["only-scripts", true, undefined],
      ]);
    });

    it("available extensions, providers of node classes, and sources", async () => {
      const { extensions } = await openWithManager(generation, [acme, listed, foreign]);
      expect((await extensions.available("")).map(({ title }) => title)).toEqual(["Acme nodes", "Loose"]);
      expect(await extensions.available("LOOSE acme")).toMatchObject([
        { id: "acme/loose-nodes", title: "Loose" },
      ]);
      const providers = await extensions.providers(["AcmeTone", "LooseNode", "KSampler"]);
      expect([...providers]).toEqual([
        ["AcmeTone", [hasPackMappings ? "acme-nodes" : "acme/acme-nodes"]],
        ["LooseNode", ["acme/loose-nodes"]],
      ]);
      expect(await extensions.locate(wanted("acme-nodes"))).toEqual({
        origin: "registry",
        address: "https://registry.comfy.org/nodes/acme-nodes",
      });
      expect(await extensions.locate(wanted("git@github.com:acme/loose-nodes.git"))).toEqual({
        origin: "git",
        address: "https://github.com/acme/Loose-Nodes",
      });
    });

    it("the Manager does not change itself, and invalid names are refused", async () => {
      const own = { id: "comfyui-manager", versions: ["1.0.0", "2.0.0"], installed: { version: "1.0.0" } };
      const { extensions } = await openWithManager(generation, [own]);
      const refused = await rejection(extensions.update(wanted("comfyui-manager")));
      expect(refused).toMatchObject({ code: "EXTENSION_REFUSED" });
      expect(refused.message).toContain("it does not change itself");
      for (const id of ["--upload-pack=x", "ext::sh -c x", "../x", ""])
        expect(await rejection(extensions.install(wanted(id)))).toMatchObject({
          code: "EXTENSION_ID_REFUSED",
        });
      expect(await rejection(extensions.install(wanted("comfyui-manager")))).toMatchObject({
        code: "EXTENSION_ALREADY_INSTALLED",
      });
    });
  });
};
