// @pictor/features/catalog: the node classes of a backend.

export { findClasses } from "./find-classes.js";
export { catalogOperations, type CatalogContext } from "./operations.js";
