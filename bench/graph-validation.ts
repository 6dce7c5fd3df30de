// Validates a graph against a catalog. No package exports only this: `pictor.validate` also opens the backend.

export { catalogOf } from "../plugins/backend-remote/catalog/object-info.js";
export { validateGraph } from "../services/generation/validate/validate-graph.js";
