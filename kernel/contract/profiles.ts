// What an auth scheme tells the hosts about a setting, and what a person can do with it.

import type { Profile } from "./configuration.gen.js";
import type { Awaitable, Json } from "./values.js";
import type { Interaction } from "./interaction.js";
import type { AuthSetting } from "./requests.js";

/** The state of an auth setting: computed when it is asked for, so it is never stale. */
export type AuthStatus = (
  | { readonly state: "ready"; readonly expiresAtMs?: number; readonly refreshable?: boolean }
  /** Still attached to requests: the server has the last word. */
  | { readonly state: "expired"; readonly expiresAtMs?: number; readonly refreshable: boolean }
  /** Everything is filled in, and a token is still to be got. */
  | { readonly state: "signed-out" }
  /** A flow waits for the person. */
  | {
      readonly state: "pending";
      readonly userCode?: string;
      readonly verificationUri?: string;
      readonly expiresAtMs: number;
    }
  /** Fields that still need a value; those inside of groups and lists by their path: `extras.0.name`. */
  | { readonly state: "missing"; readonly fields: readonly string[] }
) & {
  /** Ids of the scheme's actions that make sense now. Default: all that it declares. */
  readonly actions?: readonly string[];
  /** What a person should know: relaxations, warnings, a failed refresh. No secret. */
  readonly notes?: readonly string[];
};

/** What an action works with. */
export interface AuthActionContext {
  readonly interaction: Interaction;
  /** Aborted by cancelling: the action rejects with the signal's reason and leaves older tokens alone. */
  readonly signal: AbortSignal;
  /** The text of an action that declares `input`. */
  readonly input?: string;
}

/** What an action came to. */
export interface AuthActionResult {
  /** Fields to write into the profile, by scheme: one step, which can be undone. `null` takes a field out. */
  readonly edit?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** What was done, in sentences for the person. */
  readonly notes?: readonly string[];
}

/** Does what its id says. Rejects with the reason when it could not; then nothing is written. */
export type AuthAction = (setting: AuthSetting, context: AuthActionContext) => Promise<AuthActionResult>;

/** What the code of an auth scheme provides beside its handler of `beforeSend`. */
export interface AuthScheme {
  /** Of a setting whose required fields are filled. Asked for whenever a profile is shown: nothing is sent for it. */
  status(setting: AuthSetting): Awaitable<AuthStatus>;
  /** By id, as the manifest declares them: `login`, `refresh`, `paste`, `clear`, `discover`. */
  readonly actions?: Readonly<Record<string, AuthAction>>;
  /** With `issuesTokens`: what `{ "$token": "<profile>" }` stands for, refreshed where needed. */
  token?(setting: AuthSetting, signal?: AbortSignal): Promise<string>;
}

/** An action as a host offers it. */
export interface AuthActionView {
  readonly id: string;
  readonly title: string;
  /** The text that it needs first. */
  readonly input?: { readonly title: string; readonly secret: boolean };
}

/** A saved profile as the hosts see it; there is no secret in it. */
export interface ProfileView {
  readonly name: string;
  /** Id of the scheme in use, or `none`. */
  readonly type: string;
  /** Title of that scheme. */
  readonly title: string;
  /** The check mark: no field is missing. A token may still have to be got, see `status`. */
  readonly configured: boolean;
  readonly status: AuthStatus;
  /** What makes sense now. */
  readonly actions: readonly AuthActionView[];
  /** The configuration file that it stands in. */
  readonly file: string | undefined;
  /** As written: references in place of secrets. */
  readonly profile: Profile;
}

/**
 * The saved auth settings, for the hosts. Every change is written before it settles, whole or not at all. What writes
 * rejects also with `CONFIG_...` where the file cannot be read or would not be right, and `FILE_NOT_WRITABLE`. The secret
 * store locks the file and keeps the step back: `SECRETS_STORE_UNKNOWN`, `SECRETS_UNAVAILABLE`, and `SECRETS_LOCKED` when
 * another process writes for a minute. Then nothing was written.
 */
export interface Profiles {
  /** Of all configuration files together. */
  names(): readonly string[];
  /** Rejects with `AUTH_PROFILE_UNKNOWN` or `AUTH_SCHEME_UNKNOWN`, and never because a field is missing: that is a status. */
  view(name: string): Promise<ProfileView>;
  /**
   * Runs an action of the profile's scheme, or of the scheme that fills it, and writes what it edits in one step.
   * Rejects with `AUTH_PROFILE_UNKNOWN`, `AUTH_ACTION_UNKNOWN`, `AUTH_ACTION_INPUT`, the signal's reason, and what the
   * action throws; then nothing was written.
   */
  run(
    name: string,
    action: string,
    options?: { readonly input?: string; readonly signal?: AbortSignal },
  ): Promise<{ readonly view: ProfileView; readonly notes: readonly string[] }>;
  /**
   * Adds or replaces; the values of each scheme are checked, and a secret as text is refused. Settles with the file.
   * Rejects with `PROFILE_NAME_INVALID`, `AUTH_SCHEME_UNKNOWN`, `SETTINGS_INVALID` or `CONFIG_SECRET_INLINE`.
   */
  save(name: string, profile: Profile): Promise<string>;
  /**
   * As `save`, with what `change` makes of the profile as its own file has it at this moment: other layers are not
   * copied into it, and what another process has written meanwhile is kept. Undefined: it is not there yet. Rejects as `save`, and
   * with what `change` throws.
   */
  change(name: string, change: (own: Profile | undefined) => Profile): Promise<string>;
  /** Takes it out of its file. Rejects with `AUTH_PROFILE_UNKNOWN`. */
  remove(name: string): Promise<void>;
  /**
   * Takes the last change of this profile back; done twice, it is there again. Undefined when that takes the profile out.
   * Rejects with `PROFILE_NO_UNDO` when there is none.
   */
  undo(name: string): Promise<ProfileView | undefined>;
}
