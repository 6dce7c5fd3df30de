// The result of an operation as one sentence.

import { isRecord } from "../../api/guards.js";
import type { Operation } from "@pictor/client";
import { sentenceCase } from "../../parts/texts.js";

const declined = "Nothing was changed.";
/** Sentences by the outcome that an operation on backends or extensions reports. */
const sentences: Readonly<Record<string, string>> = {
  started: "The server is running.",
  "already running": "The server was already running.",
  stopped: "The server is stopped.",
  "not running": "The server was not running.",
  restarted: "The server was restarted.",
  installed: "The server is installed.",
  "installed already": "Everything is already installed.",
  "nothing to do": "There was nothing to do.",
  ready: "Everything that is needed is installed.",
  declined,
};

/** The extensions that were changed, each as `owner/pack 1.2.0`. */
function changedText(extensions: unknown): string {
  const names = (Array.isArray(extensions) ? extensions : []).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one["id"] !== "string") return [];
    const { id, version } = one;
    return [typeof version === "string" ? `${id} ${version}` : id];
  });
  return names.length === 0 ? "The extensions were changed." : `Changed: ${names.join(", ")}.`;
}

const restartTexts: Readonly<Record<string, string>> = {
  done: "The server was restarted.",
  needed: "The change takes effect at the next start of the server.",
};

/** A sentence about the extensions that the restarted server has not loaded. */
function notLoadedText(notLoaded: unknown): string {
  const ids = (Array.isArray(notLoaded) ? notLoaded : []).flatMap((one: unknown) =>
    isRecord(one) && typeof one["id"] === "string" ? [one["id"]] : [],
  );
  return ids.length === 0 ? "" : `The server did not load ${ids.join(", ")}.`;
}

export function outcomeText({ state, by, result = {} }: Pick<Operation, "state" | "by" | "result">): string {
  if (state === "cancelled") return by === "server" ? "Cancelled, because Pictor was ended." : "Cancelled.";
  const { outcome, extensions, restart, notLoaded, veto } = result;
  if (isRecord(veto) && typeof veto["message"] === "string") return veto["message"];
  if (outcome === "changed") {
    const then = typeof restart === "string" ? (restartTexts[restart] ?? "") : "";
    return [changedText(extensions), then, notLoadedText(notLoaded)].filter(Boolean).join(" ");
  }
  if (typeof outcome !== "string") return "Done.";
  return sentences[outcome] ?? `${sentenceCase(outcome)}.`;
}
