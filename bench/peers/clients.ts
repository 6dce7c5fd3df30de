// The clients that are compared, by their names on the command line.

import type { Client, ClientModule, ClientOptions } from "./client.js";

interface ClientEntry {
  readonly load: () => Promise<ClientModule>;
  readonly title: string;
  /** It returns the bytes of images. */
  readonly fetches: boolean;
  /** It is installed on demand. */
  readonly isPeer: boolean;
}

export const clients = {
  pictor: { load: () => import("./pictor.js"), title: "pictor", fetches: true, isPeer: false },
  saintno: {
    load: () => import("./saintno.js"),
    title: "@saintno/comfyui-sdk",
    fetches: false,
    isPeer: true,
  },
  "stable-canvas": {
    load: () => import("./stable-canvas.js"),
    title: "@stable-canvas/comfyui-client",
    fetches: false,
    isPeer: true,
  },
  "comfy-ui-client": {
    load: () => import("./comfy-ui-client.js"),
    title: "@artifyfun/comfy-ui-client",
    fetches: true,
    isPeer: true,
  },
  raw: { load: () => import("./raw.js"), title: "fetch + ws by hand", fetches: false, isPeer: false },
} as const satisfies Readonly<Record<string, ClientEntry>>;

export type ClientName = keyof typeof clients;

/** The names of all clients, or of those that need no installation. */
export const clientNames = ({ withPeers }: { readonly withPeers: boolean }): readonly ClientName[] =>
  (Object.keys(clients) as ClientName[]).filter((name) => withPeers || !clients[name].isPeer);

/** Throws for a name that no client has. */
export function clientName(name: string): ClientName {
  const known = clientNames({ withPeers: true });
  const found = known.find((each) => each === name);
  if (found === undefined) throw new Error(`There is no client ${name}; there are ${known.join(", ")}.`);
  return found;
}

export async function connectTo(name: string, url: string, options?: ClientOptions): Promise<Client> {
  const { connect }: ClientModule = await clients[clientName(name)].load();
  return connect(url, options);
}
