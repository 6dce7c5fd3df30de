// `import { createPictor } from "pictor"`: the library side of the package that people install.

export * from "@pictor/host";
