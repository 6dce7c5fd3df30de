// Auth schemes and saved profiles: their states, their actions, and the operations that host programs perform on them.

import type { Profile } from "./configuration.gen.js";
import type { Awaitable, Json } from "./values.js";
import type { Interaction } from "./interaction.js";
import type { AuthSetting } from "./requests.js";

/** The state of an auth setting, computed on each call. */
export type AuthStatus = (
  | { readonly state: "ready"; readonly expiresAtMs?: number; readonly refreshable?: boolean }
  /**
   * The token has passed its recorded time of expiry, or, if `refused`, a server has refused it before that. It is still
   * attached to requests, because the server decides.
   */
  | {
      readonly state: "expired";
      readonly expiresAtMs?: number;
      readonly refreshable: boolean;
      readonly refused?: boolean;
    }
  /** All fields are filled in, but there is no token yet. */
  | { readonly state: "signed-out" }
  /** An authorization flow waits for the user. */
  | {
      readonly state: "pending";
      readonly userCode?: string;
      readonly verificationUri?: string;
      readonly expiresAtMs: number;
    }
  /** Fields that still need a value. Fields inside groups and lists are given by their path: `extras.0.name`. */
  | { readonly state: "missing"; readonly fields: readonly string[] }
) & {
  /** Ids of the scheme's actions that are available now. Default: all actions that the manifest declares. */
  readonly actions?: readonly string[];
  /** Notes for the user: relaxed checks, warnings, a failed refresh. They contain no secret. */
  readonly notes?: readonly string[];
};

/** What an action receives besides the setting. */
export interface AuthActionContext {
  readonly interaction: Interaction;
  /**
   * Aborted when the user cancels. The action then rejects with the reason of the signal and leaves stored tokens
   * unchanged.
   */
  readonly signal: AbortSignal;
  /** The text of an action that declares `input`. */
  readonly input?: string;
}

/** The result of an action. */
export interface AuthActionResult {
  /** Fields to write into the profile, by scheme, as one change that can be undone. `null` removes a field. */
  readonly edit?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** What was done, in sentences for the user. */
  readonly notes?: readonly string[];
}

/** Performs the action. A rejected action has written nothing. */
export type AuthAction = (setting: AuthSetting, context: AuthActionContext) => Promise<AuthActionResult>;

/** The implementation of an auth scheme, besides its handler of `beforeSend`. */
export interface AuthScheme {
  /**
   * The status of a setting whose required fields are filled in. Called whenever a profile is shown, so it must not
   * send requests. Default: `ready`.
   */
  status?(setting: AuthSetting): Awaitable<AuthStatus>;
  /** Actions by the ids that the manifest declares: `login`, `refresh`, `paste`, `clear`, `discover`. */
  readonly actions?: Readonly<Record<string, AuthAction>>;
  /** For schemes with `issuesTokens`: resolves `{ "$token": "<profile>" }` to a token, refreshing it when necessary. */
  token?(setting: AuthSetting, signal?: AbortSignal): Promise<string>;
  /**
   * The claims of the stored tokens, for a person to read. They contain neither a token nor a signature; no request is
   * sent.
   */
  claims?(setting: AuthSetting): Promise<readonly TokenClaims[]>;
}

/** The claims of a JSON Web Token (RFC 7519), which nobody has verified. */
export interface TokenClaims {
  /** The kind of the token, such as `Access token`. */
  readonly title: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** An action as hosts show it. */
export interface AuthActionView {
  readonly id: string;
  readonly title: string;
  /** The text that the user must enter first. */
  readonly input?: { readonly title: string; readonly secret: boolean };
}

/** A saved profile as hosts see it. It contains no secret. */
export interface ProfileView {
  readonly name: string;
  /** Id of the scheme in use, or `none`. */
  readonly type: string;
  /** Title of the scheme in use. */
  readonly title: string;
  /** Whether no required field is missing. A token may still be missing: see `status`. */
  readonly configured: boolean;
  readonly status: AuthStatus;
  /** The actions that are available now. */
  readonly actions: readonly AuthActionView[];
  /** The configuration file of the profile. */
  readonly file: string | undefined;
  /** The profile as written, with references in place of secrets. */
  readonly profile: Profile;
}

/** A setting that is not saved. */
export interface AuthDraft {
  /** The scheme and its fields, which may contain secrets. */
  readonly auth: { readonly type: string } & Readonly<Record<string, Json>>;
  /** The saved profile that the fields change: its origins and its tokens are then used. */
  readonly profile?: string;
}

/** The text of an action, the person, and the signal that cancels it. */
export interface AuthActionOptions {
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  /** Default: `PictorOptions.interaction`. */
  readonly interaction?: Interaction;
}

/**
 * Settings that are used before they are saved. Nothing here changes a configuration file; tokens are kept in the secret
 * store, as for saved profiles. Calls reject as those of `Profiles`.
 */
export interface AuthDrafts {
  /** Like `Profiles.view`; the name and the file are empty. */
  view(draft: AuthDraft): Promise<ProfileView>;
  claims(draft: AuthDraft): Promise<readonly TokenClaims[]>;
  /** Runs an action of the scheme, and resolves to the fields of the scheme that it fills in; `null` removes one. */
  run(
    draft: AuthDraft,
    action: string,
    options?: AuthActionOptions,
  ): Promise<{
    readonly view: ProfileView;
    readonly notes: readonly string[];
    readonly fields: Readonly<Record<string, Json>>;
  }>;
}

/**
 * The saved auth settings, for hosts. A change resolves after it was written to the configuration file as a whole.
 * Changes also reject with `CONFIG_...` when the file cannot be read or would become invalid, and with
 * `FILE_NOT_WRITABLE`. The secret store provides the lock and keeps the undo record: changes reject with
 * `SECRETS_STORE_UNKNOWN`, `SECRETS_UNAVAILABLE`, or `SECRETS_LOCKED` when another process holds the lock for a minute.
 * A rejected change has written nothing.
 */
export interface Profiles {
  /** Settings that are not saved, or not yet. */
  readonly draft: AuthDrafts;
  /** Names of the profiles of all configuration files. */
  names(): readonly string[];
  /**
   * Reads the profiles of the user's configuration file again if the file has changed, because another process has
   * written it. Resolves to the names of the profiles that are new, changed or gone. Rejects with `CONFIG_...` for a
   * file that cannot be used; the profiles stay as they were.
   */
  readChanges(): Promise<readonly string[]>;
  /**
   * The profile with its state. Rejects with `AUTH_PROFILE_UNKNOWN` or `AUTH_SCHEME_UNKNOWN`. A missing field is a
   * status, not an error.
   */
  view(name: string): Promise<ProfileView>;
  /**
   * The claims of the profile's stored tokens that are JSON Web Tokens. They may name the person, so they are for the
   * person alone. Rejects as `view` does.
   */
  claims(name: string): Promise<readonly TokenClaims[]>;
  /**
   * Runs an action of the profile's scheme, or of the scheme that issues its tokens, and writes its edits as one
   * change. Rejects with `AUTH_PROFILE_UNKNOWN`, `AUTH_ACTION_UNKNOWN`, `AUTH_ACTION_INPUT`, the reason of the signal,
   * or the error of the action. A rejected run has written nothing. `interaction` is the one with the user of this
   * action; default: `PictorOptions.interaction`.
   */
  run(
    name: string,
    action: string,
    options?: AuthActionOptions,
  ): Promise<{ readonly view: ProfileView; readonly notes: readonly string[] }>;
  /**
   * Adds or replaces a profile. Checks the values of each scheme, and refuses a secret as plain text. Resolves to the
   * path of the file. Rejects with `PROFILE_NAME_INVALID`, `AUTH_SCHEME_UNKNOWN`, `SETTINGS_INVALID` or
   * `CONFIG_SECRET_INLINE`.
   */
  save(name: string, profile: Profile): Promise<string>;
  /**
   * Like `save`, with the result of `change`, which receives the profile as its own file contains it now (undefined if
   * there is none). Other layers are not copied into the file, and concurrent changes of other processes are kept. Also
   * rejects with the error of `change`.
   */
  change(name: string, change: (own: Profile | undefined) => Profile): Promise<string>;
  /** Removes a profile from its file. Rejects with `AUTH_PROFILE_UNKNOWN`. */
  remove(name: string): Promise<void>;
  /**
   * Reverts the last change of the profile; a second call restores the change. Resolves to undefined if the profile no
   * longer exists afterwards. Rejects with `PROFILE_NO_UNDO` if there is no change to revert.
   */
  undo(name: string): Promise<ProfileView | undefined>;
}
