import { MAX_LOG_BYTES } from '../workspace/decodeTextBytes';
import { ABOVE_LIMIT } from '../workspace/openRegularFile';
import type { Io } from './commandIo';
import type { Command } from './commands/commandTypes';
import { guardedOutput, processOutput } from './processOutput';
import { PROGRAM } from './readArguments';
import { runCommand } from './runCommand';

/** Runs the command-line program with the arguments and streams of this process, and sets its exit code. */
export function startProgram(commands: readonly Command[], version: string): void {
  // Exits with 2: incomplete output must not look complete, nor a write error like a problem in a checked file.
  const onWriteError = (error: Error) => {
    process.stderr.write(
      `${PROGRAM}: what was found could not be written (${error.message}); make room, or write it elsewhere.\n`,
    );
    process.exit(2);
  };

  const io: Io = {
    cwd: process.cwd(),
    env: process.env,
    stdout: guardedOutput(processOutput(process.stdout, onWriteError)),
    stderr: guardedOutput(processOutput(process.stderr, () => process.exit(2))),
    async readStdin() {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of process.stdin) {
        size += chunk.length;
        // Endless input must not exhaust memory.
        if (size > MAX_LOG_BYTES) throw Object.assign(new Error('too large'), { code: ABOVE_LIMIT });
        chunks.push(Buffer.from(chunk));
      }
      return Buffer.concat(chunks);
    },
    now: () => performance.now(),
  };

  // Sets the exit code instead of calling process.exit, which would cut off output that a pipe has not read yet.
  runCommand(process.argv.slice(2), io, { commands, version }).then(
    code => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error);
      // Not 1, which means that the check found errors.
      process.exitCode = 2;
    },
  );
}
