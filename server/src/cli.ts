import { version } from '../../package.json';
import { PROGRAM } from './cli/args';
import { checkCommand } from './cli/commands/check';
import type { Command } from './cli/commands/command';
import { compareCommand } from './cli/commands/compare';
import { completionCommand } from './cli/commands/completion';
import { explainCommand } from './cli/commands/explain';
import { generateCommand } from './cli/commands/generate';
import { hookCommand } from './cli/commands/hook';
import { inferCommand } from './cli/commands/infer';
import { lspCommand } from './cli/commands/lsp';
import { mcpCommand } from './cli/commands/mcp';
import { metricsCommand } from './cli/commands/metrics';
import { receiveCommand } from './cli/commands/receive';
import { replayCommand } from './cli/commands/replay';
import { rulesCommand } from './cli/commands/rules';
import { runsCommand } from './cli/commands/runs';
import { searchCommand } from './cli/commands/search';
import type { Io } from './cli/io';
import { main } from './cli/main';
import { guardedOutput, interruptiblePause, interruptSignal, processOutput } from './cli/processOutput';
import { readIndex } from './cli/readIndex';
import { searchFiles } from './cli/searchFiles';
import { createSendRun } from './cli/sendRun';
import { families } from './families';
import { createChecker, createFixer } from './features/fixes/fileReport';
import { type DescribedRule, RULES } from './features/rulePages';
import { request } from './network/request';
import { sendSpans } from './network/sendSpans';
import { TRACE_RULES } from './sources/traceRules';
import { ABOVE_LIMIT } from './workspace/openRegular';
import { MAX_LOG_BYTES } from './workspace/readText';
import { replayPageFiles } from './workspace/replayPageFiles';
import { pathExists, writeText } from './workspace/writeText';

const rules: readonly DescribedRule[] = [...RULES, ...TRACE_RULES.map(rule => ({ ...rule, scope: 'run' as const }))];

const commands: Command[] = [
  checkCommand({
    createChecker,
    createFixer,
    pause: interruptiblePause(),
    version,
    request,
  }),
  runsCommand({
    readIndex,
    pause: interruptiblePause(),
    request,
    protocols: families.filter(({ steps }) => steps).map(({ title }) => title),
  }),
  searchCommand({
    async search(wanted, { paths, ...place }) {
      const runs = readIndex(paths, place);
      const faults = runs.read();
      return { answer: searchFiles(runs, wanted), faults };
    },
    request,
  }),
  replayCommand({
    readIndex,
    page: replayPageFiles(__dirname),
    pathExists,
    writeText,
    request,
    sendRun: createSendRun({ sendSpans, interrupted: interruptSignal }),
  }),
  compareCommand(),
  metricsCommand(),
  inferCommand(),
  generateCommand(rules),
  receiveCommand({ pause: interruptiblePause() }),
  lspCommand(),
  rulesCommand(rules),
  explainCommand(rules),
  mcpCommand({ version, rules, code: __dirname }),
  hookCommand(),
];
commands.push(completionCommand([...commands]));

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
main(process.argv.slice(2), io, { commands, version }).then(
  code => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    // Not 1, which means that the check found errors.
    process.exitCode = 2;
  },
);
