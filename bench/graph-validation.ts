// Validation of a graph against a catalog. No package exports it alone: `pictor.validate` also asks the backend.

export { catalogOf } from "../plugins/backend-remote/catalog/object-info.js";
export { validateGraph } from "../services/generation/validate/validate-graph.js";
