// The rules about connections: one that is cut, one that is refused, and calls that are given up.

import { describeValue, isOutage, PictorError, reasonOf, type BackendEvent } from "@pictor/kernel";
import { backendRule, type Bench } from "./bench.js";
import { outputsOf, readBytes, runToEnd } from "./outputs.js";
import { takesGraphs } from "./submissions.js";

const noLine = ({ kind }: Bench): string =>
  `no setting of the server of ${kind.id} is an address on 127.0.0.1, so its connections cannot be cut`;

const nameOf = (error: unknown): string =>
  error instanceof PictorError ? error.code : error instanceof Error ? error.name : describeValue(error);

async function recovers(bench: Bench): Promise<string | undefined> {
  const { backend, line } = bench;
  if (line === undefined) return noLine(bench);
  const heard: BackendEvent[] = [];
  await bench.within(
    "events()",
    backend.events((event) => heard.push(event)),
  );
  const sent = await bench.submit(1);
  line.cut();
  await bench.letPass(500);
  line.mend();
  const { state } = await bench.ending(sent, "after the connections were cut");
  if (state !== "succeeded")
    throw new Error(
      `a prompt is "${state}" after the connections were cut, although the server has gone on; read the record again`,
    );
  // The events of a prompt can be lost while the backend connects again.
  for (let number = 2; number < 5; number++) {
    const later = await runToEnd(bench, number, "after the connections were cut");
    const isHeard = (event: BackendEvent) => "promptId" in event && event.promptId === later.sent.id;
    for (let waited = 0; waited < 3_000; waited += 100) {
      if (heard.some(isHeard)) return undefined;
      await bench.letPass(100);
    }
  }
  throw new Error("no event arrives any more after the connections were cut; connect again");
}

/** The calls that ask the server, by their names. */
function callsOf({ backend, kind }: Bench, id: string) {
  const more = takesGraphs(kind);
  return {
    state: (signal: AbortSignal) => backend.state(id, { signal }),
    prompts: (signal: AbortSignal) => backend.prompts({ signal }),
    catalog: (signal: AbortSignal) => backend.catalog({ refresh: true, signal }),
    fetchSubmission: (signal: AbortSignal) => backend.fetchSubmission(id, { signal }),
    info: (signal: AbortSignal) => backend.info({ isFresh: true, signal }),
    ...(more && { cancel: (signal: AbortSignal) => backend.cancel(id, { signal }) }),
  } as const;
}

async function reportsOutages(bench: Bench): Promise<string | undefined> {
  const { line, kind } = bench;
  if (line === undefined) return noLine(bench);
  const { sent } = await runToEnd(bench, 1, "before the server was gone");
  await line.refuse();
  let failed = 0;
  const calls = Object.entries(callsOf(bench, sent.id));
  for (const [name, call] of calls) {
    const work = call(new AbortController().signal).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const failure = await bench.within(`${name}(), while the server is gone,`, work);
    if (failure === undefined) continue;
    failed++;
    if (!isOutage(failure.error))
      throw new Error(
        `${name}() rejects with ${nameOf(failure.error)} (${reasonOf(failure.error)}) while the server is gone; with BACKEND_UNREACHABLE a job waits and asks again`,
      );
  }
  return failed > 0 ? undefined : `every call of ${kind.id} succeeds although the server is gone`;
}

async function honoursSignals(bench: Bench): Promise<string | undefined> {
  const { backend, line, kind } = bench;
  if (line === undefined) return noLine(bench);
  const { sent } = await runToEnd(bench, 1, "before the server was silent");
  const [file] = outputsOf(await bench.within("state()", backend.state(sent.id)));
  line.block();
  const calls = {
    ...callsOf(bench, sent.id),
    submit: (signal: AbortSignal) => backend.submit({ ...sent, promptId: crypto.randomUUID() }, { signal }),
    ...(file !== undefined && { fetchOutput: (signal: AbortSignal) => readBytes(backend, file, { signal }) }),
  };
  let pending = 0;
  for (const [name, call] of Object.entries(calls)) {
    const stop = new AbortController();
    const progress = { isSettled: false };
    const work = call(stop.signal).then(
      () => undefined,
      (error: unknown) => error,
    );
    void work.then(() => (progress.isSettled = true));
    await bench.letPass(100);
    if (progress.isSettled) continue;
    pending++;
    const reason = new Error("the rule gives up");
    stop.abort(reason);
    const gaveUp = await bench.within(`${name}(), after its signal was aborted,`, work);
    if (gaveUp !== reason)
      throw new Error(
        `${name}() ends with ${nameOf(gaveUp)} after its signal was aborted, instead of the reason of the signal`,
      );
  }
  return pending > 0 ? undefined : `no call of ${kind.id} waits for the server`;
}

export const connectionRules = [
  backendRule("cut", "recovers when its connections are cut", recovers),
  backendRule("unreachable", "reports a server that is gone as a temporary error", reportsOutages),
  backendRule("signal", "gives up a call whose signal is aborted", honoursSignals),
];
