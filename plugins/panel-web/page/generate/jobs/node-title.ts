// Titles of node classes in the catalog of the backend. Each class is read once.

import { signal } from "@preact/signals";
import { calls } from "../../api/session.js";
import { currentBackend } from "../backend/current-backend.js";
import { spacedName } from "./job-text.js";

const titles = signal<ReadonlyMap<string, string>>(new Map());
const asked = new Set<string>();

async function read(classType: string, backend: string): Promise<void> {
  const found = await calls().readNodeClass({ params: { name: backend, class: classType } });
  const title = found["title"];
  if (typeof title === "string" && title !== "") titles.value = new Map(titles.peek()).set(classType, title);
}

/** The title of the class. Until it has been read, or if the backend has none, the name of the class with spaces. */
export function nodeTitle(classType: string, backend: string | undefined = currentBackend.peek()): string {
  const known = titles.value.get(classType);
  if (known === undefined && backend !== undefined && !asked.has(classType)) {
    asked.add(classType);
    // A failure is ignored, because the name of the class is shown in place of its title.
    read(classType, backend).catch(() => undefined);
  }
  return known ?? spacedName(classType);
}
