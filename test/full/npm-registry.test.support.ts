// A registry of npm on this machine: packages that a test publishes, and the settings that lead npm to it.

import { tar } from "@pictor/archives/testing";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { listen } from "@pictor/host/testing";

export interface NpmRegistry {
  /** With a slash at the end. */
  readonly address: string;
  /** The files are those of the package beside its package.json, to which `more` adds. */
  publish(name: string, version: string, files: Readonly<Record<string, string>>, more?: object): void;
  /** Also gives back the settings of npm. */
  close(): Promise<void>;
}

const variables = ["npm_config_registry", "npm_config_cache", "npm_config_userconfig"] as const;

/** npm of this process uses the registry, and keeps its cache in `folder`, until the registry is closed. */
export async function startNpmRegistry(folder: string): Promise<NpmRegistry> {
  const packages = new Map<string, Map<string, { readonly archive: Buffer; readonly manifest: object }>>();
  const server = createServer(({ url = "" }, reply) => {
    const [, name = "", version] = decodeURIComponent(url).split("/");
    const versions = packages.get(name);
    if (versions === undefined) return void reply.writeHead(404).end("{}");
    if (version !== undefined) return void reply.end(versions.get(version.replace(/\.tgz$/, ""))?.archive);
    const described = [...versions].map(([each, { archive, manifest }]) => {
      const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
      return [each, { ...manifest, dist: { tarball: `${address}${name}/${each}.tgz`, integrity } }] as const;
    });
    const latest = [...versions.keys()].at(-1);
    reply.end(JSON.stringify({ name, "dist-tags": { latest }, versions: Object.fromEntries(described) }));
  });
  const { url: address, close } = await listen(server);
  const before = variables.map((name) => process.env[name]);
  process.env["npm_config_registry"] = address;
  process.env["npm_config_cache"] = join(folder, "npm-cache");
  process.env["npm_config_userconfig"] = join(folder, "npmrc");
  return {
    address,
    publish: (name, version, files, more = {}) => {
      const manifest = { name, version, ...more };
      const archive = tar(
        Object.entries({ "package.json": JSON.stringify(manifest), ...files }).map(([path, data]) => ({
          name: `package/${path}`,
          data,
        })),
      );
      const versions = packages.get(name) ?? new Map<string, { archive: Buffer; manifest: object }>();
      packages.set(name, versions.set(version, { archive, manifest }));
    },
    close: async () => {
      for (const [index, name] of variables.entries())
        if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[index];
      await close();
    },
  };
}
