// Leaving a generation: the job ends, its prompt continues on the server, and another job follows it to its end.

import { describe, expect, it } from "vitest";
import { inlinePlugin } from "../../testing/fake-plugins.js";
import { openStage, settleAll, type Stage } from "../../testing/server-stage.js";

const left = { status: "interrupted", by: "caller", problems: [] };

describe("a generation that is left", () => {
  it.each([
    ["while it is queued", () => undefined],
    ["while it runs", (stage: Stage) => stage.server.start()],
  ])("%s ends, and its prompt is followed again", async (_title, before) => {
    const stage = await openStage();
    const { generation, now, promptId } = await stage.generate();
    before(stage);
    await settleAll();
    void generation.leave();
    expect(await now()).toMatchObject(left);
    expect(stage.server.calls).not.toContain("cancel");
    expect([stage.server.listening(), stage.clock.pending()]).toEqual([0, 0]);
    const again = stage.follow(stage.pictor.attach({ promptId }));
    await settleAll();
    if (stage.server.running() === undefined) stage.server.start();
    stage.server.finish("succeeded");
    expect(await again.now()).toMatchObject({ status: "finished", outputs: [{ index: 0 }] });
  });

  it("submits no further batch", async () => {
    const stage = await openStage();
    const { generation, now, promptId } = await stage.generate({ count: 3 });
    void generation.leave();
    expect(await now()).toMatchObject(left);
    expect(stage.server.queue).toEqual([promptId]);
  });

  it("waits for the reply to its submission, and revokes nothing", async () => {
    const stage = await openStage();
    stage.server.replies.push("held");
    const { generation, now } = await stage.generate();
    void generation.leave();
    expect(await now()).toBe("goes on");
    stage.server.start();
    expect(await now()).toMatchObject(left);
    expect(stage.server.calls).not.toContain("cancel");
    expect(stage.server.running()).toBeDefined();
  });

  it("before its submission submits nothing", async () => {
    const hang = () => new Promise(() => undefined);
    const blocking = inlinePlugin("a-checker", [{ hook: "beforeFirstBatch", handler: "hang" }], { hang });
    const stage = await openStage([blocking]);
    const { generation, now } = await stage.generate();
    void generation.leave();
    expect(await now()).toMatchObject(left);
    expect(stage.server.calls).not.toContain("submit");
  });

  it("after its end keeps its result", async () => {
    const stage = await openStage();
    const { generation, now } = await stage.generate();
    stage.server.run("succeeded");
    expect(await now()).toMatchObject({ status: "finished" });
    expect(await generation.leave()).toMatchObject({ status: "finished" });
  });

  it("stays on its server when the kernel is disposed at once", async () => {
    const stage = await openStage();
    const { generation, promptId } = await stage.generate();
    void generation.leave();
    await stage.dispose();
    expect(await generation.result).toMatchObject(left);
    expect(stage.server.queue).toEqual([promptId]);
  });
});
