// Hostile origins and a kernel with every scheme, closed after each test, and everything that users or plugins could see.

import { inspect } from "node:util";
import type { Reply, RequestInput, SendOptions } from "@pictor/host";
import type { OutgoingRequest } from "@pictor/kernel";
import { createTestPictor } from "@pictor/host/testing";
import { fixture } from "../../services/testing/proxies.js";
import {
  startOrigin,
  type Answer,
  type ReceivedRequest,
  type Origin,
  type Refusal,
} from "./origins.test.support.js";
import { plugins, type Fixture } from "./schemes.test.support.js";

/** The outcome of a request, and everything that was visible of it. */
export interface Ending {
  readonly reply?: Reply;
  readonly error?: { readonly code: string };
}

export function createLab() {
  const closing: (() => Promise<void> | void)[] = [];
  const lab = {
    async origin(
      answer?: Answer,
      refusal?: (handshake: ReceivedRequest) => Refusal | undefined,
    ): Promise<Origin> {
      const origin = await startOrigin(answer, refusal);
      closing.push(origin.close);
      return origin;
    },

    async createPictor(configuration: Readonly<Record<string, unknown>> = {}) {
      const test = await createTestPictor({ plugins, configuration });
      const observed: OutgoingRequest[] = [];
      test.pictor.hooks.beforeSend.tap({ band: "observe" }, (request) => void observed.push(request));
      closing.push(test.dispose);
      return {
        ...test,
        observed,
        /** Sends a request and reads the reply. Returns the reply or the error. */
        async end(input: RequestInput, options?: SendOptions): Promise<Ending> {
          try {
            const reply = await test.pictor.send(input, options);
            await reply.text();
            return { reply };
          } catch (error) {
            return { error: error as { readonly code: string } };
          }
        },
        /** Everything that was visible, as one text: log, errors, hops, notes, requests as observers saw them. */
        shown({ reply, error }: Ending = {}): string {
          const parts = [test.log, observed, error, reply?.hops, reply?.notes, reply?.url];
          return parts.map(asShown).join("\n");
        },
      };
    },

    /** A kernel that trusts the certificate of these origins. */
    createTrustingPictor: (configuration: Readonly<Record<string, unknown>> = {}) =>
      lab.createPictor({ ...configuration, network: { ca: [fixture("authority")] } }),

    async close(): Promise<void> {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
  return lab;
}
export type LabPictor = Awaited<ReturnType<ReturnType<typeof createLab>["createPictor"]>>;

/** An error as a debugger and a JSON log would print it, including causes. */
export function asShown(value: unknown): string {
  const cause = value instanceof Error && value.cause !== undefined ? asShown(value.cause) : "";
  const all = { depth: 20, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null };
  return [inspect(value, all), JSON.stringify(value), String(value), cause].join("\n");
}

/** The traces of a credential in a text. Header names are compared without regard to case. */
export const tracesIn = (text: string, { traces }: Pick<Fixture, "traces">): readonly string[] =>
  traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

/** The secrets only. Names of headers and parameters may be shown. */
export const findSecrets = (text: string, { traces }: Pick<Fixture, "traces">): readonly string[] =>
  traces.filter((trace) => /CANARY|[A-Za-z0-9+/]{16}/.test(trace) && text.includes(trace));

/** Everything that was received: addresses, header lines, bodies. */
export const wire = (requests: readonly ReceivedRequest[]): string =>
  requests
    .map(({ method, url, rawHeaders, body }) => [method, url, ...rawHeaders, body].join("\n"))
    .join("\n\n");

/** Sends a challenge at /start and /inside if the fixture needs one, and passes on all other requests. */
export const asking =
  ({ challenge, sent }: Fixture, next: Answer): Answer =>
  (request, response) => {
    if (challenge !== undefined && sent(request) === undefined && /^\/(start|inside)/.test(request.url))
      response.writeHead(401, { "www-authenticate": challenge }).end();
    else next(request, response);
  };
