// A good auth scheme, of whose parts the tests of the rules replace one: it signs with a nonce, and has an action that
// stores a ticket.

import { createHmac } from "node:crypto";
import {
  fault,
  setHeader,
  setQueryParameter,
  type AuthAction,
  type AuthSetting,
  type AuthStatus,
  type OutgoingRequest,
  type Plugin,
  type PluginContext,
  type SendContext,
} from "@pictor/kernel";
import { manifestOf } from "../../manifest-of.js";
import type { ContractSource } from "../rule.js";

export const httpOrigin = (url: string): string => new URL(url.replace(/^ws/, "http")).origin;

export const textOf = ({ settings }: AuthSetting, field: string): string => {
  const value = settings[field];
  return typeof value === "string" ? value : "";
};

/** What the scheme adds: a parameter with the name of the user, and a header with a signature. */
export function signed(request: OutgoingRequest, nonce: string): OutgoingRequest {
  const user = textOf(request.auth, "user");
  const seal = createHmac("sha256", textOf(request.auth, "key")).update(nonce).digest("base64url");
  const name = Buffer.from(user).toString("base64url");
  return setHeader(setQueryParameter(request, "user", user), "X-Seal", `${name}.${seal} ${nonce}`);
}

type Handler = (
  request: OutgoingRequest,
  context: SendContext,
) => OutgoingRequest | undefined | Promise<OutgoingRequest | undefined>;

/** The parts of the scheme. */
export interface AcmeParts {
  readonly handler: Handler;
  readonly status: (auth: AuthSetting) => AuthStatus | Promise<AuthStatus>;
  readonly login: AuthAction;
}

const missingFields = (auth: AuthSetting): readonly string[] =>
  ["user", "key"].filter((field) => textOf(auth, field) === "");

export function goodParts({ secrets }: Pick<PluginContext, "secrets">): AcmeParts {
  const nonces = new Map<string, string>();
  return {
    handler(request, { challenge }) {
      const fields = missingFields(request.auth);
      if (fields.length > 0) throw fault("AUTH_NOT_CONFIGURED", { where: "acme", fields: fields.join(", ") });
      const origin = httpOrigin(request.url);
      const nonce = challenge?.headers["x-nonce"] ?? nonces.get(origin) ?? "";
      nonces.set(origin, nonce);
      return signed(request, nonce);
    },
    status(auth) {
      const fields = missingFields(auth);
      return fields.length > 0 ? { state: "missing", fields } : { state: "ready" };
    },
    async login(_auth, { interaction, input = "", signal }) {
      const choices = [
        { id: "replace", text: "Replace it" },
        { id: "keep", text: "Keep it" },
      ];
      await interaction.ask({ title: "Replace the ticket?", choices, safeChoice: "keep" });
      signal.throwIfAborted();
      await secrets.set("ticket", input);
      return {};
    },
  };
}

const text = (more: object = {}) => ({ type: "string", title: "Text", ...more });
export const properties = { user: text(), key: text({ "x-secret": true }) };

/** The scheme with some of its parts replaced. `fields` replaces the properties of its settings. */
export function acme(
  change: (good: AcmeParts, context: PluginContext) => Partial<AcmeParts> = () => ({}),
  fields: object = properties,
): ContractSource {
  const plugin: Plugin = (context) => {
    const good = goodParts(context);
    const { handler, status, login } = { ...good, ...change(good, context) };
    return { handlers: { handler }, provides: { authSchemes: { acme: { status, actions: { login } } } } };
  };
  const manifest = manifestOf("auth-acme", "auth", {
    permissions: ["network", "secrets"].map((name) => ({ name, reason: "For tests" })),
    contributes: {
      authSchemes: [
        {
          id: "acme",
          title: "Acme",
          handler: "handler",
          challenge: true,
          actions: [{ id: "login", title: "Enter a ticket", input: { title: "Ticket", secret: true } }],
          settings: { type: "object", required: ["user", "key"], properties: fields },
        },
      ],
    },
  });
  return {
    manifest,
    plugin,
    samples: { authSchemes: { acme: { challenge: { "x-nonce": "nonce-of-a-server" } } } },
  };
}
