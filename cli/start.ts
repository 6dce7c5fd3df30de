// Runs the command line until the command has ended, and sets the exit code.

/** `words` is the command line without the program's name. */
export async function start(words: readonly string[]): Promise<void> {
  const { catchEarlyInterrupt } = await import("./base/early-interrupt.js");
  const release = catchEarlyInterrupt(process, (text) => process.stderr.write(text));
  const { watchOutput } = await import("./base/lost-output.js");
  const programCode = watchOutput(process.stdout, process.stderr);
  const { run } = await import("./program/run.js");
  // This is the exit code if the event loop runs empty before the command has ended.
  process.exitCode = 1;
  const code = await run(words, process);
  release();
  process.exitCode = programCode(code);
  // A write to stdout can fail after the command has ended, which changes the exit code.
  process.once("exit", () => {
    process.exitCode = programCode(code);
  });
}
