// A stranger's auth scheme: a list of headers with secrets, an action that fills a field, and one that asks for a text.

import { manifestOf } from "@pictor/host/testing";
import { asString, setHeader, type OutgoingRequest } from "@pictor/kernel/plugin";
import type { PluginSource } from "@pictor/kernel";

const settings = {
  type: "object",
  required: ["tenant"],
  properties: {
    tenant: { type: "string", title: "Tenant", description: "As the provider calls it" },
    headers: {
      type: "array",
      title: "Header",
      default: [],
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", title: "Header name" },
          value: { type: "string", title: "Header value", "x-secret": true },
        },
      },
    },
  },
};

const manifest = manifestOf("auth-tenant", "auth", {
  version: "2.0.0",
  title: "Tenant headers",
  description: "A stranger's scheme",
  contributes: {
    authSchemes: [
      {
        id: "tenant",
        title: "Tenant headers",
        handler: "addTenant",
        settings,
        actions: [
          { id: "look-up", title: "Look up the tenant" },
          { id: "paste", title: "Paste a pass", input: { title: "Pass", secret: true } },
        ],
      },
    ],
  },
});

const addTenant = (request: OutgoingRequest): OutgoingRequest =>
  setHeader(request, "X-Tenant", asString(request.auth.settings["tenant"]) ?? "");

export const authScheme: PluginSource = {
  kind: "inline",
  manifest,
  plugin: () => ({
    handlers: { addTenant },
    provides: {
      authSchemes: {
        tenant: {
          status: () => ({ state: "ready" }),
          actions: {
            "look-up": () => Promise.resolve({ edit: { tenant: { tenant: "Elm Street" } } }),
            paste: () => Promise.resolve({ notes: ["The pass is taken."] }),
          },
        },
      },
    },
  }),
};
