// The one reader of what plugins provide: auth schemes, backend kinds and secret stores, with checked results.

import {
  anything,
  fault,
  type AuthScheme,
  type Awaitable,
  type Check,
  type BackendKind,
  type Kernel,
  type KeyLock,
  type ProvidedContributions,
  type SecretStoreKind,
} from "@pictor/kernel";
import {
  aSecretStore,
  aStatus,
  aStoredSecret,
  aToken,
  anActionResult,
  claims,
  secretKeys,
} from "./auth-shapes.js";
import { checkBackend } from "./check-backend.js";
import { createPluginCalls, type PluginCalls } from "./plugin-calls.js";

/** Milliseconds for the status and the claims of an auth scheme, which send no request. */
const statusLimitMs = 10_000;
/** Milliseconds for opening a backend, which starts no server. */
const openLimitMs = 60_000;

/** A contribution, and the plugin that provides it. */
export interface Provision {
  readonly id: string;
  readonly plugin: string;
}

/** What plugins provide. Each call loads the plugin, and rejects as its loading does. */
export interface Provided {
  authScheme(provision: Provision): Promise<AuthScheme>;
  backendKind(provision: Provision): Promise<BackendKind>;
  secretStore(provision: Provision): Promise<SecretStoreKind>;
}

/** A scheme that is nothing but its handler. */
const handlerAlone: AuthScheme = Object.freeze({});

function checkScheme(id: string, scheme: AuthScheme, calls: PluginCalls): AuthScheme {
  const of = `of the auth scheme ${id}`;
  const actions = Object.entries(scheme.actions ?? {}).map(([name, act]): readonly [string, typeof act] => [
    name,
    (setting, context) =>
      calls.call(`the action ${name} ${of}`, () => act.call(scheme.actions, setting, context), {
        check: anActionResult,
        signal: context.signal,
      }),
  ]);
  const { status, token, claims: claimsOf } = scheme;
  return Object.freeze<AuthScheme>({
    ...(status !== undefined && {
      status: (setting) =>
        calls.call(`status() ${of}`, () => status.call(scheme, setting), {
          check: aStatus,
          limitMs: statusLimitMs,
        }),
    }),
    ...(actions.length > 0 && { actions: Object.freeze(Object.fromEntries(actions)) }),
    ...(token !== undefined && {
      token: (setting, signal) =>
        calls.call(`token() ${of}`, () => token.call(scheme, setting, signal), { check: aToken, signal }),
    }),
    ...(claimsOf !== undefined && {
      claims: (setting) =>
        calls.call(`claims() ${of}`, () => claimsOf.call(scheme, setting), {
          check: claims,
          limitMs: statusLimitMs,
        }),
    }),
  });
}

const checkStore = (id: string, kind: SecretStoreKind, calls: PluginCalls): SecretStoreKind =>
  Object.freeze<SecretStoreKind>({
    async open() {
      const of = `of the secret store ${id}`;
      // There is no limit: a keyring may ask the person to unlock it.
      const store = await calls.call(`open() ${of}`, () => kind.open(), { check: aSecretStore });
      const call = <T>(name: string, check: Check, work: () => Awaitable<T>): Promise<T> =>
        calls.call(`${name}() ${of}`, work, { check });
      return Object.freeze({
        description: store.description,
        get: (key: string) => call("get", aStoredSecret, () => store.get(key)),
        set: (key: string, value: string) => call("set", anything, () => store.set(key, value)),
        delete: (key: string) => call("delete", anything, () => store.delete(key)),
        keys: () => call("keys", secretKeys, () => store.keys()),
        // The errors of the work belong to its caller.
        exclusively: <T>(key: string, work: (lock?: KeyLock) => Promise<T>) => store.exclusively(key, work),
        close: () => call("close", anything, () => store.close?.()),
      });
    },
  });

export function createProvided(kernel: Pick<Kernel, "plugins" | "runtime">): Provided {
  const { host, registrationOf, report } = kernel.runtime;
  /** The folder of a plugin; undefined for a plugin in code. */
  const folderOf = (plugin: string): string | undefined => {
    const origin = kernel.plugins().find(({ id }) => id === plugin)?.origin;
    return origin === "inline" ? undefined : origin;
  };
  const wrapped = new WeakMap<object, object>();

  /** The provided object, wrapped once. Loading a plugin has checked that it provides what its manifest declares. */
  const read = async <Value extends object>(
    kind: keyof ProvidedContributions,
    { id, plugin }: Provision,
    wrap: (value: Value, calls: PluginCalls) => Value,
    otherwise?: Value,
  ): Promise<Value> => {
    const found: object | undefined = (await registrationOf(plugin)).provides?.[kind]?.[id];
    const value = (found as Value | undefined) ?? otherwise;
    if (value === undefined)
      throw fault("INTERNAL", { reason: `${plugin} does not provide ${id} of ${kind}` });
    const known = wrapped.get(value) as Value | undefined;
    if (known !== undefined) return known;
    const made = wrap(value, createPluginCalls({ plugin, folder: folderOf(plugin) }, host));
    wrapped.set(value, made);
    return made;
  };

  return {
    authScheme: (provision) =>
      read<AuthScheme>(
        "authSchemes",
        provision,
        (scheme, calls) => checkScheme(provision.id, scheme, calls),
        handlerAlone,
      ),
    backendKind: (provision) =>
      read<BackendKind>("backends", provision, (kind, calls) =>
        Object.freeze<BackendKind>({
          async open(settings, opening) {
            const title = `the backend ${opening.name} (kind ${provision.id})`;
            const rules = { check: anything, limitMs: openLimitMs, signal: opening.signal };
            const opened = await calls.call(`open() of ${title}`, () => kind.open(settings, opening), rules);
            return checkBackend(opened, { calls, title, report });
          },
        }),
      ),
    secretStore: (provision) =>
      read<SecretStoreKind>("secretStores", provision, (kind, calls) =>
        checkStore(provision.id, kind, calls),
      ),
  };
}
