// What a scrape of Prometheus reads.

import { expect, it } from "vitest";
import { idleMember } from "@pictor/host/testing";
import { createCounter, createHistogram, farmMetrics, metricsText, processMetrics } from "./index.js";

it("a metric has a sentence, a type and its values; labels are escaped", () => {
  const text = metricsText([
    {
      name: "pictor_a",
      help: "A \\ sentence\nof two lines.",
      type: "gauge",
      samples: [
        { value: 1.5 },
        { labels: { name: 'a "b" \\ c\nd', none: undefined }, value: Infinity },
        { labels: { name: "e" }, value: NaN },
      ],
    },
    { name: "pictor_empty", help: "It has no values.", type: "counter", samples: [] },
  ]);
  expect(text).toBe(
    [
      "# HELP pictor_a A \\\\ sentence\\nof two lines.",
      "# TYPE pictor_a gauge",
      "pictor_a 1.5",
      'pictor_a{name="a \\"b\\" \\\\ c\\nd"} +Inf',
      'pictor_a{name="e"} NaN',
      "",
    ].join("\n"),
  );
});

it("a counter grows for each combination of labels", () => {
  const counter = createCounter("pictor_n", "A number.");
  counter.add({ a: "1", b: "2" });
  counter.add({ b: "2", a: "1" }, 2);
  counter.add();
  expect(counter.metric().samples).toEqual([
    { labels: { a: "1", b: "2" }, value: 3 },
    { labels: {}, value: 1 },
  ]);
});

it("a histogram counts the values up to each bound, all of them, and their sum", () => {
  const histogram = createHistogram("pictor_s", "Seconds.", [1, 5]);
  for (const value of [0.5, 1, 3, 9]) histogram.observe(value, { result: "ok" });
  const text = metricsText([histogram.metric()]);
  expect(text.split("\n").slice(2, 7)).toEqual([
    'pictor_s_bucket{result="ok",le="1"} 2',
    'pictor_s_bucket{result="ok",le="5"} 3',
    'pictor_s_bucket{result="ok",le="+Inf"} 4',
    'pictor_s_sum{result="ok"} 13.5',
    'pictor_s_count{result="ok"} 4',
  ]);
});

it("a farm has its members, its queues and no name of an owner", () => {
  const status = {
    members: [
      idleMember("gpu-1", { running: 1, ended: 10, lost: 2, modelSwitches: 3, stepMs: 118 }),
      idleMember("gpu-2", { state: "draining" }),
    ],
    owners: [
      { owner: "anna", waiting: 3, running: 1 },
      { owner: "bert", waiting: 5, running: 0 },
      { waiting: 2, running: 0 },
    ],
    problems: [],
    isPaused: false,
  };
  const text = metricsText(
    farmMetrics(
      [
        { backend: "farm", status },
        { backend: "gone", status: undefined },
      ],
      ({ name }) => name === "gpu-1",
    ),
  );
  expect(text).not.toMatch(/anna|bert/);
  for (const line of [
    'pictor_backend_up{backend="farm"} 1',
    'pictor_backend_paused{backend="farm"} 0',
    'pictor_backend_up{backend="gone"} 0',
    'pictor_backend_members{backend="farm",state="ready"} 1',
    'pictor_backend_members{backend="farm",state="draining"} 1',
    'pictor_backend_members{backend="farm",state="unreachable"} 0',
    'pictor_backend_prompts{backend="farm",owner="named",state="waiting"} 8',
    'pictor_backend_prompts{backend="farm",owner="unnamed",state="waiting"} 2',
    'pictor_backend_prompts{backend="farm",owner="named",state="running"} 1',
    'pictor_backend_owners_waiting{backend="farm"} 3',
    'pictor_backend_longest_queue{backend="farm"} 5',
    'pictor_member_ready{backend="farm",member="gpu-1"} 1',
    'pictor_member_running{backend="farm",member="gpu-1"} 1',
    'pictor_member_prompts_total{backend="farm",member="gpu-1",result="known"} 8',
    'pictor_member_prompts_total{backend="farm",member="gpu-1",result="lost"} 2',
    'pictor_member_model_switches_total{backend="farm",member="gpu-1"} 3',
    'pictor_member_step_seconds{backend="farm",member="gpu-1"} 0.118',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).not.toContain('member="gpu-2"');
});

it("the process has its times in seconds and its memory in bytes", () => {
  const numbers = {
    cpuUsage: () => ({ user: 1_500_000, system: 500_000 }),
    memoryUsage: () => ({ rss: 1000 }),
    uptime: () => 60,
  };
  expect(processMetrics(100_000, numbers).map(({ samples }) => samples)).toEqual([
    [{ value: 2 }],
    [{ value: 1000 }],
    [{ value: 40 }],
  ]);
});
