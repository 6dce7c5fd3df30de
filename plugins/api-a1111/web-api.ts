// The API: finds the route of a request, and answers with it.

import type { Api, ApiProblem, Clock } from "@pictor/kernel/plugin";
import { openSession } from "./backend/session.js";
import { createTokenOptions } from "./backend/token-options.js";
import { asPictorError, methodRefused, routeUnknown } from "./base/faults.js";
import { createRuns } from "./jobs/runs.js";
import { readBody } from "./routes/read-body.js";
import { routes } from "./routes/table.js";

export interface WebApiOptions {
  readonly backend: string | undefined;
  readonly clock: Clock;
}

const pattern = /^\/sdapi\/v1\/([\w-]+)\/?$/;

/**
 * The path that a client has asked for. Other routes of the web UI and of its extensions, such as
 * `/controlnet/model_list`, lie beside `/sdapi`; on a port of its own, the server puts the prefix of the API before
 * them.
 */
const askedPath = (path: string): string =>
  path.startsWith("/sdapi/v1/") ? path : path.replace(/^\/sdapi(?=\/)/, "");

/**
 * Errors in the shapes that clients of the web UI know: that of a wrong field, which FastAPI writes, and that of its own errors.
 * `detail` is a list for a wrong field, and a text for every other error; `code` is Pictor's.
 */
function asWebUiError({ code, title, detail, details }: ApiProblem): unknown {
  const field = details?.["field"];
  if (code === "A1111_FIELD_INVALID" && typeof field === "string") {
    const loc = ["body", ...field.split(".")];
    return { detail: [{ type: "value_error", loc, msg: detail }], code };
  }
  return { error: code, detail, body: "", errors: title, code };
}

export function createWebApi({ backend, clock }: WebApiOptions): Api {
  const runs = createRuns();
  const options = createTokenOptions();
  return {
    async fetch(request, context) {
      const url = new URL(request.url);
      const { pathname: path } = url;
      const [, name = ""] = pattern.exec(path) ?? [];
      const methods = Object.hasOwn(routes, name) ? routes[name] : undefined;
      if (methods === undefined) throw routeUnknown(request.method, askedPath(path));
      const route = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
      if (route === undefined) throw methodRefused(request.method, path, Object.keys(methods).join(" or "));
      try {
        const session = openSession(context, backend);
        return await route({ session, url, body: () => readBody(request), runs, options, clock });
      } catch (error) {
        throw asPictorError(error);
      }
    },
    problem: asWebUiError,
  };
}
