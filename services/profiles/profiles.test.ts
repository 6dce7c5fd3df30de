// Saved profiles as hosts see them: states, actions, changes, and undo.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serve } from "../testing/loopback-servers.js";
import {
  setHeader,
  type AuthSetting,
  type OutgoingRequest,
  loadConfiguration,
  type AuthActionContext,
  type AuthScheme,
} from "@pictor/kernel";
import { createPictor } from "@pictor/host";
import { createTestFolder, createTestPictor, manifestOf, type TestPictor } from "@pictor/host/testing";

const text = (more: object = {}) => ({ type: "string", ...more });
const manifest = manifestOf("auth-tickets", "auth", {
  contributes: {
    authSchemes: [
      {
        id: "ticket",
        title: "Ticket",
        handler: "show",
        issuesTokens: true,
        actions: [
          { id: "login", title: "Get a ticket" },
          { id: "paste", title: "Paste one", input: { title: "Ticket", secret: true } },
          { id: "spoil", title: "Write nonsense" },
          { id: "wait", title: "Wait for ever" },
        ],
        settings: {
          type: "object",
          required: ["office"],
          properties: {
            office: text(),
            scopes: text({ default: "" }),
            key: text({ "x-secret": true }),
            stamps: {
              type: "array",
              items: {
                type: "object",
                required: ["name", "value"],
                properties: {
                  name: text(),
                  value: text({ "x-secret": true }),
                  from: text({ format: "uri" }),
                },
              },
            },
          },
        },
      },
      {
        id: "shown",
        title: "Shown",
        handler: "show",
        settings: { type: "object", required: ["token"], properties: { token: text({ "x-secret": true }) } },
      },
    ],
  },
});

const office = ({ settings }: AuthSetting) => settings["office"] as string;
const ticket: AuthScheme = {
  status: (setting) =>
    office(setting) === "closed"
      ? { state: "expired", refreshable: false, actions: ["login"] }
      : { state: "ready", expiresAtMs: 5000 },
  token: (setting) => Promise.resolve(`ticket-of-${office(setting)}`),
  actions: {
    login: (setting) =>
      Promise.resolve({
        edit: { shown: { token: { $token: String(setting.profile) } }, ticket: { scopes: "all", key: null } },
        notes: ["here you are"],
      }),
    paste: (_setting, { input = "" }) => Promise.resolve({ notes: [`${input.length} characters`] }),
    spoil: () => Promise.resolve({ edit: { ticket: { office: 5 } } }),
    wait: (_setting, { signal }: AuthActionContext) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      ),
  },
};
const plugin = () => ({
  handlers: {
    show: (request: OutgoingRequest) =>
      setHeader(request, "X-Ticket", request.auth.settings["token"] as string),
  },
  provides: { authSchemes: { ticket, shown: { status: () => ({ state: "ready" }) as const } } },
});

let folder: string;
let opened: TestPictor[];
beforeEach(() => {
  folder = createTestFolder();
  opened = [];
});
afterEach(async () => {
  for (const { dispose } of opened) await dispose();
});

const file = () => join(folder, "pictor.json");
const written = () => JSON.parse(readFileSync(file(), "utf8")) as { profiles: Record<string, unknown> };
const profiles = {
  desk: { type: "ticket", schemes: { ticket: { office: "north" } } },
  door: { type: "shown", schemes: { shown: { token: { $token: "desk" } } } },
  late: { type: "ticket", schemes: { ticket: { office: "closed" } } },
  blank: { type: "ticket", schemes: {} },
  broken: { type: "shown", schemes: { shown: { token: { $env: "PICTOR_TEST_NOT_SET" } } } },
  open: { type: "none", schemes: {} },
};

async function open(content: object = { profiles }) {
  writeFileSync(file(), JSON.stringify(content, null, 4));
  const kernel = await createTestPictor({ plugins: [{ manifest, plugin }], directory: folder });
  opened.push(kernel);
  return kernel.pictor;
}

describe("a view", () => {
  it.each([
    ["desk", { configured: true, status: { state: "ready", expiresAtMs: 5000 }, title: "Ticket" }],
    [
      "late",
      { configured: true, status: { state: "expired" }, actions: [{ id: "login", title: "Get a ticket" }] },
    ],
    ["blank", { configured: false, status: { state: "missing", fields: ["office"] } }],
    ["broken", { configured: false, status: { state: "missing", fields: ["token"] } }],
    ["door", { configured: true, status: { state: "ready" }, title: "Shown" }],
    ["open", { configured: false, type: "none", actions: [] }],
  ])("of %s", async (name, expected) => {
    const { profiles } = await open();
    expect(await profiles.view(name)).toMatchObject({ name, file: file(), ...expected });
  });

  it("of an unknown profile suggests the nearest", async () => {
    const { profiles } = await open();
    await expect(profiles.view("dsek")).rejects.toMatchObject({ code: "AUTH_PROFILE_UNKNOWN" });
  });
});

describe("a token of a profile", () => {
  it("fills a field of another scheme at every request", async () => {
    const server = await serve();
    const pictor = await open();
    await (await pictor.send({ url: server.origin, auth: "door" })).discard();
    expect(server.arrived[0]?.headers["x-ticket"]).toBe("ticket-of-north");
  });

  it("whose profile uses a token is refused", async () => {
    const pictor = await open({
      profiles: {
        loop: {
          type: "shown",
          schemes: { shown: { token: { $token: "loop" } }, ticket: { office: { $token: "loop" } } },
        },
      },
    });
    const sending = pictor.send({ url: "http://127.0.0.1:1/", auth: "loop" });
    await expect(sending).rejects.toMatchObject({ code: "CONFIG_REFERENCE_UNRESOLVED" });
  });
});

describe("an action", () => {
  it("writes its edits as one change, and keeps everything else", async () => {
    const { profiles: service } = await open({ backend: "b", profiles });
    const { notes, view } = await service.run("desk", "login");
    expect(notes).toEqual(["here you are"]);
    expect(view.status).toMatchObject({ state: "ready" });
    expect(written()).toMatchObject({
      backend: "b",
      profiles: {
        desk: {
          type: "ticket",
          schemes: { ticket: { office: "north", scopes: "all" }, shown: { token: { $token: "desk" } } },
        },
      },
    });
    expect(readFileSync(file(), "utf8")).toContain('\n    "backend"');
  });

  it("can be undone and redone", async () => {
    const { profiles: service } = await open();
    await service.run("desk", "login");
    await service.undo("desk");
    expect(written().profiles["desk"]).toEqual(profiles.desk);
    await service.undo("desk");
    expect(written().profiles["desk"]).toHaveProperty("schemes.shown");
  });

  it("with invalid edits changes nothing", async () => {
    const { profiles: service } = await open();
    await expect(service.run("desk", "spoil")).rejects.toMatchObject({ code: "PLUGIN_VALUE_INVALID" });
    expect(written().profiles).toEqual(profiles);
  });

  it("receives its input", async () => {
    const { profiles: service } = await open();
    await expect(service.run("desk", "paste")).rejects.toMatchObject({ code: "AUTH_ACTION_INPUT" });
    expect((await service.run("desk", "paste", { input: "abc" })).notes).toEqual(["3 characters"]);
  });

  it("ends when it is cancelled, and when the kernel is disposed", async () => {
    const pictor = await open();
    const cancel = new AbortController();
    const first = pictor.profiles.run("desk", "wait", { signal: cancel.signal });
    const second = pictor.profiles.run("desk", "wait");
    const endings = Promise.allSettled([first, second]);
    cancel.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    await opened.pop()?.dispose();
    expect(await endings).toMatchObject([{}, { reason: { code: "KERNEL_DISPOSED" } }]);
  });

  it.each([
    ["desk", "lgoin", 'Did you mean "login"?'],
    ["open", "login", 'The known actions are: none. A profile of the type ticket has "login".'],
    ["open", "rotate", "The known actions are: none."],
  ])("that %s does not have is named: %s", async (name, action, hint) => {
    const { profiles: service } = await open();
    await expect(service.run(name, action)).rejects.toMatchObject({
      code: "AUTH_ACTION_UNKNOWN",
      hint: expect.stringMatching(new RegExp(`${hint.replace(/[.?]/g, "\\$&")}$`)) as string,
    });
  });
});

describe("saving", () => {
  it("writes a profile that the next kernel loads", async () => {
    const { profiles: service } = await open({});
    const saved = { type: "ticket", schemes: { ticket: { office: "{{office}}", key: { $env: "KEY" } } } };
    expect(await service.save("new", saved)).toBe(file());
    expect(service.names()).toEqual(["new"]);
    expect(written()).toEqual({ profiles: { new: saved } });
  });

  it("accepts an incomplete group, whose other fields are missing", async () => {
    const { profiles: service, send } = await open({});
    const saved = { type: "ticket", schemes: { ticket: { stamps: [{ name: "a" }] } } };
    await service.save("new", saved);
    expect(written()).toEqual({ profiles: { new: saved } });
    const fields = ["office", "stamps.0.value"];
    expect(await service.view("new")).toMatchObject({
      configured: false,
      status: { state: "missing", fields },
    });
    await expect(send({ url: "http://127.0.0.1:1/", auth: "new" })).rejects.toMatchObject({
      code: "AUTH_NOT_CONFIGURED",
      details: { fields: fields.join(", ") },
    });
  });

  it.each<[string, object, string]>([
    [
      "a secret as text",
      { type: "shown", schemes: { shown: { token: "TOP-SECRET" } } },
      "CONFIG_SECRET_INLINE",
    ],
    ["a scheme that nobody contributes", { type: "tikcet", schemes: {} }, "AUTH_SCHEME_UNKNOWN"],
    ["a field of the wrong type", { type: "ticket", schemes: { ticket: { office: 1 } } }, "SETTINGS_INVALID"],
    [
      "an unknown field",
      { type: "ticket", schemes: { ticket: { ofice: { $env: "A" } } } },
      "SETTINGS_INVALID",
    ],
  ])("refuses %s, and changes nothing", async (_name, profile, code) => {
    const { profiles: service } = await open();
    const error: unknown = await service.save("new", profile as never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain("TOP-SECRET");
    expect(written().profiles).toEqual(profiles);
  });

  it("does not write into a file that has become invalid", async () => {
    const { profiles: service } = await open();
    writeFileSync(file(), "{ broken");
    await expect(service.save("new", { type: "none", schemes: {} })).rejects.toMatchObject({
      code: "CONFIG_NOT_JSON",
    });
    expect(readFileSync(file(), "utf8")).toBe("{ broken");
  });

  it("removes a profile, which can be undone", async () => {
    const { profiles: service } = await open();
    await service.remove("desk");
    expect(Object.keys(written().profiles)).not.toContain("desk");
    await service.undo("desk");
    expect(written().profiles["desk"]).toEqual(profiles.desk);
    await expect(service.undo("late")).rejects.toMatchObject({ code: "PROFILE_NO_UNDO" });
  });

  it.each(["", "a b", "a/b", "..\\x", "__proto__", "x".repeat(101), "a\nb"])(
    "refuses the name %j",
    async (name) => {
      const { profiles: service } = await open();
      await expect(service.save(name, { type: "none", schemes: {} })).rejects.toMatchObject({
        code: "PROFILE_NAME_INVALID",
      });
    },
  );

  it("starts from the present contents of the file", async () => {
    const { profiles: service } = await open();
    const edited = { type: "ticket", schemes: { ticket: { office: "south" } } };
    writeFileSync(file(), JSON.stringify({ profiles: { ...profiles, desk: edited } }));
    const { view } = await service.run("desk", "login");
    expect(view.profile.schemes["ticket"]).toEqual({ office: "south", scopes: "all" });
  });

  it("does not restore a profile that another process has removed", async () => {
    const { profiles: service } = await open();
    writeFileSync(file(), JSON.stringify({ profiles: {} }));
    await expect(service.run("desk", "login")).rejects.toMatchObject({ code: "AUTH_PROFILE_UNKNOWN" });
    expect(written().profiles).toEqual({});
  });

  it("an unchanged profile keeps the undo step", async () => {
    const { profiles: service } = await open();
    await service.run("desk", "login");
    await service.run("desk", "login");
    await service.undo("desk");
    expect(written().profiles["desk"]).toEqual(profiles.desk);
  });

  it("changes one layer, and copies nothing from another", async () => {
    const userFile = join(folder, "user.json");
    const shown = { shown: { token: { $env: "PICTOR_TEST_TOKEN" } } };
    writeFileSync(userFile, JSON.stringify({ profiles: { desk: { type: "ticket", schemes: shown } } }));
    writeFileSync(file(), JSON.stringify({ profiles }));
    const configuration = await loadConfiguration({ directory: folder, userFile });
    const pictor = await createPictor({
      builtins: "none",
      plugins: [{ kind: "inline", manifest, plugin }],
      configuration,
    });
    const change = (office: string) =>
      pictor.profiles.change("desk", () => ({ type: "ticket", schemes: { ticket: { office } } }));
    expect(await change("south")).toBe(file());
    expect(written().profiles["desk"]).toEqual({ type: "ticket", schemes: { ticket: { office: "south" } } });
    expect((await pictor.profiles.view("desk")).profile.schemes).toEqual({ ticket: { office: "south" } });
    await pictor.profiles.remove("desk");
    expect(await pictor.profiles.view("desk")).toMatchObject({ file: userFile, profile: { schemes: shown } });
    await pictor.dispose();
  });

  it("several profiles concurrently loses none", async () => {
    const { profiles: service } = await open();
    await Promise.all(["a", "b", "c"].map((name) => service.save(name, { type: "none", schemes: {} })));
    expect(Object.keys(written().profiles).sort()).toEqual([...Object.keys(profiles), "a", "b", "c"].sort());
  });
});
