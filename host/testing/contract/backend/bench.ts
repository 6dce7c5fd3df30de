// The bench of a rule of backends: a kernel with two instances of the kind under test, on a server of their own.

import { builtinPlugins } from "../builtin-plugins.js";
import { readManifest } from "../read-manifest.js";
import { readSamples } from "../read-samples.js";
import { withPlugin } from "../with-plugin.js";
import { lineBefore, type Line } from "./loopback-line.js";
import { defaultPatienceMs, eventually, letPass, settled } from "../passing-time.js";
import { defaultWork } from "./submissions.js";
import type { Backend, Contribution, PromptState, Submission } from "@pictor/kernel";
import type { FakeClock } from "../../fake-clock.js";
import { notCheckedFor, type Rule, type Subject } from "../rule.js";
import type { TestServer } from "./test-server.js";

/** What was submitted. */
export type Sent = Submission & {
  /** The id that the server uses for the prompt. */
  readonly id: string;
};

export interface Bench {
  /** The first instance. It has a listener, as the instance of a job has. */
  readonly backend: Backend;
  readonly kind: Contribution<"backends">;
  readonly server: TestServer;
  /** The connections of both instances; absent if no setting of the server is an address on this machine. */
  readonly line: Line | undefined;
  readonly clock: FakeClock;
  /** Opens the second instance, which has no listener. */
  another(): Promise<Backend>;
  /** Submits work with this number. */
  submit(number: number, more?: Partial<Submission>, backend?: Backend): Promise<Sent>;
  /** The value of `work`; rejects with a sentence about `what` if it does not settle. */
  within<Value>(what: string, work: Promise<Value>): Promise<Value>;
  /** The first value that is there; undefined if there never is one. */
  eventually<Value>(read: () => Promise<Value | undefined> | Value | undefined): Promise<Value | undefined>;
  letPass(ms: number): Promise<void>;
  /** The record of the prompt when it has ended or is missing. Rejects with a sentence if that never happens. */
  ending(sent: Sent, when: string, backend?: Backend): Promise<PromptState>;
}

/** A check of one kind, on its bench. Resolves to a sentence if it could not be checked. */
export type CheckBench = (bench: Bench) => Promise<string | undefined>;

const late = Symbol("late");
const isOver = ({ state }: PromptState): boolean => state !== "queued" && state !== "running";

type Basis = Pick<Bench, "backend" | "kind" | "server" | "line" | "clock" | "another"> & {
  readonly patienceMs: number;
};

function benchOf({ patienceMs, ...basis }: Basis): Bench {
  const { backend, clock, kind, server } = basis;
  const within: Bench["within"] = async (what, work) => {
    const value = await settled(clock, patienceMs, work, (): typeof late => late);
    if (value === late) throw new Error(`${what} did not settle`);
    return value;
  };
  return {
    ...basis,
    within,
    eventually: (read) => eventually(clock, patienceMs, read),
    letPass: (ms) => letPass(clock, ms),
    async submit(number, more = {}, own = backend) {
      const work =
        server.submission?.(number) ?? defaultWork(number, kind, await within("catalog()", own.catalog()));
      const submission = { promptId: crypto.randomUUID(), ...work, ...more };
      const { promptId } = await within("submit()", own.submit(submission));
      return { ...submission, id: promptId };
    },
    async ending({ id }, when, own = backend) {
      let last = "nothing";
      const found = await eventually(clock, patienceMs, async () => {
        const state = await own
          .state(id)
          .catch((error: unknown) => void (last = `an error: ${String(error)}`));
        if (state === undefined) return undefined;
        last = `"${state.state}"`;
        return isOver(state) ? state : undefined;
      });
      if (found !== undefined) return found;
      throw new Error(`${when}, state() never became final; the last reading was ${last}`);
    },
  };
}

/**
 * The settings of a server, with a line before its one address: in the settings of the kind, else in those of another
 * instance.
 */
async function withLine({
  settings,
  instances = {},
}: TestServer): Promise<
  Required<Pick<TestServer, "settings" | "instances">> & { readonly line: Line | undefined }
> {
  const own = await lineBefore(settings);
  if (own !== undefined) return { settings: own.settings, instances, line: own.line };
  for (const [name, values] of Object.entries(instances)) {
    const other = await lineBefore(values);
    if (other !== undefined)
      return { settings, instances: { ...instances, [name]: other.settings }, line: other.line };
  }
  return { settings, instances, line: undefined };
}

async function checkKind(
  subject: Subject,
  kind: Contribution<"backends">,
  check: CheckBench,
): Promise<string | undefined> {
  const { options, manifest } = subject;
  const samples = await readSamples(subject);
  const start = samples.backends?.[kind.id]?.start;
  if (start === undefined)
    return `contract.js names no server for the kind ${kind.id}: backends.${kind.id}.start`;
  const server = await start();
  const { settings, instances, line } = await withLine(server);
  const instance = { kind: kind.id, ...settings };
  const isIndirect = manifest.permissions?.some(({ name }) => name === "backends") === true;
  const around = isIndirect ? builtinPlugins("backend", manifest.id) : [];
  try {
    return await withPlugin(
      subject,
      async ({ pictor, clock }) => {
        const patienceMs = options.patienceMs ?? defaultPatienceMs;
        const open = async (name: string): Promise<Backend> => {
          const opening = pictor.openBackend(name);
          const opened = await settled(clock, patienceMs, opening, () => undefined);
          if (opened === undefined) throw new Error("open() did not settle");
          return opened.backend;
        };
        // The time limit of an import counts on the clock, which stands still until the code is there.
        for (const id of [...around.map((folder) => readManifest(folder).id), manifest.id])
          await pictor.load(id);
        const backend = await open("first");
        const another = () => open("second");
        const bench = benchOf({ backend, kind, server, line, clock, patienceMs, another });
        await bench.within(
          "events()",
          backend.events(() => undefined),
        );
        return check(bench);
      },
      { configuration: { backends: { first: instance, second: instance, ...instances } }, plugins: around },
    );
  } finally {
    await line?.close();
    await server.stop();
  }
}

/** The rule that checks every kind of the plugin. */
export const backendRule = (id: string, name: string, check: CheckBench): Rule => ({
  id: `backend-${id}`,
  name,
  contribution: "backends",
  async check(subject) {
    const reasons: string[] = [];
    for (const kind of subject.manifest.contributes?.backends ?? []) {
      const reason = await checkKind(subject, { ...kind, plugin: subject.manifest.id }, check);
      if (reason !== undefined) reasons.push(reason);
    }
    return notCheckedFor(reasons);
  },
});
