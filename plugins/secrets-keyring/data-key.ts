// The key of 32 bytes that the keyring of the operating system stores.

import { randomBytes } from "node:crypto";
import { reasonOf, systemCode } from "@pictor/kernel/plugin";
import { refusal } from "./refusal.js";

/** The members of `@napi-rs/keyring` that this store uses. */
export interface KeyringModule {
  readonly AsyncEntry: new (service: string, account: string, options?: object) => Entry;
}
interface Entry {
  /**
   * Reads the password. Settles with null, or undefined in some versions, if there is none; rejects if the keyring
   * cannot be read.
   */
  getPassword(): Promise<string | null | undefined>;
  setPassword(password: string): Promise<void>;
}

export interface DataKey {
  read(): Promise<Buffer | undefined>;
  /** Stores a new key. Settles with the key that the keyring contains afterwards. */
  create(): Promise<Buffer>;
}

/** The name of the package is assembled from parts, so that the compiler does not resolve the package, which may be absent. */
const packageName = ["@napi-rs", "keyring"].join("/");
const keyBytes = 32;

/** Imports the optional package, which the user installs. */
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

/** Loads the package and reads the keyring once. Rejects with `SECRETS_UNAVAILABLE`. */
export async function openDataKey(importing: () => Promise<KeyringModule>): Promise<DataKey> {
  const { AsyncEntry } = await load(importing);
  // Without this option, Linux may use the keyring of the kernel, which does not survive a reboot.
  const options = { linux: { store: "secret-service" } };
  const withEntry = async <T>(work: (entry: Entry) => Promise<T>): Promise<T> => {
    try {
      return await work(new AsyncEntry("pictor", "data key", options));
    } catch (error) {
      throw refusal(`the keyring of the operating system cannot be used (${reasonOf(error)})`);
    }
  };
  const read = async (): Promise<Buffer | undefined> => {
    const text = await withEntry((entry) => entry.getPassword());
    if (typeof text !== "string") return undefined;
    const key = Buffer.from(text, "base64");
    if (key.length !== keyBytes) throw refusal("the keyring has another value in place of the store's key");
    return key;
  };
  await read();
  return {
    read,
    async create() {
      await withEntry((entry) => entry.setPassword(randomBytes(keyBytes).toString("base64")));
      const key = await read();
      if (key === undefined) throw refusal("the keyring did not keep the key that was stored in it");
      return key;
    },
  };
}
