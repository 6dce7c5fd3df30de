// A fake of the facet `extensions`: the installed and the available extensions are data, and changes are recorded.

import { isSame } from "@pictor/extensions";
import type {
  AvailableExtension,
  ExtensionAction,
  ExtensionsFacet,
  InstalledExtension,
  ExtensionSpec,
} from "@pictor/kernel";

export const extension = (id: string, more: Partial<InstalledExtension> = {}): InstalledExtension => ({
  id,
  place: id.split("/").at(-1) ?? id,
  origin: "git",
  repositories: [`https://github.com/${id}`],
  version: "1.0.0",
  versionFrom: "pyproject",
  enabled: true,
  ...more,
});

export interface FakeExtensions {
  installed: readonly InstalledExtension[];
  readonly available: readonly AvailableExtension[];
  readonly actions: readonly ExtensionAction[];
  /** For each node class the ids of the extensions that provide it. */
  readonly providers: Readonly<Record<string, readonly string[]>>;
  /** Ids of the extensions whose changes fail. */
  readonly failing: readonly string[];
  /** The changes that were requested, in order. */
  readonly done: unknown[];
  readonly facet: ExtensionsFacet;
}

/** The newest version of everything is 2.0.0. */
export function fakeExtensions(given: Partial<Omit<FakeExtensions, "facet" | "done">> = {}): FakeExtensions {
  const find = (id: string): InstalledExtension => {
    const found = fake.installed.find((one) => isSame(id, one));
    if (found === undefined) throw new Error(`no ${id}`);
    return found;
  };
  const put = (next: InstalledExtension): Promise<InstalledExtension> => {
    fake.installed = [...fake.installed.filter(({ place }) => place !== next.place), next];
    return Promise.resolve(next);
  };
  const begin = (action: ExtensionAction, wanted: unknown, id: string): void => {
    fake.done.push([action, wanted]);
    if (fake.failing.includes(id)) throw new Error(`${id} does not work`);
  };
  const versionFor = ({ range }: ExtensionSpec): string => (/^\d+\.\d+\.\d+$/.test(range) ? range : "2.0.0");
  const fake: FakeExtensions = {
    installed: [],
    available: [],
    actions: ["install", "update", "enable", "disable", "remove"],
    providers: {},
    failing: [],
    ...given,
    done: [],
    facet: {
      capabilities: () => Promise.resolve({ actions: fake.actions, reason: "the test forbids it" }),
      list: () => Promise.resolve(fake.installed),
      available: (query) =>
        Promise.resolve(fake.available.filter(({ title }) => title.toLowerCase().includes(query))),
      providers: (classes) =>
        Promise.resolve(
          new Map(classes.flatMap((name) => (fake.providers[name] ? [[name, fake.providers[name]]] : []))),
        ),
      locate: ({ id }) =>
        Promise.resolve(
          id.startsWith("nowhere/") ? undefined : { origin: "git", address: `https://github.com/${id}` },
        ),
      async install(wanted, options) {
        begin("install", wanted, wanted.id);
        options?.progress?.("Cloning", 0.5);
        return put(extension(wanted.id, { version: versionFor(wanted) }));
      },
      async update(wanted) {
        begin("update", wanted, wanted.id);
        return put({ ...find(wanted.id), version: versionFor(wanted) });
      },
      async enable(id) {
        begin("enable", id, id);
        return put({ ...find(id), enabled: true });
      },
      async disable(id) {
        begin("disable", id, id);
        return put({ ...find(id), enabled: false });
      },
      remove(id) {
        begin("remove", id, id);
        fake.installed = fake.installed.filter((one) => !isSame(id, one));
        return Promise.resolve();
      },
    },
  };
  return fake;
}
