// Packs every workspace as it is published, and installs the tarballs as a user would.

import { execFile, type ExecFileOptions } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { bundle } from "../../tools/bundle.js";
import { compile } from "../../tools/compile.js";
import { pack, type PackedPackage } from "../../tools/pack.js";
import { stage } from "../../tools/stage.js";
import { readWorkspaces, type PackageManifest } from "../../tools/workspaces.js";

export const root = join(import.meta.dirname, "../..");

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program without a shell. Every exit code is a result. The settings of this repository do not apply. */
export function run(program: string, parameters: readonly string[], options: ExecFileOptions): Promise<Ran> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:NODE_OPTIONS$|VITEST|npm_(?!config_))/.test(name)),
  );
  return new Promise((resolve, reject) => {
    const settings = {
      maxBuffer: 64 * 1024 * 1024,
      timeout: 240_000,
      ...options,
      env: { ...env, ...options.env },
    };
    execFile(program, parameters, settings, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number") reject(error);
      else
        resolve({
          code: error === null ? 0 : Number(error.code),
          stdout: String(stdout),
          stderr: String(stderr),
        });
    });
  });
}

export interface Packed {
  readonly name: string;
  readonly manifest: PackageManifest;
  /** The folder that was packed. */
  readonly folder: string;
  readonly tarball: string;
  readonly files: PackedPackage["files"];
}

/** Packs all workspaces: what was built from the present sources, or else builds them in `scratch`. */
export async function packAll(scratch: string): Promise<readonly Packed[]> {
  const built = process.env["PICTOR_TEST_BUILT"];
  const out = built ?? join(scratch, "dist");
  const workspaces = readWorkspaces(root);
  if (built === undefined) {
    compile(root, out);
    for (const workspace of workspaces) {
      await bundle(root, out, workspace);
      stage(root, out, workspace);
    }
  }
  return pack(out, workspaces, join(scratch, "tarballs")).map(({ folder, manifest, tarball, files }) => ({
    name: manifest.name,
    manifest,
    folder: join(out, folder),
    tarball,
    files,
  }));
}

const unreachable =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** Installs the tarballs into a new project. Returns a reason if that is impossible without a registry. */
export async function install(project: string, packed: readonly Packed[]): Promise<string | undefined> {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "stranger", "private": true }\n');
  const tarballs = packed.map(({ tarball }) => tarball);
  const settings = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  // Without a network, npm would retry for every package.
  const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];
  const { code, stderr } = await run("npm", ["install", ...settings, ...patience, ...tarballs], {
    cwd: project,
  });
  if (code === 0) return undefined;
  if (unreachable.test(stderr)) return `no registry: ${unreachable.exec(stderr)?.[0] ?? ""}`;
  throw new Error(`npm install failed: ${stderr}`);
}

/** The sorted relative paths of all files, with forward slashes. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

/** pngjs has no types of its own. */
export interface Image {
  readonly width: number;
  readonly height: number;
}
const { PNG } = createRequire(import.meta.url)("pngjs") as {
  readonly PNG: { readonly sync: { read(file: Buffer): Image } };
};

/** Decodes a file with an independent implementation of the format. */
export const readImage = (path: string): Image => PNG.sync.read(readFileSync(path));
