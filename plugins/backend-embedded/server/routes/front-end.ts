// What a front end asks for and this server has none of: extensions, templates, translations, shared subgraphs.
import { json } from "../reply.js";
import type { Route } from "./route.js";

export const frontEndRoutes: readonly Route[] = [
  { method: "GET", path: /^\/extensions$/, answer: () => json([]) },
  { method: "GET", path: /^\/workflow_templates$/, answer: () => json({}) },
  { method: "GET", path: /^\/i18n$/, answer: () => json({}) },
  { method: "GET", path: /^\/global_subgraphs$/, answer: () => json({}) },
  { method: "GET", path: /^\/global_subgraphs\/([^/]+)$/, answer: () => json(null) },
];
