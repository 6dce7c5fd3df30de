// The manifest of a plugin for tests.

export const manifestOf = <More extends object>(id: string, kind: string, more?: More) => ({
  manifestVersion: 1,
  id,
  kind,
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: id,
  description: "For tests",
  ...(more as More),
});
