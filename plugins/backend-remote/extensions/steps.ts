// What the Manager is asked to do, and the bodies in which each generation wants it said: pure.

import type { Listed } from "./installed.js";

export type Step =
  /** From the registry; of one that is installed it switches the version. `version` is exact or `latest`. */
  | { readonly kind: "install"; readonly id: string; readonly version: string; readonly address?: string }
  /** A clone of an address that the Manager's list has. */
  | { readonly kind: "clone"; readonly name: string; readonly address: string }
  | { readonly kind: "update" | "enable" | "disable" | "remove"; readonly entry: Listed };

/** Without these the routes of 3.x answer 500. */
const source = { channel: "default", mode: "cache" } as const;

type Body = Readonly<Record<string, unknown>>;

export interface Asking3 {
  readonly route: "install" | "update" | "disable" | "uninstall";
  readonly body: Body;
}

/** For `/manager/queue/<route>`, and for the lists of `/v2/manager/queue/batch`. */
export function asking3(step: Step, taskId: string): Asking3 {
  const common = { ui_id: taskId, ...source };
  if (step.kind === "install") {
    const { id, version, address } = step;
    const repository = address === undefined ? {} : { files: [address], repository: address };
    return { route: "install", body: { ...common, id, version, selected_version: version, ...repository } };
  }
  if (step.kind === "clone") {
    const { name, address } = step;
    const body = {
      id: name,
      version: "unknown",
      selected_version: "unknown",
      files: [address],
      repository: address,
    };
    return { route: "install", body: { ...common, ...body } };
  }
  const named = { ...common, ...namedIn3(step.entry) };
  if (step.kind !== "enable") return { route: step.kind === "remove" ? "uninstall" : step.kind, body: named };
  // There is no route for it: what is there and disabled is enabled in place of being installed.
  const body = { ...named, selected_version: named.version, skip_post_install: true };
  return { route: "install", body };
}

/** Clones of unregistered repositories are named by the last part of the first address. */
function namedIn3({ name, kind, version, repository }: Listed) {
  const files = [repository ?? `https://github.com/unknown/${name}`];
  if (kind === "unknown") return { id: name, version: "unknown", files };
  return { id: name, version: kind === "nightly" ? "nightly" : version, files };
}

export interface Task4 {
  readonly kind: "install" | "update" | "enable" | "disable" | "uninstall";
  readonly params: Body;
}

/** For `/v2/manager/queue/task`. The server tells the kinds of `params` apart by their members: no other may be there. */
export function task4(step: Step): Task4 {
  switch (step.kind) {
    case "install": {
      const { id, version } = step;
      return { kind: "install", params: { id, version, selected_version: version, ...source } };
    }
    case "clone": {
      const params = { id: step.name, version: "unknown", selected_version: "unknown", ...source };
      return { kind: "install", params };
    }
    case "enable":
      return { kind: "enable", params: { cnr_id: step.entry.name } };
    case "update": {
      const { name, kind, version } = step.entry;
      return { kind: "update", params: { node_name: name, node_ver: kind === "registry" ? version : kind } };
    }
    default: {
      const { name, kind } = step.entry;
      const params = { node_name: name, is_unknown: kind === "unknown" };
      return { kind: step.kind === "remove" ? "uninstall" : "disable", params };
    }
  }
}
