// The rule about the record that a submission carries: it comes back, also to another instance of the backend.

import { isDeepStrictEqual } from "node:util";
import { stringifyJson } from "@pictor/kernel";
import { backendRule, type Bench } from "./bench.js";

const record = { contract: "rule", numbers: [1, 2], nested: { text: "ä" } };

/** A backend may add the id, by which it finds the prompt on a server that assigns ids itself. */
function requireRecord(call: string, found: unknown, id: string): void {
  if (isDeepStrictEqual(found, record) || isDeepStrictEqual(found, { ...record, promptId: id })) return;
  throw new Error(
    `${call} has the record ${stringifyJson(found ?? null)} instead of the one that was submitted, ${stringifyJson(record)}`,
  );
}

async function givesRecordsBack(bench: Bench): Promise<string | undefined> {
  const { backend, kind } = bench;
  const sent = await bench.submit(1, { record });
  const other = await bench.submit(2, { record: { contract: "other" } });
  await bench.ending(sent, "after a submission with a record");
  await bench.ending(other, "after a submission with a record");
  const listed = await bench.within("prompts()", backend.prompts());
  const entry = listed.find(({ promptId }) => promptId === sent.id);
  if (entry === undefined)
    throw new Error("prompts() does not list a prompt that state() knows; list those that have ended, too");
  requireRecord("prompts()", entry.record, sent.id);
  const another = await bench.another();
  const snapshot = await bench.within("fetchSubmission()", another.fetchSubmission(sent.id));
  if (snapshot === undefined)
    return `fetchSubmission() of another instance of ${kind.id} does not know the prompt: no other process can follow it`;
  requireRecord("fetchSubmission()", snapshot.record, sent.id);
  if (!isDeepStrictEqual(Object.keys(snapshot.graph), Object.keys(sent.graph)))
    throw new Error(
      `fetchSubmission() has the nodes ${Object.keys(snapshot.graph).join(", ")} instead of ${Object.keys(sent.graph).join(", ")}`,
    );
  return undefined;
}

export const recordRules = [
  backendRule("record", "gives back the record of a submission, or says that it cannot", givesRecordsBack),
];
