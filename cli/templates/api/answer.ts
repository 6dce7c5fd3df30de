// The API: from a web-standard request to a response. The server has checked the token and its scopes before.

import type { ApiContext } from "@pictor/kernel/plugin";

interface Workflow {
  readonly id: string;
}

/** `pictor.fetch` calls the local API below /v1, with the rights of the caller. */
export async function answer(request: Request, { pictor }: Pick<ApiContext, "pictor">): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (path !== "/acme/workflows") return new Response(`There is no ${path}.\n`, { status: 404 });
  if (request.method !== "GET")
    return new Response("Only GET is allowed.\n", { status: 405, headers: { Allow: "GET" } });
  const reply = await pictor.fetch("/v1/workflows");
  if (!reply.ok) return reply;
  const { workflows } = (await reply.json()) as { readonly workflows: readonly Workflow[] };
  return new Response(workflows.map(({ id }) => `${id}\n`).join(""));
}
