// A change as the routes of 3.x (and of the old page of 4.x) are asked for it: refused, or a task for the queue.
import { isObject } from "../json.js";
import type { Disk } from "./disk.js";
import { baseName, type ManagerOptions } from "./options.js";
import { allows, isListed, type Risk } from "./security.js";

export const kinds = ["install", "update", "uninstall", "disable"] as const;
export type Kind = (typeof kinds)[number];

export interface Task {
  readonly uiId: string;
  /** What it does to the disk; settles with the result's text. */
  work(): string;
}

export type Asked =
  | { readonly status: 403 | 404 | 400 | 500 }
  /** Done at once. */
  | { readonly status: 200 }
  | { readonly task: Task };

interface Around {
  readonly options: ManagerOptions;
  readonly disk: Disk;
  /** What an installation needs: 3.x asks for less than 4.x. */
  readonly risk: Risk;
}

/** A missing member is a fault of the real one, too: 500. */
export function asked(kind: Kind, body: unknown, around: Around): Asked {
  if (!isObject(body)) return { status: 500 };
  if (kind === "install") return install(body, around);
  const { version, ui_id: uiId } = body;
  const name = nameIn(body);
  if (kind !== "disable" && !allows(around.options, "middle")) return { status: 403 };
  if (typeof version !== "string" || typeof uiId !== "string" || name === undefined) return { status: 500 };
  const { disk } = around;
  const work = {
    update: () => disk.update(name),
    uninstall: () => disk.remove(name, version === "unknown"),
    disable: () => disk.disable(name),
  }[kind];
  return { task: { uiId, work } };
}

/** Packs that are not in the registry are named by the address of their first file. */
function nameIn({ id, version, files }: Readonly<Record<string, unknown>>): string | undefined {
  const [file] = (Array.isArray(files) ? files : []) as readonly unknown[];
  const name = version === "unknown" ? (typeof file === "string" ? baseName(file) : undefined) : id;
  return typeof name === "string" ? name : undefined;
}

function install(body: Readonly<Record<string, unknown>>, { options, disk, risk }: Around): Asked {
  if (!allows(options, risk)) return { status: 403 };
  const { version, selected_version: selected = "latest", skip_post_install: skip, repository } = body;
  const { ui_id: uiId, channel, mode } = body;
  const name = nameIn(body);
  if (typeof version !== "string" || typeof uiId !== "string" || name === undefined) return { status: 500 };
  if (version !== "unknown" && selected === "unknown") return { status: 400 };
  const wanted = version === "unknown" ? "unknown" : String(selected);
  const found = disk.find(name);
  if (version !== "unknown" && skip === true && found !== undefined && !found.enabled) {
    const work = (): string => disk.enable(name);
    // 4.x makes a task of it, 3.x does it at once.
    if (risk === "middle+") return { task: { uiId, work } };
    work();
    return { status: 200 };
  }
  const files = Array.isArray(body["files"]) ? (body["files"] as unknown[]) : [];
  const addresses = wanted === "nightly" ? [repository] : wanted === "unknown" ? files : [];
  const isKnown = addresses.every((address) => isListed(options.packs, address));
  if (!isKnown && !allows(options, "git-url")) return { status: 404 };
  if (typeof channel !== "string" || typeof mode !== "string") return { status: 500 };
  return { task: { uiId, work: () => disk.install(name, wanted) } };
}
