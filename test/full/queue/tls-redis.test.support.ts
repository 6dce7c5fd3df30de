// A redis-server with TLS on a second port and users of its own: `default` is off. Its certificate is signed by an
// authority made for the run.

import { execFileSync, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { freePort } from "../../free-port.test.support.js";
import { hasRedis, startRedis, withoutRedis } from "./redis-server.test.support.js";

/** A server without TLS names the first line of its settings as wrong, one with TLS the second. */
const tlsTrial = (): boolean =>
  !spawnSync("redis-server", ["--tls-port", "0", "--maxmemory-policy", "none-such"], {
    encoding: "utf8",
  }).stderr.includes("'tls-port");
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Why a test is skipped; empty if it is not. */
export const withoutTls = !hasRedis
  ? withoutRedis
  : !hasOpenssl
    ? " (skipped: openssl is not installed)"
    : tlsTrial()
      ? ""
      : " (skipped: redis-server was built without TLS)";

/** Files in PEM: of the authority, and of the servers. */
export interface Certificates {
  readonly authority: string;
  readonly cert: string;
  readonly key: string;
}

export async function createCertificates(folder: string): Promise<Certificates> {
  const path = (name: string): string => join(folder, name);
  const run = (...words: readonly string[]) => execFileSync("openssl", words, { stdio: "ignore" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  run(
    ...["req", "-x509", ...key, "-keyout", path("ca.key"), "-out", path("ca.pem"), "-days", "2"],
    ...["-subj", "/CN=authority for tests"],
  );
  run("req", ...key, "-keyout", path("key.pem"), "-out", path("request.pem"), "-subj", "/CN=redis for tests");
  await writeFile(path("names"), "subjectAltName=IP:127.0.0.1\n");
  run(
    ...["x509", "-req", "-in", path("request.pem"), "-CA", path("ca.pem"), "-CAkey", path("ca.key")],
    ...["-CAcreateserial", "-days", "2", "-extfile", path("names"), "-out", path("cert.pem")],
  );
  return { authority: path("ca.pem"), cert: path("cert.pem"), key: path("key.pem") };
}

/** The arguments of a server that others reach by TLS at this port. */
export const tlsArguments = ({ authority, cert, key }: Certificates, port: number): readonly string[] => [
  ...["--tls-port", String(port), "--tls-cert-file", cert, "--tls-key-file", key],
  ...["--tls-ca-cert-file", authority, "--tls-auth-clients", "no"],
];

export interface TlsRedis {
  readonly tlsPort: number;
  readonly plainPort: number;
  /** The file of the authority, in PEM. */
  readonly authority: string;
  close(): Promise<void>;
}

/** `users` are lines of an ACL file. */
export async function startTlsRedis(users: readonly string[]): Promise<TlsRedis> {
  const folder = createTestFolder();
  const certificates = await createCertificates(folder);
  const list = join(folder, "users.acl");
  await writeFile(list, ["user default off", ...users, ""].join("\n"));
  const tlsPort = await freePort();
  const redis = await startRedis({ arguments: [...tlsArguments(certificates, tlsPort), "--aclfile", list] });
  return {
    tlsPort,
    plainPort: redis.port,
    authority: certificates.authority,
    async close() {
      await redis.close();
    },
  };
}
