// The odd machines on which the hermetic tests must hold, as a table.

/** How a machine differs from the one on which the tool runs. */
export interface OddMachine {
  readonly name: string;
  readonly situation: string;
  /** Variables of the environment; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly umask?: number;
  /** Name of a copy of the project in which the tests run, instead of the project itself. */
  readonly copy?: string;
  /** Number of the user and group to whom the copy belongs and as whom the tests run. */
  readonly user?: number;
  /** The command line to which the tests' own is appended, for a project in the folder `root`. */
  readonly through?: (root: string) => readonly string[];
  /** The only programs that `PATH` leads to. */
  readonly programs?: readonly string[];
  /** Ports at which a foreign server answers 404. */
  readonly ports?: readonly number[];
}

const timeZones = ["Asia/Kathmandu", "Pacific/Apia", "America/St_Johns"];

const readOnly = (root: string): readonly string[] => [
  ...["unshare", "--mount", "sh", "-c"],
  'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"',
  root,
];

const withoutNetwork = (): readonly string[] => [
  ...["unshare", "--net", "sh", "-c"],
  'ip link set lo up && exec "$@"',
  "sh",
];

export const oddMachines: readonly OddMachine[] = [
  { name: "umask-0", situation: "new files can be written by everybody", umask: 0 },
  { name: "umask-077", situation: "new files can be read by their owner only", umask: 0o077 },
  { name: "read-only", situation: "the project is on a read-only file system", through: readOnly },
  { name: "no-home", situation: "HOME can be neither read nor created", env: { HOME: "/dev/null/home" } },
  { name: "path", situation: "the path has a space and letters of other scripts", copy: "w ü/Čity" },
  { name: "lang-c", situation: "the locale is C", env: { LANG: "C", LC_ALL: "C" } },
  {
    name: "turkish",
    situation: "the locale is Turkish, where i has a dotted capital",
    env: { LC_ALL: "tr_TR.UTF-8" },
  },
  ...timeZones.map((zone) => ({
    name: zone.replace(/.*\//, "").replace("_", "-").toLowerCase(),
    situation: `the time zone is ${zone}`,
    env: { TZ: zone },
  })),
  {
    name: "bare-path",
    situation: "no programs but node, npm and sh: no git, no python3",
    programs: ["node", "npm", "sh"],
  },
  { name: "no-network", situation: "the loopback interface is the only one", through: withoutNetwork },
  {
    name: "ports-taken",
    situation: "foreign servers answer at the usual ports",
    ports: [8188, 8190, 8191, 7860],
  },
  { name: "nobody", situation: "an ordinary user, who may not read HOME", copy: "project", user: 65_534 },
  {
    name: "no-passwd",
    situation: "a user without a passwd entry or HOME",
    copy: "project",
    user: 4321,
    env: { HOME: undefined },
  },
];
