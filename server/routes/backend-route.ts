// Routes that start long work on a backend, or on its extensions, as an operation.

import { openRequestedBackend, publishBackend, type OpenedBackend } from "@pictor/features/backends";
import { accepted, type Bodies, type BodyName, type Caller } from "@pictor/features/base";
import { operationControls, type OperationControls } from "../operations/operation-controls.js";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";

/** The path of a kind such as `backend.start` or `extensions.install`. */
type PathOf<Kind extends string> = Kind extends `backend.${infer Word}`
  ? `/v1/backends/{name}/${Word}`
  : Kind extends `extensions.${infer Word}`
    ? `/v1/backends/{name}/extensions/${Word}`
    : never;

/** What a request to such a route gives. */
interface WorkRequest<Body extends BodyName> {
  readonly params: { readonly name: string };
  readonly body: Bodies[Body];
  readonly caller: Caller;
}

interface WorkCall<Body extends BodyName> extends Omit<WorkRequest<Body>, "params"> {
  readonly name: string;
  readonly deps: RouteDependencies;
}

interface BackendWork<Body extends BodyName, Opened> {
  readonly summary: string;
  /** A member `confirmed` of the body answers the question of the operation. */
  readonly body: Body;
  title(call: WorkCall<Body>): string;
  /**
   * Opens the parts of the instance that the operation needs. If it throws, because the instance does not support the
   * operation, the request is refused and no operation starts.
   */
  open(opened: OpenedBackend, call: WorkCall<Body>): Opened | Promise<Opened>;
  run(
    controls: OperationControls,
    opened: Opened,
    call: WorkCall<Body>,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** The route whose operation has this kind. */
export function backendRoute<const Kind extends string, const Body extends BodyName, Opened>(
  kind: Kind,
  { summary, body: bodyName, title, open, run }: BackendWork<Body, Opened>,
) {
  const isOfServer = kind.startsWith("backend.");
  const path = `/v1/backends/{name}/${kind.replace("backend.", "").replace(".", "/")}` as PathOf<Kind>;
  return route(`POST ${path}`, {
    scope: "admin",
    group: isOfServer ? "servers" : "extensions",
    summary,
    body: bodyName,
    replies: accepted,
  }).handle(async (given, deps) => {
    // The compiler does not follow the members of the request through the path, which depends on the kind.
    const { params, body, caller } = given as unknown as WorkRequest<Body>;
    const { name } = params;
    const call = { name, body, caller, deps };
    const opened = await open(await openRequestedBackend(deps.pictor, name), call);
    const { confirmed: isConfirmed = false } = body as { readonly confirmed?: boolean };
    return deps.operations.start({
      kind,
      title: title(call),
      caller,
      target: { kind: "backend", name },
      run: async (context) => {
        try {
          return await run(operationControls(context, { isConfirmed }), opened, call);
        } finally {
          // The backend is published after a failure too, which can leave the server in another state.
          publishBackend(deps, name, isOfServer ? "server" : "extensions");
        }
      },
    });
  });
}
