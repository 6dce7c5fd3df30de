// The facet `extensions` of an instance on this machine.

import { access, constants } from "node:fs/promises";
import {
  extensionFault,
  problemOfRange,
  providersOf,
  requireIdentity,
  searchIndex,
} from "@pictor/extensions";
import {
  reasonOf,
  systemCode,
  type CallOptions,
  type ChangeOptions,
  type ExtensionAbilities,
  type ExtensionsFacet,
  type InstalledExtension,
  type WantedExtension,
} from "@pictor/kernel/plugin";
import { withoutCredentials } from "../git/repository-address.js";
import type { Means } from "../instance.js";
import { installRequirements, runPython } from "../python/install-packages.js";
import { exclusively, settleExtensions } from "./change/lock-extensions.js";
import { markOf } from "./change/journal.js";
import type { Workplace } from "./change/staging.js";
import { findInstalled } from "./installed/find-installed.js";
import { checkAbsent, installLocated } from "./install-extension.js";
import { readInstalled } from "./installed/read-installed.js";
import { listInstalled, withLoaded, type LoadedReader } from "./installed/list-installed.js";
import { scan } from "./installed/scan-custom-nodes.js";
import { createIndexes } from "./sources/read-indexes.js";
import { sourceOfInstalled } from "./sources/source-of-installed.js";
import { locate } from "./sources/locate-extension.js";
import { removeOne, setEnabled } from "./toggle-extension.js";
import { failureOf, openLog, type Change } from "./change/change.js";
import { updateOne } from "./update-extension.js";

export interface ExtensionParts {
  readonly pip?: typeof installRequirements;
  readonly python?: typeof runPython;
  /** What the running server made of them. */
  readonly loaded: LoadedReader;
}

const everything: ExtensionAbilities = { can: ["install", "update", "enable", "disable", "remove"] };

function checkRange({ id, range }: WantedExtension): void {
  const reason = problemOfRange(range);
  if (reason === undefined) return;
  throw extensionFault("EXTENSION_RANGE_INVALID", { id: withoutCredentials(id), range, reason });
}

export function createExtensions(
  means: Means,
  { pip = installRequirements, python = runPython, loaded }: ExtensionParts,
): ExtensionsFacet {
  const indexes = createIndexes(means);

  /** One look for all that ask at the same time. */
  let looking: ReturnType<typeof listInstalled> | undefined;
  const listedNow = () => (looking ??= listInstalled(means).finally(() => (looking = undefined)));

  /** As it is listed now. */
  const readAgain = async (path: string): Promise<InstalledExtension> => {
    const entry = (await scan(means.layout.customNodes)).find((found) => found.path === path);
    const read = entry === undefined ? undefined : await readInstalled(means, entry);
    if (read === undefined)
      throw extensionFault("EXTENSION_NOT_INSTALLED", { id: path, backend: means.name, suggestion: "" });
    return read.extension;
  };

  /** A server that does not answer keeps nobody from the list. */
  const told = (options?: CallOptions) =>
    loaded(options).catch((error: unknown) => {
      options?.signal?.throwIfAborted();
      means.logger.debug("What the server has loaded is not known", { reason: reasonOf(error) });
      return undefined;
    });

  const changing = (
    action: Change["action"],
    id: string,
    options: ChangeOptions,
    work: (change: Change) => Promise<string>,
  ): Promise<InstalledExtension> =>
    exclusively(
      means,
      async (workplace) => {
        const log = await openLog(means);
        const change: Change = { means, pip, python, workplace, options, log, id, action };
        log.write(`## ${action} ${id}`);
        try {
          return await readAgain(await work(change));
        } catch (error) {
          log.write(`## failed: ${reasonOf(error)}`);
          throw failureOf(change, error);
        } finally {
          await log.end();
        }
      },
      options.signal,
    );

  const toggle = (id: string, isWanted: boolean, { signal }: CallOptions): Promise<InstalledExtension> =>
    exclusively(
      means,
      async () => readAgain(await setEnabled(means, await findInstalled(means, id), isWanted)),
      signal,
    );

  return {
    async abilities() {
      const { customNodes, comfy } = means.layout;
      const folder = await access(customNodes).then(
        () => customNodes,
        () => comfy,
      );
      try {
        await access(folder, constants.W_OK);
        return everything;
      } catch (error) {
        const isThere = systemCode(error) !== "ENOENT";
        const reason = isThere
          ? `You may not write to ${folder}: give yourself the right to, or ask whoever may.`
          : `There is no ComfyUI in ${comfy} yet: install it (pictor backend install ${means.name}).`;
        return { can: [], reason };
      }
    },
    async list(options) {
      // What another process is installing right now is not installed.
      const pending = await settleExtensions(means);
      const [all, packs] = await Promise.all([listInstalled(means), told(options)]);
      const mark = pending?.kind === "placed" ? pending.mark : undefined;
      const marks = await Promise.all(all.map(async ({ found }) => mark && markOf(found.path)));
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
      // What is shown before a person agrees to an update is what the update does.
      const there = await sourceOfInstalled(means, wanted.id, await listedNow());
      if (there !== undefined) return { ...there, ...known };
      const found = await locate(means, indexes, wanted, options);
      if (found === undefined) return undefined;
      const address = found.origin === "git" ? found.source.address : found.address;
      return { origin: found.origin, address: withoutCredentials(address), ...known };
    },
    async install(wanted: WantedExtension, options = {}) {
      const { id } = requireIdentity(wanted.id);
      checkRange(wanted);
      return changing("install", id, options, async (change) => {
        checkAbsent(change, wanted, await listInstalled(means));
        const located = await locate(means, indexes, wanted, options);
        if (located === undefined) throw extensionFault("EXTENSION_UNKNOWN", { id, backend: means.name });
        return installLocated(change, wanted, located);
      });
    },
    async update(wanted, options = {}) {
      checkRange(wanted);
      return changing("update", withoutCredentials(wanted.id), options, async (change) => {
        const one = await findInstalled(means, wanted.id);
        await updateOne({ ...change, id: one.extension.id }, wanted, one);
        return one.found.path;
      });
    },
    enable: (id, options = {}) => toggle(id, true, options),
    disable: (id, options = {}) => toggle(id, false, options),
    remove: (id, { signal } = {}) =>
      exclusively(
        means,
        async (workplace: Workplace) => removeOne(means, workplace, await findInstalled(means, id)),
        signal,
      ),
  };
}
