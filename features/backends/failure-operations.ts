// The operations on the prompts of a queue that have failed or are lost: an operator runs them again, or discards them.

import type { FailedPrompt as FailedPromptView } from "@pictor/client";
import { plainRecord } from "@pictor/host/records";
import type { FailedPrompt } from "@pictor/kernel";
import { limit, ok, operation, operationFault, sees, seesAll } from "../base/index.js";
import { openRequestedFacet } from "./instances.js";
import type { MemberContext } from "./member-operations.js";

/** How many failed prompts are listed without a limit, and among how many those of one owner are looked up. */
const usualFailures = 50;
const mostFailures = 10_000;

const viewOf = (
  { createdAt, endedAt, ...prompt }: FailedPrompt,
  { redact }: Pick<MemberContext, "redact">,
): FailedPromptView => {
  const times = { createdAtMs: Math.round(createdAt), endedAtMs: Math.round(endedAt) };
  return plainRecord({ ...prompt, ...times }, redact) as FailedPromptView;
};

/** Throws `API_STATE_CONFLICT` if somebody else was faster. */
function requireFound(isFound: boolean, id: string, name: string): Record<string, never> {
  if (isFound) return {};
  throw operationFault("API_STATE_CONFLICT", {
    what: `The prompt ${id} is not among the failed ones of ${name}`,
  });
}

export const failureOperations = {
  listFailures: operation("GET /v1/backends/{name}/failures", {
    scope: "read",
    group: "members",
    summary:
      "The prompts of a queue that have failed or are lost, newest first: those of the token's name, or all for the scopes read and admin",
    query: { limit },
    replies: ok("FailedPromptList", "The failed prompts"),
  }).handle(async ({ params: { name }, query, caller, signal }, context: MemberContext) => {
    const { facet } = await openRequestedFacet(context.pictor, name, "failures");
    const { limit: most = usualFailures } = query;
    const listed = await facet.list({ signal, limit: seesAll(caller) ? most : mostFailures });
    const seen = listed.filter(({ owner }) => sees(caller, owner)).slice(0, most);
    return { failures: seen.map((prompt) => viewOf(prompt, context)) };
  }),
  retryFailure: operation("POST /v1/backends/{name}/failures/{id}/retry", {
    scope: "admin",
    group: "members",
    summary: "Queue a failed prompt again under the same id, although a lost one may have been run",
    body: "Nothing",
    replies: ok("Nothing", "The prompt waits again"),
  }).handle(async ({ params: { name, id }, signal }, context: MemberContext) => {
    const { facet } = await openRequestedFacet(context.pictor, name, "failures");
    return requireFound(await facet.retry(id, { signal }), id, name);
  }),
  discardFailure: operation("DELETE /v1/backends/{name}/failures/{id}", {
    scope: "admin",
    group: "members",
    summary: "Forget a failed prompt, with its submission",
    replies: ok("Nothing", "The prompt is forgotten"),
  }).handle(async ({ params: { name, id }, signal }, context: MemberContext) => {
    const { facet } = await openRequestedFacet(context.pictor, name, "failures");
    return requireFound(await facet.discard(id, { signal }), id, name);
  }),
} as const;
