// The rule about events: they tell when to read the record, and never what it says.

import type { BackendEvent, PromptState } from "@pictor/kernel";
import { backendRule, type Bench } from "./bench.js";
import { fileKey, outputsOf, runToEnd } from "./outputs.js";

const ofPrompt = (events: readonly BackendEvent[], id: string): readonly BackendEvent[] =>
  events.filter((event) => "promptId" in event && event.promptId === id);

function compare(heard: readonly BackendEvent[], state: PromptState): void {
  const known = new Set(outputsOf(state).map(fileKey));
  for (const event of heard) {
    if (event.type === "ended" && event.as !== undefined && event.as !== state.state)
      throw new Error(`the event "ended" says "${event.as}", and state() says "${state.state}"`);
    const files = event.type === "output" ? event.files : [];
    const stray = files.find((file) => !known.has(fileKey(file)));
    if (stray !== undefined)
      throw new Error(
        `an event names the file ${fileKey(stray)}, which state() does not list; a job would save it a second time`,
      );
  }
}

/** Nobody listens; then two listen, of whom one leaves before the end; the same is recorded each time. */
async function eventsDecideNothing(bench: Bench): Promise<undefined> {
  const backend = await bench.another();
  const silent = await runToEnd(bench, 1, "without a listener of events", backend);
  const heard: BackendEvent[] = [];
  const left: BackendEvent[] = [];
  const subscribe = (events: BackendEvent[]) =>
    bench.within(
      "events()",
      backend.events((event) => events.push(event)),
    );
  const leave = await subscribe(left);
  const stop = await subscribe(heard);
  leave();
  left.length = 0;
  const { sent } = await runToEnd(bench, 2, "after one of two listeners has left", backend);
  const hasEnded = () => ofPrompt(heard, sent.id).some(({ type }) => type === "ended") || undefined;
  if ((await bench.eventually(hasEnded)) === undefined)
    throw new Error('a listener was never told "ended", after another listener had left');
  if (left.length > 0) throw new Error(`a listener got "${left[0]?.type}" after it had left`);
  const state = await bench.within("state()", backend.state(sent.id));
  compare(ofPrompt(heard, sent.id), state);
  stop();
  const late = await subscribe([]);
  const again = await bench.within("state()", backend.state(silent.sent.id));
  late();
  const [before, after] = [silent.outputs, outputsOf(again)].map((files) => files.map(fileKey).join(", "));
  if (again.state !== "succeeded" || before !== after)
    throw new Error(`state() was "succeeded" with ${before}; later it was "${again.state}" with ${after}`);
  return undefined;
}

export const eventRules = [
  backendRule(
    "events",
    "has a record that does not depend on events, nor on who listens",
    eventsDecideNothing,
  ),
];
