// Examples and notes in the help of the `auth` commands.

import { examples } from "../../definition/examples.js";

export const authHelp = {
  auth: `${examples(
    "pictor auth set api --type bearer --secret token",
    "pictor auth discover work https://auth.example.org && pictor auth set work --set clientId=pictor",
    "pictor auth login work",
    "pictor request GET https://api.example.org/me --auth work",
  )}

A profile is a name for credentials: a request (--auth) or a backend ("auth" beside its address) uses it by that name.
The configuration file holds only references; secrets and tokens are in the secret store (\`secrets.store\` in the configuration).`,
  list: `${examples("pictor auth list", "pictor auth list --json | jq '.profiles[] | {name, status}'")}

✓: can be used now. -: something is needed first, and the state says what. x: unusable; the reason is below the table.`,
  show: examples("pictor auth show work", "pictor auth show work --json | jq .profile.status.expiresAt"),
  set: `${examples(
    "pictor auth set studio --type basic --set username=me --secret password",
    "pictor auth set api --type api-key --set key=X-API-Key --secret value=env:API_KEY",
    'pictor auth set work --type oauth2 --set tokenUrl=https://auth.example.org/token --set scopes="a b" --secret clientSecret',
    "pass show api | pictor auth set api --secret value",
    "pictor auth set api --origin https://api.example.org",
  )}

A secret is never an argument: the command asks for it without showing it, or reads one line of standard input for each
--secret, in their order. --origin replaces all earlier origins; \`--origin any\` removes the limit.`,
  login: `${examples("pictor auth login work", "pictor auth login work --no-browser", "pictor auth login")}

Without a name, the only profile that can sign in does so.
Where no browser can be opened (a remote shell, no desktop, CI, BROWSER=none) the command shows the address. Ctrl-C cancels
the sign-in and changes nothing. With --json the address and a device code are records of type url and code.`,
  refresh: examples("pictor auth refresh work"),
  paste: examples("pictor auth paste work", "pictor auth paste work < token.txt"),
  clear: examples("pictor auth clear work"),
  discover: examples(
    "pictor auth discover work https://auth.example.org",
    "pictor auth discover work login.example.org/tenant/v2.0",
  ),
  undo: examples("pictor auth undo work"),
  remove: examples("pictor auth remove work", "pictor auth remove work --yes"),
  run: examples("pictor auth run work login", "pictor auth run work rotate --input monthly"),
} as const;
