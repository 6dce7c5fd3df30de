// The rules about what belongs to the caller: the query, the headers and the body arrive as they were.

import { connectionHeaders, type RequestBody } from "@pictor/kernel";
import type { Rule } from "../rule.js";
import { credentialRule } from "./auth-rule.js";
import { describeOutcome, type Outcome } from "./bench.js";
import { repeatedIn } from "./credentials.js";

/** Parameters that URLSearchParams would write in another way. */
const query = "a=%20x&b=~&c&d=%2f&e=1+2&a=again";

const queryKept: Rule = credentialRule(
  { id: "auth-query-kept", name: "leaves the query of a request as it is" },
  async ({ exchange }) => {
    const { outcome, arrived } = await exchange({ path: `/contract?${query}` });
    const pairs = (arrived[0]?.target.split("?")[1] ?? "").split("&");
    const own = query.split("&");
    if (pairs.filter((pair) => own.includes(pair)).join("&") === query) return undefined;
    const found = arrived[0] === undefined ? describeOutcome(outcome) : "another one arrived";
    throw new Error(
      `of the query ${query} ${found}. URLSearchParams writes all parameters anew, which breaks signed addresses: use setQueryParameter(), or append to the text.`,
    );
  },
);

const kept = [
  ["X-Contract", "one"],
  ["x-contract", "two"],
  ["Accept-Language", "de, en;q=0.5"],
  ["TE", "trailers"],
] as const;

/** A proxy removes the headers of its connection, and a signature over one of them is then wrong. */
function checkCovered(outcome: Outcome): void {
  const hops = outcome.kind === "reply" ? outcome.reply.hops : [];
  const covered = hops.flatMap(({ covers = [] }) => covers);
  const wrong = covered.find((part) => connectionHeaders.has(part.toLowerCase().replace("header ", "")));
  if (wrong === undefined) return;
  throw new Error(
    `the signature covers the ${wrong}, which belongs to one connection: a proxy removes it. Leave out connectionHeadersOf() of the header Connection.`,
  );
}

const headersKept: Rule = credentialRule(
  { id: "auth-headers-kept", name: "leaves the headers of a request as they are" },
  async ({ exchange }) => {
    const { outcome, arrived } = await exchange({ headers: kept });
    checkCovered(outcome);
    const names = new Set(kept.map(([name]) => name.toLowerCase()));
    const found = (arrived[0]?.headers ?? []).filter(([name]) => names.has(name.toLowerCase()));
    if (found.length > 0 && found.join("\n") === kept.join("\n")) return undefined;
    const end =
      arrived[0] === undefined ? describeOutcome(outcome) : found.map((pair) => pair.join(": ")).join(", ");
    throw new Error(
      `of the headers ${kept.map((pair) => pair.join(": ")).join(", ")} arrived: ${end}. Headers are a list in which a name can occur twice: use setHeader(), or return [...request.headers, pair].`,
    );
  },
);

const once: Rule = credentialRule(
  { id: "auth-once", name: "sends each credential once, in place of what the request has under its name" },
  async ({ exchange }, names) => {
    const parameters = names.flatMap((name) => /^query parameter (.*)$/.exec(name)?.slice(1) ?? []);
    const own = parameters.map((name) => `${encodeURIComponent(name)}=own`).join("&");
    const { arrived } = await exchange({ path: own === "" ? "/contract" : `/contract?${own}` });
    const repeated = arrived.flatMap((request) => repeatedIn(names, request));
    if (repeated.length === 0) return undefined;
    throw new Error(
      `${repeated.join(", ")} arrived more than once. Replace what has the name, as setHeader() and setQueryParameter() do.`,
    );
  },
);

const bytes = Uint8Array.from({ length: 256 }, (_value, at) => at);
const form = Buffer.from("a=1&b=%20");

/** A body as a caller's stream is: what was read once is gone. */
function bodyToReadOnce(content: Uint8Array): RequestBody {
  const half = content.length >> 1;
  const stream = (async function* () {
    yield await Promise.resolve(content.slice(0, half));
    yield content.slice(half);
  })();
  return { replayable: false, open: () => stream };
}

/** Errors of the connection do not tell a person why a body was not sent. */
const isClear = (outcome: Outcome): boolean =>
  outcome.kind === "refused" && !outcome.error.code.startsWith("REQUEST_");

const bodyKept: Rule = credentialRule(
  { id: "auth-body", name: "leaves the body whole, also one that can be read only once" },
  async ({ exchange }) => {
    const whole = await exchange({ method: "POST", body: bytes.slice() });
    if (whole.outcome.kind === "reply" && whole.arrived[0]?.body.equals(bytes) !== true)
      throw new Error(
        `of ${bytes.length} bytes of a body ${whole.arrived[0]?.body.length ?? 0} arrived, or others. Do not change the chunks that body.open() gives.`,
      );
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { outcome, arrived } = await exchange({ method: "POST", headers, body: bodyToReadOnce(form) });
    if (isClear(outcome) || arrived[0]?.body.equals(form) === true) return undefined;
    throw new Error(
      `of a body that can be read once, ${form.length} bytes, ${arrived[0]?.body.length ?? 0} arrived (${describeOutcome(outcome)}). Read a body only if body.replayable is true; otherwise do without it, or throw a fault that says so.`,
    );
  },
);

export const keptRequestRules: readonly Rule[] = [queryKept, headersKept, once, bodyKept];
