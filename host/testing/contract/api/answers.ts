// The rule of APIs: they answer every request.

import { describeValue, fault, PictorError, type ApiContext } from "@pictor/kernel";
import type { Rule, Subject } from "../rule.js";
import { withPlugin } from "../with-plugin.js";

/** What an API sees of a server without backends. */
const emptyServer = (): ApiContext => ({
  caller: { id: "contract", name: "contract", scopes: ["read", "generate", "request", "admin"] },
  signal: new AbortController().signal,
  pictor: {
    url: "http://127.0.0.1",
    fetch: () => Promise.resolve(new Response("{}", { status: 404 })),
  },
  backend: (backend) => Promise.reject(fault("BACKEND_UNKNOWN", { backend, known: "none", suggestion: "" })),
});

/** Each API answers a request that it does not know, or rejects with an error that says why. */
async function apisAnswer(subject: Subject): Promise<undefined> {
  const apis = subject.manifest.contributes?.apis ?? [];
  return withPlugin(subject, async ({ pictor }) => {
    for (const { id, prefix } of apis) {
      const api = await pictor.openApi(id);
      const request = new Request(`http://127.0.0.1${prefix}/contract-check`);
      const reply: unknown = await Promise.resolve(api.fetch(request, emptyServer())).catch(
        (error: unknown) => error,
      );
      if (reply instanceof Response || reply instanceof PictorError) continue;
      throw new Error(`the API ${id} answered an unknown path with ${describeValue(reply)}`);
    }
    return undefined;
  });
}

export const apiRule: Rule = {
  id: "api-answers",
  name: "has APIs that answer every request",
  contribution: "apis",
  check: apisAnswer,
};
