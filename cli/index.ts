// The library of the published package: `import { createPictor } from "pictor"`.

export * from "@pictor/host";
