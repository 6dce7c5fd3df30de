// Names of backend instances.

import { cutText, fault, isDeviceName } from "@pictor/kernel";

/** True for a name that is usable in files, on command lines and as a folder name of every system. */
export const isInstanceName = (name: string): boolean =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N}_.-]{0,62}[\p{L}\p{N}_-])?$/u.test(name) && !isDeviceName(name);

/** Throws `BACKEND_NAME_INVALID` for a name that a new instance cannot have. */
export function requireInstanceName(name: string): void {
  if (!isInstanceName(name))
    throw fault("BACKEND_NAME_INVALID", { backend: JSON.stringify(cutText(name, 100)) });
}
