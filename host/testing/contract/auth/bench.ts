// The place in which a rule uses an auth scheme: a kernel with its real chain of sending, two servers, and profiles
// with complete settings.

import { PictorError, type HeaderPair, type Reply, type RequestInput } from "@pictor/kernel";
import type { TestPictor } from "../../test-pictor.js";
import { readSamples } from "../read-samples.js";
import type { Subject } from "../rule.js";
import type { SampleHeaders } from "../samples.js";
import { withPlugin, type Surroundings } from "../with-plugin.js";
import { recordingServer, type Arrived, type RecordingServer } from "./recording-server.js";
import { filledSettings, type Canary, type FieldValues, type Scheme } from "./scheme-settings.js";

/** How a call ended: with a reply, with an error that says why, or with an exception of the plugin. */
export type Outcome =
  | { readonly kind: "reply"; readonly reply: Reply }
  | { readonly kind: "refused"; readonly error: PictorError }
  | { readonly kind: "threw"; readonly error: unknown };

/** A profile beside `contract`, which has complete settings. */
export interface OtherProfile {
  readonly name: string;
  /** Values in place of those of `contract`. */
  readonly changes?: FieldValues;
  /** Whether the profile lists both servers as origins. Default: no. */
  readonly listsBoth?: boolean;
}

export interface BenchOptions extends Surroundings {
  readonly scheme: Scheme;
  profiles?(scheme: Scheme, canaries: readonly Canary[]): readonly OtherProfile[];
}

export interface Bench extends TestPictor {
  readonly scheme: Scheme;
  /** The paths with an answer of their own. */
  readonly pages: readonly string[];
  /** The headers of a 401 that the scheme answers. */
  readonly challenge: SampleHeaders | undefined;
  /** The unique texts in the profile `contract`. */
  readonly canaries: readonly Canary[];
  /** Those of the profile `second`, and of `contract` in the environment `elsewhere`. */
  readonly others: readonly Canary[];
  readonly home: RecordingServer;
  readonly other: RecordingServer;
  /** Sends a request to `home`, by default with the profile `contract`, and reads the reply. */
  send(request?: Partial<RequestInput> & { readonly path?: string }): Promise<Outcome>;
  /** Like `send`, and what arrived at `home` and at `other` because of it. */
  exchange(
    request?: Parameters<Bench["send"]>[0],
  ): Promise<{
    readonly outcome: Outcome;
    readonly arrived: readonly Arrived[];
    readonly elsewhere: readonly Arrived[];
  }>;
}

const endedBy = (error: unknown): Outcome =>
  error instanceof PictorError && error.code !== "TAP_THREW"
    ? { kind: "refused", error }
    : { kind: "threw", error };

/** Texts become variables, because a file may not contain a secret as it is. */
function configurationOf(
  { id, settings }: Scheme,
  profiles: readonly (OtherProfile & { readonly values: FieldValues })[],
  [home, other]: readonly [RecordingServer, RecordingServer],
  elsewhere: FieldValues,
): Readonly<Record<string, unknown>> {
  const isText = (name: string, value: unknown): value is string =>
    typeof value === "string" && settings.properties[name]?.type === "string";
  const variables = (profile: string, values: FieldValues): readonly (readonly [string, unknown])[] =>
    Object.entries(values).flatMap(([name, value]) =>
      isText(name, value) ? [[`${profile}.${name}`, value] as const] : [],
    );
  const written = (profile: string, values: FieldValues): FieldValues =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isText(name, value) ? `{{${profile}.${name}}}` : value,
      ]),
    );
  const all = profiles.flatMap(({ name, values }) => variables(name, values));
  return {
    environment: "here",
    environments: {
      here: Object.fromEntries(all),
      elsewhere: Object.fromEntries([...all, ...variables("contract", elsewhere)]),
    },
    // What the plugin asks for elsewhere ends here.
    network: { proxy: { http: home.origin, https: home.origin, no: [] } },
    profiles: Object.fromEntries(
      profiles.map(({ name, values, listsBoth = false }) => [
        name,
        {
          type: id,
          schemes: { [id]: written(name, values) },
          ...(listsBoth && { origins: [home.origin, other.origin] }),
        },
      ]),
    ),
  };
}

/** Calls `use` with the scheme in a new kernel, and closes everything afterwards. */
export async function withBench<Result>(
  subject: Subject,
  { scheme, profiles, configuration, ...surroundings }: BenchOptions,
  use: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const sample = (await readSamples(subject)).authSchemes?.[scheme.id] ?? {};
  const home = await recordingServer(sample.pages);
  const other = await recordingServer();
  const { origin } = home;
  const { values, canaries } = filledSettings(scheme, sample, { seed: "contract", origin });
  const second = filledSettings(scheme, sample, { seed: "second", origin });
  const named = [
    { name: "contract", values },
    { name: "second", values: second.values },
    ...(profiles?.(scheme, canaries) ?? []).map((profile) => ({
      ...profile,
      values: { ...values, ...profile.changes },
    })),
  ];
  const challenge = typeof sample.challenge === "function" ? sample.challenge(values) : sample.challenge;
  const written = configurationOf(scheme, named, [home, other], second.values);
  try {
    return await withPlugin(
      subject,
      async (test) => {
        const send: Bench["send"] = async ({ path = "/contract", ...request } = {}) => {
          try {
            const reply = await test.pictor.send({ url: `${origin}${path}`, auth: "contract", ...request });
            await reply.text();
            return { kind: "reply", reply };
          } catch (error) {
            return endedBy(error);
          }
        };
        const exchange: Bench["exchange"] = async (request) => {
          const before = [home.arrived.length, other.arrived.length] as const;
          const outcome = await send(request);
          return {
            outcome,
            arrived: home.arrived.slice(before[0]),
            elsewhere: other.arrived.slice(before[1]),
          };
        };
        return use({
          ...test,
          scheme,
          pages: Object.keys(sample.pages ?? {}),
          challenge,
          canaries,
          others: second.canaries,
          home,
          other,
          send,
          exchange,
        });
      },
      { ...surroundings, configuration: { ...written, ...configuration } },
    );
  } finally {
    await home.close();
    await other.close();
  }
}

/** How a call ended, in words for the error of a rule. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === "reply") return `a reply with status ${outcome.reply.status}`;
  const { error } = outcome;
  return (error instanceof PictorError ? `${error.code}: ${error.what}` : String(error)).replace(/\.$/, "");
}

/** What arrived, as one text. */
export const wireText = ({ target, headers }: Pick<Arrived, "target" | "headers">): string =>
  [target, ...headers.map((pair: HeaderPair) => pair.join(": "))].join("\n");
