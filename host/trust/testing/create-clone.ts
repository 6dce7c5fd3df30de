// A project folder from elsewhere, and a user with configuration and data of their own.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  loadPictorConfiguration,
  type HostConfigurationOptions,
  type LoadedConfiguration,
} from "@pictor/host";
import { openTrustedFolder, type TrustedFolder, type TrustMode } from "@pictor/host/trust";
import { expect } from "vitest";
import { userVariables } from "../../testing/every-system.js";

export interface Clone {
  /** The folder that contains the project and the user's folders. */
  readonly root: string;
  /** The folder of the project. */
  readonly project: string;
  /** Variables that place the user's configuration and data. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file below `root`, and returns its absolute path. An object is written as JSON. */
  readonly write: (path: string, content: object | string) => string;
  /** Writes the pictor.json of the project. */
  readonly ofProject: (content: object | string) => string;
  /** Writes the user's pictor.json. */
  readonly ofUser: (content: object) => string;
  /** Loads the configuration as a command in the project does. */
  readonly load: (options?: HostConfigurationOptions) => Promise<LoadedConfiguration>;
  /** Trusts the folder, and returns what that has allowed. */
  readonly trustFolder: (mode?: TrustMode) => ReturnType<TrustedFolder["trust"]>;
}

/** The error for a project with a power that is not trusted, whose text contains `text`. */
export const refusal = (text: string) => ({
  code: "TRUST_REQUIRED",
  what: expect.stringContaining(text) as string,
});

/** As with the usual mask of new files: what everybody can change is refused, whatever the test is about. */
const modes = { folder: 0o755, file: 0o644 } as const;

export function createClone(): Clone {
  const root = mkdtempSync(join(tmpdir(), "pictor-clone-"));
  const project = join(root, "clone");
  mkdirSync(project, { mode: modes.folder });
  const env = userVariables(root);
  const write: Clone["write"] = (path, content) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true, mode: modes.folder });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content), {
      mode: modes.file,
    });
    return file;
  };
  return {
    root,
    project,
    env,
    write,
    ofProject: (content) => write("clone/pictor.json", content),
    ofUser: (content) => write("config/pictor/pictor.json", content),
    load: (options = {}) => loadPictorConfiguration({ directory: project, env, ...options }),
    trustFolder: async (mode = "snapshot") => (await openTrustedFolder(project, { env })).trust(mode),
  };
}
