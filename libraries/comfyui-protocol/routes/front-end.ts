// Empty replies to front ends that load extensions, templates, translations, subgraphs or replacements of classes.
import { json } from "../http/reply.js";
import { route, type Route } from "./route.js";

export const frontEndRoutes: readonly Route[] = [
  route("GET", /^\/extensions$/, () => json([])),
  route("GET", /^\/workflow_templates$/, () => json({})),
  route("GET", /^\/i18n$/, () => json({})),
  route("GET", /^\/node_replacements$/, () => json({})),
  route("GET", /^\/global_subgraphs$/, () => json({})),
  route("GET", /^\/global_subgraphs\/([^/]+)$/, () => json(null)),
];
