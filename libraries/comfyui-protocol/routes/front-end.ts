// Empty replies to front ends that load extensions, templates, translations, subgraphs or replacements of classes.
import { json } from "../http/reply.js";
import type { Route } from "./route.js";

export const frontEndRoutes: readonly Route[] = [
  { method: "GET", path: /^\/extensions$/, answer: () => json([]) },
  { method: "GET", path: /^\/workflow_templates$/, answer: () => json({}) },
  { method: "GET", path: /^\/i18n$/, answer: () => json({}) },
  { method: "GET", path: /^\/node_replacements$/, answer: () => json({}) },
  { method: "GET", path: /^\/global_subgraphs$/, answer: () => json({}) },
  { method: "GET", path: /^\/global_subgraphs\/([^/]+)$/, answer: () => json(null) },
];
