// Opens a backend of the kind `queue`.

import { createComfyFacade } from "@pictor/comfyui-facade";
import type { Backend, BackendCalls, BackendInfo, WorkFacet } from "@pictor/kernel/plugin";
import { closeSession, type Session } from "../base/session.js";
import { versionIn } from "../redis/durability.js";
import { cancelPrompt } from "./cancel.js";
import { createEventReader } from "./event-reader.js";
import { createFailures } from "./failures.js";
import { createFiles } from "./files.js";
import { createHostParts } from "./host-parts.js";
import { listPrompts } from "./list-prompts.js";
import { createMembers } from "./members.js";
import { createStates } from "./states.js";
import { createSubmit } from "./submit.js";
import { within } from "./within.js";

/** `work` is the facet that makes this process a worker. */
export function openQueue(session: Session, work: WorkFacet): Backend {
  const parts = createHostParts(session);
  const { connection, clock, workers } = parts;
  const unwatch = connection.onState(() => parts.absence.reset());
  const states = createStates(parts);
  const reader = createEventReader(parts);
  const files = createFiles(parts);
  const failures = createFailures(parts);
  const submit = createSubmit(parts);
  const members = createMembers(parts);
  const calls: Omit<BackendCalls, "close"> = {
    async info(): Promise<BackendInfo> {
      const known = await workers.list();
      const working = known.filter(({ record, isAlive }) => isAlive && record.state !== "ended").length;
      return {
        name: session.name,
        kind: "queue",
        title: `Queue at ${session.address} with ${working} ${working === 1 ? "worker" : "workers"}`,
        address: session.address,
        version: versionIn(String(await connection.run("info", "server"))),
        ...(working === 0 && { notice: "no worker takes prompts from this queue now: they wait" }),
        facets: ["members", "work", "failures", "direct"],
      };
    },
    catalog: (options) =>
      within(options, async () => (await workers.catalogs(options?.refresh !== undefined, options)).union),
    events: (listener, options) => within(options, () => reader.subscribe(listener, options?.promptId)),
    submit: (submission, options) => within(options, () => submit(submission, options ?? {})),
    cancel: (promptId, options) => within(options, () => cancelPrompt(promptId, session)),
    state: (promptId, options) => within(options, () => states.state(promptId, options)),
    prompts: (options) => within(options, () => listPrompts(options?.limit ?? 50, parts, options)),
    fetchSubmission: (promptId, options) => within(options, () => states.fetchSubmission(promptId, options)),
    upload: (file, options) => within(options, () => files.upload(file, options)),
    fetchOutput: (file, options) => files.fetchOutput(file, options),
  };
  const close = async (): Promise<void> => {
    unwatch();
    reader.close();
    await closeSession(session);
  };
  // ComfyUI's protocol for the gateway: no single server could answer it.
  const direct = createComfyFacade({
    backend: { ...calls, close, facets: { members } },
    name: session.name,
    clock,
    logger: session.logger,
  });
  return {
    ...calls,
    facets: { members, work, failures, direct },
    async close() {
      direct.close();
      await close();
    },
  };
}
