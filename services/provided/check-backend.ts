// A backend whose results are checked. Its errors name the plugin, and a wrong event is dropped.

import {
  withoutUndefined,
  type Backend,
  type BackendEvent,
  type BackendFacets,
  type CallOptions,
  type Check,
  type LifecycleFacet,
  type OutputFile,
  type Problem,
} from "@pictor/kernel";
import { anything, facetNames, problemFor } from "@pictor/kernel";
import {
  aBackend,
  aCancelOutcome,
  aCatalog,
  aChunk,
  anEvent,
  anInfo,
  anUnsubscribe,
  anUploadName,
  aPromptState,
  aReceipt,
  aServerState,
  aSnapshot,
  chunks,
  embeddingNames,
  promptList,
} from "./backend-shapes.js";
import type { PluginCalls } from "./plugin-calls.js";

/** Milliseconds for the identity of a backend. A job has a shorter limit of its own. */
const infoLimitMs = 60_000;

export interface BackendOrigin {
  readonly calls: PluginCalls;
  /** What errors call the backend: `the backend studio`. */
  readonly title: string;
  report(problem: Problem): void;
}

/** Reports the first wrong event of each kind, so that a server that sends many of them does not fill the log. */
function checkedListener(
  listener: (event: BackendEvent) => void,
  { calls, title, report }: BackendOrigin,
): (event: BackendEvent) => void {
  const reported = new Set<unknown>();
  return (event) => {
    const mismatch = anEvent(event);
    if (mismatch === undefined) {
      listener(event);
      return;
    }
    const type = (event as BackendEvent | undefined)?.type;
    if (!reported.has(type)) report(problemFor(calls.invalid(`events() of ${title}`, mismatch)));
    reported.add(type);
  };
}

/** Reads the bytes of a file, and checks each part. */
async function* checkedBytes(
  open: () => AsyncIterable<Uint8Array>,
  where: string,
  { calls }: BackendOrigin,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of calls.checked(where, open(), chunks)) {
      yield calls.checked(where, chunk, aChunk);
    }
  } catch (thrown) {
    throw calls.failure(where, thrown, signal);
  }
}

/** The facet with a checked `state`. Its other methods are called as they are. */
function checkLifecycle(facet: LifecycleFacet, { calls, title }: BackendOrigin): LifecycleFacet {
  const where = `lifecycle.state() of ${title}`;
  return Object.freeze({
    state: (options) =>
      calls.call(where, () => facet.state(options), { check: aServerState, signal: options?.signal }),
    restart: facet.restart.bind(facet),
    ...withoutUndefined({
      check: facet.check?.bind(facet),
      start: facet.start?.bind(facet),
      stop: facet.stop?.bind(facet),
      logs: facet.logs?.bind(facet),
    }),
  } satisfies LifecycleFacet);
}

/** Returns the facets as they are now. A checked facet is made once, so that its identity is kept. */
function createFacetsView(origin: BackendOrigin): (facets: BackendFacets) => BackendFacets {
  const views = new WeakMap<LifecycleFacet, LifecycleFacet>();
  const checkedLifecycle = (facet: LifecycleFacet): LifecycleFacet => {
    const view = views.get(facet) ?? checkLifecycle(facet, origin);
    views.set(facet, view);
    return view;
  };
  return (facets) => {
    const { lifecycle } = facets;
    if (lifecycle === undefined) return facets;
    const present = facetNames.filter((name) => facets[name] !== undefined);
    return {
      ...Object.fromEntries(present.map((name) => [name, facets[name]])),
      lifecycle: checkedLifecycle(lifecycle),
    };
  };
}

/** Throws `PLUGIN_VALUE_INVALID` for a value that lacks a member of a backend. */
export function checkBackend(opened: Backend, origin: BackendOrigin): Backend {
  const { calls, title } = origin;
  const backend = calls.checked(`open() of ${title}`, opened, aBackend);
  const facetsOf = createFacetsView(origin);
  const ask = <T>(
    name: string,
    check: Check,
    options: CallOptions | undefined,
    work: () => Promise<T>,
    limitMs?: number,
  ): Promise<T> =>
    calls.call(`${name}() of ${title}`, work, {
      check,
      signal: options?.signal,
      ...(limitMs !== undefined && { limitMs }),
    });
  const { embeddings } = backend;
  return Object.freeze<Backend>({
    get facets() {
      return facetsOf(backend.facets);
    },
    info: (options) => ask("info", anInfo, options, () => backend.info(options), infoLimitMs),
    catalog: (options) => ask("catalog", aCatalog, options, () => backend.catalog(options)),
    ...(embeddings !== undefined && {
      embeddings: (options) =>
        ask("embeddings", embeddingNames, options, () => embeddings.call(backend, options)),
    }),
    events: (listener, options) =>
      ask("events", anUnsubscribe, options, () => backend.events(checkedListener(listener, origin), options)),
    submit: (submission, options) =>
      ask("submit", aReceipt, options, () => backend.submit(submission, options)),
    cancel: (promptId, options) =>
      ask("cancel", aCancelOutcome, options, () => backend.cancel(promptId, options)),
    state: (promptId, options) => ask("state", aPromptState, options, () => backend.state(promptId, options)),
    prompts: (options) => ask("prompts", promptList, options, () => backend.prompts(options)),
    fetchSubmission: (promptId, options) =>
      ask("fetchSubmission", aSnapshot, options, () => backend.fetchSubmission(promptId, options)),
    upload: (file, options) => ask("upload", anUploadName, options, () => backend.upload(file, options)),
    fetchOutput: (file: OutputFile, options) =>
      checkedBytes(
        () => backend.fetchOutput(file, options),
        `fetchOutput() of ${title}`,
        origin,
        options?.signal,
      ),
    close: () => ask("close", anything, undefined, () => backend.close()),
  });
}
