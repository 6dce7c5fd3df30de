// docs/farm/prometheus.yml and alerts.yml, as Prometheus itself reads them: each alert comes when it should, and none
// on a healthy farm.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { root } from "../sources.test.support.js";

const program = process.env["PICTOR_PROMTOOL"] ?? "promtool";
const isThere = spawnSync(program, ["--version"]).status === 0;
const farm = join(root, "docs/farm");

/** Series of a healthy farm over four hours, one value a minute; a situation replaces some. */
const healthy = {
  'up{job="pictor"}': "1x240",
  'pictor_backend_up{backend="farm"}': "1x240",
  'pictor_backend_paused{backend="farm"}': "0x240",
  'pictor_backend_members{backend="farm",state="unreachable"}': "0x240",
  pictor_worker_ready: "1x240",
  'pictor_backend_prompts{backend="farm",owner="named",state="waiting"}': "3x240",
  'pictor_backend_prompts{backend="farm",owner="named",state="running"}': "2x240",
  'pictor_member_prompts_total{backend="farm",member="gpu-1",result="lost"}': "0x240",
  'pictor_jobs_ended_total{result="finished"}': "0+10x240",
  'pictor_jobs_ended_total{result="failed"}': "0+1x240",
  'pictor_webhooks_total{result="given-up"}': "0x240",
  'pictor_worker_warnings_total{code="QUEUE_WORKER_NAME_HELD"}': "1x240",
} as const;
type Situation = Partial<Readonly<Record<keyof typeof healthy | `pictor_${string}`, string>>>;

const waiting = 'pictor_backend_prompts{backend="farm",owner="named",state="waiting"}';
const situations: readonly (readonly [alert: string, situation: Situation])[] = [
  ["PictorServerDown", { 'up{job="pictor"}': "1x200 0x40" }],
  ["PictorBackendUnreadable", { 'pictor_backend_up{backend="farm"}': "1x200 0x40" }],
  [
    "PictorMembersUnreachable",
    { 'pictor_backend_members{backend="farm",state="unreachable"}': "0x200 1x40" },
  ],
  ["PictorWorkerNotReady", { pictor_worker_ready: "1x200 0x40" }],
  [
    "PictorPromptsWait",
    { 'pictor_backend_prompts{backend="farm",owner="named",state="running"}': "2x200 0x40" },
  ],
  ["PictorQueueGrows", { [waiting]: "0+2x240" }],
  ["PictorBackendPaused", { 'pictor_backend_paused{backend="farm"}': "0x100 1x140" }],
  [
    "PictorPromptsLost",
    { 'pictor_member_prompts_total{backend="farm",member="gpu-1",result="lost"}': "0x220 1x20" },
  ],
  ["PictorJobsFail", { 'pictor_jobs_ended_total{result="failed"}': "0+5x240" }],
  ["PictorRedisUnsafe", { 'pictor_worker_warnings_total{code="QUEUE_REDIS_NOT_DURABLE"}': "1x240" }],
  ["PictorWebhooksGivenUp", { 'pictor_webhooks_total{result="given-up"}': "0x220 1x20" }],
];

/** A test of promtool: which alerts fire after four hours. */
const check = (situation: Situation, alerts: readonly string[]) => ({
  interval: "1m",
  input_series: Object.entries(Object.assign({}, healthy, situation)).map(([series, values]) => ({
    series,
    values,
  })),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: "4h",
      exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
    },
  ],
});

describe.skipIf(!isThere)(
  `the files for Prometheus${isThere ? "" : " (skipped: promtool is not installed)"}`,
  () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "pictor-alerts-"));
      copyFileSync(join(farm, "alerts.yml"), join(folder, "alerts.yml"));
      writeFileSync(join(folder, "pictor-token"), "secret");
      const configuration = readFileSync(join(farm, "prometheus.yml"), "utf8");
      writeFileSync(join(folder, "prometheus.yml"), configuration.replaceAll("/etc/prometheus", folder));
    });
    const promtool = (...words: readonly string[]): string => {
      const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
      return status === 0 ? "ok" : `${stdout}\n${stderr}`;
    };

    it("are a configuration and rules", () => {
      expect(promtool("check", "config", "--lint=all", "--lint-fatal", "prometheus.yml")).toBe("ok");
    });

    it.each([["none", {}], ...situations] as const)("raise %s in its situation alone", (alert, situation) => {
      const tests = [check(situation, alert === "none" ? [] : [alert])];
      writeFileSync(join(folder, "test.yml"), stringify({ rule_files: ["alerts.yml"], tests }));
      expect(promtool("test", "rules", "test.yml")).toBe("ok");
    });

    it("have a situation for each alert", () => {
      const { groups } = parse(readFileSync(join(farm, "alerts.yml"), "utf8")) as {
        groups: { rules: { alert: string }[] }[];
      };
      const alerts = groups.flatMap(({ rules }) => rules.map((rule) => rule.alert));
      expect(situations.map(([alert]) => alert).toSorted()).toEqual(alerts.toSorted());
    });
  },
);
