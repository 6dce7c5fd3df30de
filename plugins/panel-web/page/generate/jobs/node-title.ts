// Titles of node classes, as the backend names them; read once for each class.

import { signal } from "@preact/signals";
import { calls } from "../../api/session.js";
import { currentBackend } from "../backend/backend-health.js";
import { spacedName } from "./job-text.js";

const titles = signal<ReadonlyMap<string, string>>(new Map());
const asked = new Set<string>();

async function read(classType: string, backend: string): Promise<void> {
  const found = await calls().readNodeClass({ params: { name: backend, class: classType } });
  const title = found["title"];
  if (typeof title === "string" && title !== "") titles.value = new Map(titles.peek()).set(classType, title);
}

/** The title of the class; its name with spaces until it is read, and where the backend has none. */
export function nodeTitle(classType: string, backend: string | undefined = currentBackend.peek()): string {
  const known = titles.value.get(classType);
  if (known === undefined && backend !== undefined && !asked.has(classType)) {
    asked.add(classType);
    // Without a title the name serves.
    read(classType, backend).catch(() => undefined);
  }
  return known ?? spacedName(classType);
}
