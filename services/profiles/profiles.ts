// Profiles for hosts: their states, their actions, and changes to them.

import {
  cutText,
  type Profile,
  withoutRequired,
  referenceOf,
  fault,
  type AuthActionOptions,
  type AuthDrafts,
  type AuthStatus,
  type Profiles,
  type ProfileView,
  type TokenClaims,
} from "@pictor/kernel";
import { checkUnresolvedSettings } from "../configuration/check-unresolved.js";
import {
  schemePath,
  findProfile,
  findScheme,
  authSettingOf,
  unknownProfile,
  type AuthSources,
  type Scheme,
} from "../requests/auth-setting.js";
import { applyEdit, unknownEdits, wrongEdit } from "./action-edits.js";
import { availableActions, withoutAuth, type SchemeActions } from "./scheme-actions.js";
import type { Provided } from "../provided/provided.js";
import { createAuthDrafts } from "./auth-drafts.js";
import type { SavedProfiles } from "./saved-profiles.js";

/** The scheme that issues the tokens of a profile, if there is one. */
const tokenIssuer = ({ schemes }: Profile, sources: AuthSources): Scheme | undefined =>
  sources.schemes().find(({ id, issuesTokens }) => issuesTokens && Object.hasOwn(schemes, id));

/**
 * Resolves `{ "$token": "<name>" }`. Throws `CONFIG_REFERENCE_UNRESOLVED`, also for a profile whose own fields contain a
 * `$token`: the references could form a cycle.
 */
export async function issueToken(
  name: string,
  given: AuthSources,
  provided: Pick<Provided, "authScheme">,
): Promise<string> {
  const unresolved = (reason: string) =>
    fault("CONFIG_REFERENCE_UNRESOLVED", { where: `profiles/${name}`, reference: `$token ${name}`, reason });
  const refuse = (): Promise<string> =>
    Promise.reject(unresolved("is used in the profile that it is issued from"));
  const issuer = tokenIssuer(findProfile(name, given), given);
  if (issuer === undefined) throw unresolved("names a profile without a scheme that issues tokens");
  const sources = { ...given, references: { ...given.references, token: refuse } };
  const scheme = await provided.authScheme(issuer);
  const token = await scheme.token?.(await authSettingOf(name, issuer.id, sources));
  if (token === undefined) throw unresolved("could not be issued");
  return token;
}

/** Throws `PROFILE_NAME_INVALID` for a name that is not usable in files, secret stores and on command lines. */
function requireName(name: string): void {
  const isGood = /^[^\s/\\\p{C}"'$`]{1,100}$/u.test(name) && name !== "__proto__";
  if (!isGood) throw fault("PROFILE_NAME_INVALID", { profile: JSON.stringify(cutText(name, 100)) });
}

/** Checks a profile without resolving references and variables. */
async function checkProfile(name: string, profile: Profile, sources: AuthSources): Promise<void> {
  if (profile.type !== "none") findScheme(profile.type, `profiles/${name}`, sources);
  for (const [id, values] of Object.entries(profile.schemes)) {
    const where = schemePath(name, id);
    const { settings } = findScheme(id, where, sources);
    await checkUnresolvedSettings(withoutRequired(settings), values, where, sources.configuredIn);
  }
}

export class ConfiguredProfiles implements Profiles {
  readonly draft: AuthDrafts;
  readonly #schemes: SchemeActions;
  readonly #saved: SavedProfiles;

  constructor(saved: SavedProfiles, schemes: SchemeActions) {
    this.#saved = saved;
    this.#schemes = schemes;
    this.draft = createAuthDrafts(schemes);
  }

  names(): readonly string[] {
    return [...this.#saved.profiles.keys()];
  }

  readChanges(): Promise<readonly string[]> {
    return this.#saved.readChanges();
  }

  async view(name: string): Promise<ProfileView> {
    const profile = findProfile(name, this.#schemes.sources);
    const schemes = this.#schemesOf(name);
    const [used, issuer] = schemes;
    const base = { name, type: profile.type, file: this.#saved.fileOf(name), profile };
    if (used === undefined) return { ...base, ...withoutAuth };
    const isFilled = Object.values(profile.schemes[used.id] ?? {}).some(
      (value) => referenceOf(value)?.kind === "$token",
    );
    const statusScheme = isFilled && issuer !== undefined ? issuer : used;
    const status = await this.#statusOf(name, statusScheme);
    const actions = schemes.flatMap((scheme) =>
      availableActions(scheme, scheme === statusScheme ? status : undefined),
    );
    return { ...base, title: used.title, configured: status.state !== "missing", status, actions };
  }

  async claims(name: string): Promise<readonly TokenClaims[]> {
    const { sources } = this.#schemes;
    const lists = this.#schemesOf(name).map((scheme) =>
      this.#schemes.claimsOf(scheme, async () => authSettingOf(name, scheme.id, sources)),
    );
    return (await Promise.all(lists)).flat();
  }

  async run(
    name: string,
    action: string,
    options?: AuthActionOptions,
  ): Promise<{ readonly view: ProfileView; readonly notes: readonly string[] }> {
    const { sources } = this.#schemes;
    const target = {
      name,
      schemes: this.#schemesOf(name),
      settingOf: async ({ id }: Scheme) => authSettingOf(name, id, sources),
    };
    const { scheme, edit, notes = [] } = await this.#schemes.run(target, action, options);
    if (edit !== undefined)
      await this.change(name, (own) => {
        // Another process has removed the profile meanwhile. An action does not restore it.
        if (own === undefined) throw unknownProfile(name, "the action", sources);
        return applyEdit(own, edit, sources);
      }).catch((error: unknown) => {
        throw wrongEdit(error, scheme, action);
      });
    return { view: await this.view(name), notes: [...notes, ...unknownEdits(edit, scheme, sources)] };
  }

  save(name: string, profile: Profile): Promise<string> {
    return this.change(name, () => profile);
  }

  /** Checks and writes a profile. Does not write an unchanged one. */
  async change(name: string, change: (own: Profile | undefined) => Profile): Promise<string> {
    const { signal, sources } = this.#schemes;
    signal.throwIfAborted();
    requireName(name);
    return this.#saved.change(name, async (own) => {
      const next = change(own);
      await checkProfile(name, next, sources);
      return next;
    });
  }

  async remove(name: string): Promise<void> {
    findProfile(name, this.#schemes.sources);
    await this.#saved.change(name, () => Promise.resolve(undefined));
  }

  async undo(name: string): Promise<ProfileView | undefined> {
    await this.#saved.undo(name);
    return this.#saved.profiles.has(name) ? this.view(name) : undefined;
  }

  #statusOf(name: string, scheme: Scheme): Promise<AuthStatus> {
    const { sources } = this.#schemes;
    const setting = async () => authSettingOf(name, scheme.id, sources);
    return this.#schemes.statusOf(scheme, schemePath(name, scheme.id), setting);
  }

  /**
   * The schemes whose actions a profile has: the scheme in use, then the scheme that issues the tokens of the profile.
   */
  #schemesOf(name: string): readonly Scheme[] {
    const { sources } = this.#schemes;
    const profile = findProfile(name, sources);
    if (profile.type === "none") return [];
    const used = findScheme(profile.type, `profiles/${name}`, sources);
    const issuer = tokenIssuer(profile, sources);
    return issuer === undefined || issuer.id === used.id ? [used] : [used, issuer];
  }
}
