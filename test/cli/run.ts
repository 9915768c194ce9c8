import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Io } from '../../server/src/cli/commandIo';
import { checkCommand } from '../../server/src/cli/commands/check';
import type { Command } from '../../server/src/cli/commands/commandTypes';
import { runCommand } from '../../server/src/cli/runCommand';
import type { CheckedFile, FileReport, Fix, ReportedProblem } from '../../server/src/model/analysis';

interface Surroundings {
  cwd?: string;
  stdin?: string | Buffer;
  env?: Record<string, string>;
  tty?: boolean;
  check?: (file: CheckedFile) => FileReport;
  fix?: Fix;
  /** Other commands than `check`. */
  commands?: readonly Command[];
  /** Milliseconds that pass between two looks at the clock. */
  tick?: number;
  /** What happens in each pause of `--watch`; after the last one the user interrupts. */
  meanwhile?: readonly (() => void)[];
}

/** Runs the command line as a shell would, in this process; in an empty folder unless one is named: others leave much in the folder of temporary files. */
export async function run(argv: string[], surroundings: Surroundings = {}) {
  const { cwd = folder({}), stdin = '', env = {}, tty = false, check = findWords, tick = 0 } = surroundings;
  const { fix = ({ text }: CheckedFile) => ({ text, rules: [] }) } = surroundings;
  const pause = pauses(surroundings.meanwhile ?? []);
  const { commands = [checkCommand({ createChecker: () => check, createFixer: () => fix, pause, version: '1.2.3' })] } =
    surroundings;
  let out = '';
  let err = '';
  let time = 0;
  const io: Io = {
    cwd,
    env,
    stdout: { write: text => (out += text), isTTY: tty, columns: 60 },
    stderr: { write: text => (err += text), isTTY: tty, columns: 60 },
    readStdin: async () => Buffer.from(stdin),
    now: () => (time += tick),
  };
  const code = await runCommand(argv, io, { commands, version: '1.2.3' });
  return { code, out, err };
}

function pauses(meanwhile: readonly (() => void)[]) {
  const waiting = [...meanwhile];
  return async () => {
    const next = waiting.shift();
    next?.();
    return next !== undefined;
  };
}

/** A folder that is gone after the test, with files: their contents by their paths. */
export function folder(files: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), 'envelopes-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Stands in for the real check: each `bad` is an error, each `odd` a warning, each `hm` an info; a `{` is an envelope. */
export function findWords({ path, text }: CheckedFile): FileReport {
  const problems = text.split(/\r\n|\r|\n/).flatMap((content, line) =>
    [...content.matchAll(/bad|odd|hm/g)].map(
      ({ 0: word, index }): ReportedProblem => ({
        rule: `words/${word}`,
        severity: word === 'bad' ? 'error' : word === 'odd' ? 'warning' : 'info',
        message: `"${word}" is no word for this.`,
        range: { start: { line, character: index }, end: { line, character: index + word.length } },
        fixes: word === 'bad' ? ['Write "good"'] : [],
        docs: `Say it  better.\nIt is not hard.\n\nThe protocol asks for it.`,
      }),
    ),
  );
  const start = { line: 0, character: 0 };
  const parts = [...text.matchAll(/\{/g)].map(() => ({ kind: 'words/word', range: { start, end: start } }));
  return { file: path, parts, problems };
}
