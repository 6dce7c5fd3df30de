// The keyring of the operating system: the one thing that is kept there is a key of 32 bytes.

import { randomBytes } from "node:crypto";
import { reasonOf, systemCode } from "@pictor/kernel/plugin";
import { refusal } from "./refusal.js";

/** What is used of `@napi-rs/keyring`. */
export interface KeyringModule {
  readonly AsyncEntry: new (service: string, account: string, options?: object) => Entry;
}
interface Entry {
  /** Null (in some versions undefined) where there is none; rejects where the keyring cannot be read. */
  getPassword(): Promise<string | null | undefined>;
  setPassword(password: string): Promise<void>;
}

export interface DataKey {
  read(): Promise<Buffer | undefined>;
  /** Keeps a new key; gives the one that the keyring then has. */
  create(): Promise<Buffer>;
}

/** Put together, so that the compiler does not look for a package that may be absent. */
const packageName = ["@napi-rs", "keyring"].join("/");
const keyBytes = 32;

/** An optional package: the person installs it. */
export const importKeyring = (): Promise<KeyringModule> => import(packageName) as Promise<KeyringModule>;

async function load(importing: () => Promise<KeyringModule>): Promise<KeyringModule> {
  try {
    return await importing();
  } catch (error) {
    const isAbsent = /^(ERR_)?MODULE_NOT_FOUND$/.test(systemCode(error) ?? "");
    throw refusal(
      isAbsent
        ? `it needs a package that is not installed: npm install ${packageName}`
        : `the package ${packageName} cannot be loaded on this machine`,
    );
  }
}

/** Loads the package and looks into the keyring once; rejects with `SECRETS_UNAVAILABLE` where either fails. */
export async function openDataKey(importing: () => Promise<KeyringModule>): Promise<DataKey> {
  const { AsyncEntry } = await load(importing);
  // Without the pin Linux falls back to the kernel's own keyring, which forgets everything at the next start.
  const options = { linux: { store: "secret-service" } };
  const asked = async <T>(work: (entry: Entry) => Promise<T>): Promise<T> => {
    try {
      return await work(new AsyncEntry("pictor", "data key", options));
    } catch (error) {
      throw refusal(`the keyring of the operating system cannot be used (${reasonOf(error)})`);
    }
  };
  const read = async (): Promise<Buffer | undefined> => {
    const text = await asked((entry) => entry.getPassword());
    if (typeof text !== "string") return undefined;
    const key = Buffer.from(text, "base64");
    if (key.length !== keyBytes) throw refusal("the keyring holds something else in place of its key");
    return key;
  };
  await read();
  return {
    read,
    async create() {
      await asked((entry) => entry.setPassword(randomBytes(keyBytes).toString("base64")));
      const key = await read();
      if (key === undefined) throw refusal("the keyring does not keep what it is given");
      return key;
    },
  };
}
