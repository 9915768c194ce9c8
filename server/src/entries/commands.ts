import { version } from '../../../package.json';
import { checkCommand } from '../cli/commands/check';
import { storeChecks } from '../cli/commands/checkSourceRuns';
import type { Command } from '../cli/commands/commandTypes';
import { compareCommand } from '../cli/commands/compare';
import { completionCommand } from '../cli/commands/completion';
import { explainCommand } from '../cli/commands/explain';
import { generateCommand } from '../cli/commands/generate';
import { hookCommand } from '../cli/commands/hook';
import { inferCommand } from '../cli/commands/infer';
import { lspCommand } from '../cli/commands/lsp';
import { mcpCommand } from '../cli/commands/mcp';
import { metricsCommand } from '../cli/commands/metrics';
import { receiveCommand } from '../cli/commands/receive';
import { replayCommand } from '../cli/commands/replay';
import { rulesCommand } from '../cli/commands/rules';
import { runsCommand } from '../cli/commands/runs';
import { searchCommand } from '../cli/commands/search';
import { serveCommand } from '../cli/commands/serve';
import { createSendRun } from '../cli/createSendRun';
import { interruptiblePause, interruptSignal } from '../cli/processOutput';
import { startProgram } from '../cli/startProgram';
import { families } from '../families';
import { createChecker, createFixer } from '../features/fixes/checkAndFixFiles';
import { sendSpans } from '../network/sendSpans';
import { storeHttpRequest } from '../network/storeHttpRequest';
import { allRules } from '../sources/traceRules';
import { provideNodeCode } from '../workspace/provideNodeCode';
import { builtText } from '../workspace/readTextFile';
import { droppedRunsFile, replayPageFiles, runsPageFiles } from '../workspace/replayPageFiles';

provideNodeCode(__dirname);

/** The titles of the protocols and log formats from which workflow runs can be read. A command that finds no run prints them. */
const protocols = families.filter(({ steps }) => steps).map(({ title }) => title);
const commands: Command[] = [
  checkCommand({
    createChecker,
    createFixer,
    pause: interruptiblePause(),
    version,
    stores: storeChecks(storeHttpRequest),
  }),
  runsCommand({
    pause: interruptiblePause(),
    request: storeHttpRequest,
    protocols,
  }),
  searchCommand({ request: storeHttpRequest }),
  replayCommand({
    page: replayPageFiles(builtText(__dirname)),
    request: storeHttpRequest,
    sendRun: createSendRun({ sendSpans, interrupted: interruptSignal }),
  }),
  serveCommand({
    pause: interruptiblePause(),
    page: () => runsPageFiles(builtText(__dirname)),
    droppedRuns: () => droppedRunsFile(builtText(__dirname)),
    replayPage: replayPageFiles(builtText(__dirname)),
    protocols,
  }),
  compareCommand(),
  metricsCommand(),
  inferCommand(),
  generateCommand(allRules),
  receiveCommand({ pause: interruptiblePause() }),
  lspCommand(),
  rulesCommand(allRules),
  explainCommand(allRules),
  mcpCommand({ version, rules: allRules, code: __dirname }),
  hookCommand(),
];
commands.push(completionCommand([...commands]));

startProgram(commands, version);
