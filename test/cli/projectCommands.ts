import { checkCommand } from '../../server/src/cli/commands/check';
import { replayCommand } from '../../server/src/cli/commands/replay';
import { runsCommand } from '../../server/src/cli/commands/runs';
import { indexRunFiles } from '../../server/src/cli/indexRunFiles';
import { createChecker, createFixer } from '../../server/src/features/fixes/checkAndFixFiles';
import { pathExists } from '../../server/src/workspace/writeTextFile';
import { noRequest } from './noRequest';

const pause = async () => false;

/** The commands that read the files of a project, as the command line has them; none writes or asks a store. */
export const projectCommands = [
  checkCommand({ createChecker, createFixer, pause, version: '1.2.3' }),
  runsCommand({ readIndex: indexRunFiles, pause, protocols: [], request: noRequest }),
  replayCommand({
    readIndex: indexRunFiles,
    page: () => undefined,
    pathExists,
    writeText: () => undefined,
    sendRun: async () => 0,
    request: noRequest,
  }),
];
