// The facet `extensions` of an instance on this machine.

import { access, constants } from "node:fs/promises";
import {
  extensionFault,
  findInstalled,
  providersOf,
  requireAbsent,
  requireIdentity,
  requireRange,
  searchIndex,
} from "@pictor/extensions";
import {
  reasonOf,
  systemCode,
  type CallOptions,
  type ChangeOptions,
  type ExtensionCapabilities,
  type ExtensionsFacet,
  type InstalledExtension,
  type ExtensionSpec,
} from "@pictor/kernel/plugin";
import { pathExists } from "../file-entries.js";
import { shownAddress } from "../git/repository-address.js";
import type { Instance } from "../instance.js";
import { installRequirements, runPython } from "../python/install-packages.js";
import { withExtensionLock, recoverExtensions } from "./change/lock-extensions.js";
import { inodeOf } from "./change/journal.js";
import type { StagingArea } from "./change/staging.js";
import { installLocated } from "./install-extension.js";
import { readInstalled } from "./installed/read-installed.js";
import { listInstalled, withLoaded, type ReadLoaded } from "./installed/list-installed.js";
import { installedEntries } from "./installed/custom-nodes-folders.js";
import { createIndexes } from "./sources/read-indexes.js";
import { sourceOfInstalled } from "./sources/source-of-installed.js";
import { locate } from "./sources/locate-extension.js";
import { removeExtension, setEnabled } from "./toggle-extension.js";
import { toExtensionFault, openChangeLog, type Change } from "./change/change.js";
import { updateExtension } from "./update-extension.js";

export interface ExtensionParts {
  readonly pip?: typeof installRequirements;
  readonly python?: typeof runPython;
  readonly loaded: ReadLoaded;
}

const everything: ExtensionCapabilities = { actions: ["install", "update", "enable", "disable", "remove"] };

export function createExtensions(
  instance: Instance,
  { pip = installRequirements, python = runPython, loaded }: ExtensionParts,
): ExtensionsFacet {
  const indexes = createIndexes(instance);

  /** Concurrent calls share one scan. */
  let pendingList: ReturnType<typeof listInstalled> | undefined;
  const listOnce = () => (pendingList ??= listInstalled(instance).finally(() => (pendingList = undefined)));

  const findById = async (id: string) =>
    findInstalled(instance.name, id, await listInstalled(instance), ({ found }) => found.path);

  /** The extension at `path` after a change. */
  const readAgain = async (path: string): Promise<InstalledExtension> => {
    const entry = (await installedEntries(instance)).find((found) => found.path === path);
    const read = entry === undefined ? undefined : await readInstalled(instance, entry);
    if (read === undefined)
      throw extensionFault("EXTENSION_NOT_INSTALLED", { id: path, backend: instance.name, suggestion: "" });
    return read.extension;
  };

  /** Returns undefined also when the server does not answer, because the list must not depend on the server. */
  const loadedOrUnknown = (options?: CallOptions) =>
    loaded(options).catch((error: unknown) => {
      options?.signal?.throwIfAborted();
      instance.logger.debug("What the server has loaded is not known", { reason: reasonOf(error) });
      return undefined;
    });

  const capabilities = async (): Promise<ExtensionCapabilities> => {
    const { customNodes, comfy } = instance.layout;
    const folder = (await pathExists(customNodes)) ? customNodes : comfy;
    try {
      await access(folder, constants.W_OK);
      return everything;
    } catch (error) {
      const isThere = systemCode(error) !== "ENOENT";
      const reason = isThere
        ? `You may not write to ${folder}: give yourself write permission, or ask somebody who has it.`
        : `There is no ComfyUI in ${comfy} yet: install it (pictor backend install ${instance.name}).`;
      return { actions: [], reason };
    }
  };

  const runChange = async (
    action: Change["action"],
    id: string,
    options: ChangeOptions,
    work: (change: Change) => Promise<string>,
  ): Promise<InstalledExtension> => {
    const { reason } = await capabilities();
    // An extension in the folder of a ComfyUI that is still to be installed would be in the way of its installation.
    if (reason !== undefined) {
      const details = { backend: instance.name, action, reason, advice: "Then try again." };
      throw extensionFault("EXTENSION_UNSUPPORTED", details);
    }
    return withExtensionLock(
      instance,
      async (stagingArea, signal) => {
        const log = await openChangeLog(instance);
        const own = { ...options, signal };
        const change: Change = { instance, pip, python, stagingArea, options: own, log, id, action };
        log.write(`## ${action} ${id}`);
        try {
          return await readAgain(await work(change));
        } catch (error) {
          log.write(`## failed: ${reasonOf(error)}`);
          throw toExtensionFault(change, error);
        } finally {
          await log.end();
        }
      },
      options.signal,
    );
  };

  const setEnabledById = (
    id: string,
    isWanted: boolean,
    { signal }: CallOptions,
  ): Promise<InstalledExtension> =>
    withExtensionLock(
      instance,
      async () => readAgain(await setEnabled(instance, await findById(id), isWanted)),
      signal,
    );

  return {
    capabilities,
    async list(options) {
      // An extension that another process is installing is not listed yet.
      const pending = await recoverExtensions(instance);
      const [all, packs] = await Promise.all([listInstalled(instance), loadedOrUnknown(options)]);
      const mark = pending?.kind === "placed" ? pending.mark : undefined;
      const marks = await Promise.all(all.map(async ({ found }) => mark && inodeOf(found.path)));
      return all
        .filter((_, index) => mark === undefined || marks[index] !== mark)
        .map(({ extension }) => withLoaded(extension, packs));
    },
    async available(query, options) {
      const found = searchIndex(await indexes.entries(options), query);
      return found.map(({ files: _, installType: _type, pip: _pip, allowsFiles: _files, ...shown }) => shown);
    },
    async providers(classes, options) {
      return providersOf(await indexes.nodeMap(options), classes);
    },
    async locate(wanted, options) {
      const version = wanted.commit ?? wanted.version;
      const known = version === undefined ? {} : { version };
      // An update takes an installed extension from its own source, so that source is shown to the user beforehand.
      const there = await sourceOfInstalled(instance, wanted.id, await listOnce());
      if (there !== undefined) return { ...there, ...known };
      const found = await locate(instance, indexes, wanted, options);
      if (found === undefined) return undefined;
      const address = found.origin === "git" ? found.source.address : found.address;
      return { origin: found.origin, address: shownAddress(address), ...known };
    },
    async install(wanted: ExtensionSpec, options = {}) {
      const { id } = requireIdentity(wanted.id);
      requireRange(wanted);
      return runChange("install", id, options, async (change) => {
        requireAbsent(instance.name, id, await listInstalled(instance));
        const located = await locate(instance, indexes, wanted, options);
        if (located === undefined) throw extensionFault("EXTENSION_UNKNOWN", { id, backend: instance.name });
        return installLocated(change, wanted, located);
      });
    },
    async update(wanted, options = {}) {
      requireRange(wanted);
      return runChange("update", shownAddress(wanted.id), options, async (change) => {
        const one = await findById(wanted.id);
        await updateExtension({ ...change, id: one.extension.id }, wanted, one);
        return one.found.path;
      });
    },
    enable: (id, options = {}) => setEnabledById(id, true, options),
    disable: (id, options = {}) => setEnabledById(id, false, options),
    remove: (id, { signal } = {}) =>
      withExtensionLock(
        instance,
        async (stagingArea: StagingArea) => removeExtension(instance, stagingArea, await findById(id)),
        signal,
      ),
  };
}
