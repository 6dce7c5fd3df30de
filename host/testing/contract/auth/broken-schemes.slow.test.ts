// Each rule of auth schemes: a scheme that breaks it, and only it.

import type { OutgoingRequest } from "@pictor/kernel";
import { expect, it } from "vitest";
import { pluginContract } from "../plugin-contract.js";
import type { ContractSource } from "../rule.js";
import { acme, properties, signed, textOf } from "./acme-scheme.test.support.js";

/** How each rule ended: `passed`, or the error or the reason. */
async function endings(source: ContractSource): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { id, run } of pluginContract(source).filter(({ id }) => id.startsWith("auth-")))
    found[id] = await run().then(
      (ending) => (ending === undefined ? "passed" : `not checked: ${ending.notChecked}`),
      (error: unknown) => `failed: ${String(error)}`,
    );
  return found;
}

it("a good scheme passes every rule", async () => {
  expect(new Set(Object.values(await endings(acme())))).toEqual(new Set(["passed"]));
});

const ready = () => ({ state: "ready" }) as const;

/** What a scheme adds, without replacing what has the name. */
const appended = (request: OutgoingRequest, pair: string): OutgoingRequest => ({
  ...request,
  url: `${request.url}${request.url.includes("?") ? "&" : "?"}${pair}`,
});

const broken: readonly (readonly [rule: string, what: string, source: ContractSource, error: RegExp])[] = [
  [
    "auth-credential",
    "adds nothing",
    acme(({ handler }) => ({
      handler: async (request, context) => {
        await handler(request, context);
        return undefined;
      },
    })),
    /no header and no query parameter was added\. Return a request with the credential/,
  ],
  [
    "auth-status",
    "calls complete settings incomplete",
    acme(({ status }) => ({
      status: async (auth) => {
        const known = await status(auth);
        return known.state === "ready" ? { state: "missing", fields: ["ticket"] } : known;
      },
    })),
    /the status of complete settings is "missing", of the fields ticket\./,
  ],
  [
    "auth-status-quiet",
    "asks a server for its status",
    acme(({ status }, { network }) => ({
      status: async (auth) => {
        await network.send({ url: "http://acme.invalid/" }).catch(() => undefined);
        return status(auth);
      },
    })),
    /status\(\) sent a request to .*acme\.invalid/,
  ],
  [
    "auth-blank-status",
    "has a status that throws",
    acme(() => ({
      status(auth) {
        if (textOf(auth, "user") === "" || textOf(auth, "key") === "") throw new TypeError("no text");
        return ready();
      },
    })),
    /while user is blank, the status "missing" names no field\. .*no text/,
  ],
  [
    "auth-blank-refused",
    "sends blank fields",
    acme(({ handler }) => ({
      handler: (request, context) =>
        textOf(request.auth, "key") === "" ? signed(request, "") : handler(request, context),
    })),
    /while key is blank, the status is "missing", but a request ended with a reply with status 200/,
  ],
  [
    "auth-query-kept",
    "writes the query anew",
    acme(({ handler }) => ({
      handler: async (request, context) => {
        const next = (await handler(request, context)) ?? request;
        const url = new URL(next.url);
        url.searchParams.sort();
        return { ...next, url: url.href };
      },
    })),
    /of the query a=%20x.* another one arrived\. URLSearchParams/,
  ],
  [
    "auth-headers-kept",
    "makes an object of the headers",
    acme(({ handler }) => ({
      handler: async (request, context) => {
        const next = (await handler(request, context)) ?? request;
        const headers = next.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
        return { ...next, headers: Object.entries(Object.fromEntries(headers)) };
      },
    })),
    /X-Contract: one, x-contract: two.* arrived: x-contract: two/,
  ],
  [
    "auth-once",
    "appends a parameter that the request has",
    acme(({ handler }) => ({
      handler: async (request, context) => {
        const next = (await handler(request, context)) ?? request;
        const user = encodeURIComponent(textOf(request.auth, "user"));
        return appended({ ...next, url: request.url }, `user=${user}`);
      },
    })),
    /query parameter user arrived more than once\. Replace/,
  ],
  [
    "auth-body",
    "reads a body that can be read once",
    acme(({ handler }) => ({
      handler: async (request, context) => {
        for await (const chunk of request.body?.open() ?? []) chunk.at(0);
        return handler(request, context);
      },
    })),
    /of a body that can be read once, 9 bytes, 0 arrived/,
  ],
  [
    "auth-redirect",
    "adds its credential to first requests",
    acme(({ handler }) => ({
      handler: (request, context) => (context.reason === "redirect" ? undefined : handler(request, context)),
    })),
    /after a redirect to the same origin .*header X-Seal.* did not arrive/,
  ],
  [
    "auth-handshake",
    "knows http: only",
    acme(({ handler }) => ({
      handler: (request, context) => (request.url.startsWith("http") ? handler(request, context) : undefined),
    })),
    /a handshake arrived without .*header X-Seal.*httpUrl\(\)/,
  ],
  [
    "auth-settings-apart",
    "keeps the setting of a request in a variable",
    acme(({ handler }) => {
      let current: OutgoingRequest["auth"] | undefined;
      return {
        handler: async (request, context) => {
          current = request.auth;
          await new Promise(setImmediate);
          const next = await handler({ ...request, auth: current }, context);
          return next && { ...next, auth: request.auth };
        },
      };
    }),
    /a request carried the user of another profile/,
  ],
  [
    "auth-environment",
    "remembers credentials by the name of the profile",
    acme(({ handler }) => {
      const known = new Map<string | undefined, OutgoingRequest["auth"]>();
      return {
        handler: async (request, context) => {
          const auth = known.get(request.auth.profile) ?? request.auth;
          known.set(auth.profile, auth);
          const next = await handler({ ...request, auth }, context);
          return next && { ...next, auth: request.auth };
        },
      };
    }),
    /after another environment was chosen, a request carried the user of the environment before/,
  ],
  [
    "auth-query-encoded",
    "writes a text into the query as it is",
    acme(({ handler }) => ({
      handler: async (request, context) => {
        const next = (await handler(request, context)) ?? request;
        return { ...next, url: next.url.replace(/([?&]user=)[^&]*/, `$1${textOf(request.auth, "user")}`) };
      },
    })),
    /the text \.\.\.&x=1#a\+b.* in user did not arrive in query parameter user/,
  ],
  [
    "auth-odd-text",
    "encodes with btoa()",
    acme(({ handler }) => ({
      handler: (request, context) => {
        btoa(textOf(request.auth, "user"));
        return handler(request, context);
      },
    })),
    /Japanese text in user ended with TAP_THREW: .* btoa\(\) takes Latin-1 only/,
  ],
  [
    "auth-challenge",
    "ignores the nonce of a challenge",
    acme(({ handler }) => ({
      handler: (request, context) => {
        const { challenge: _challenge, ...others } = context;
        return handler(request, others);
      },
    })),
    /the sample challenge ended with a reply with status 401\. For the reason "challenge"/,
  ],
  [
    "auth-foreign-challenge",
    "expects its own challenge",
    acme(({ handler }) => ({
      handler: (request, context) => {
        if (context.challenge?.headers["x-nonce"]!.length === 0) return undefined;
        return handler(request, context);
      },
    })),
    /a 401 without WWW-Authenticate ended with TAP_THREW: .* Return undefined/,
  ],
  [
    "auth-origin-state",
    "keeps one nonce for all servers",
    acme(({ handler }) => {
      let nonce = "";
      return {
        async handler(request, context) {
          nonce = context.challenge?.headers["x-nonce"] ?? nonce;
          return (await handler(request, context)) && signed(request, nonce);
        },
      };
    }),
    /"nonce-of-a-server", which one server had sent in its challenge, arrived at another origin with a later request/,
  ],
  [
    "auth-origin-state",
    "keeps a nonce for the redirects of a request",
    acme(({ handler }) => {
      const nonces = new Map<string, string>();
      return {
        handler(request, context) {
          const nonce = context.challenge?.headers["x-nonce"] ?? nonces.get(request.id);
          if (nonce === undefined) return handler(request, context);
          nonces.set(request.id, nonce);
          return signed(request, nonce);
        },
      };
    }),
    /arrived at another origin after a redirect/,
  ],
  [
    "auth-secret-fields",
    "has a password that is no secret",
    acme(undefined, { ...properties, password: { type: "string", title: "Password", default: "" } }),
    /the field password of acme is no secret.*Add "x-secret": true/,
  ],
  [
    "auth-secrets",
    "reports its key in another encoding",
    acme(({ handler }) => ({
      handler: (request, context) => {
        const key = Buffer.from(textOf(request.auth, "key")).toString("hex");
        context.report({ code: "ACME_KEY", message: `The key is ${key}.` });
        return handler(request, context);
      },
    })),
    /the reply shows the secret in key/,
  ],
  [
    "auth-secrets",
    "has a status with its key",
    acme(({ status }) => ({
      status: async (auth) => ({
        ...(await status(auth)),
        notes: [`Sends ${Buffer.from(`Acme ${textOf(auth, "key")}`).toString("base64")}.`],
      }),
    })),
    /the status shows the secret in key/,
  ],
  [
    "auth-action-signal",
    "stores a ticket although it was cancelled",
    acme((_good, { secrets }) => ({
      async login(_auth, { interaction, input = "" }) {
        const choices = [
          { id: "yes", text: "Yes" },
          { id: "no", text: "No" },
        ];
        await interaction.ask({ title: "Replace the ticket?", choices, safeChoice: "no" });
        await secrets.set("ticket", input);
        return {};
      },
    })),
    /the action login of acme was cancelled, and changed the secret .*ticket afterwards/,
  ],
];

it.each(broken)("%s: a scheme that %s", async (rule, _what, source, error) => {
  const found = await endings(source);
  const failed = Object.entries(found).filter(([, ending]) => ending.startsWith("failed"));
  expect(failed).toEqual([[rule, expect.stringMatching(error)]]);
});

it("every rule of auth schemes has a scheme that breaks it", () => {
  const ids = pluginContract(acme()).map(({ id }) => id);
  expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(ids.filter((id) => id.startsWith("auth-"))));
});
