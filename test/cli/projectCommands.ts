import { checkCommand } from '../../server/src/cli/commands/check';
import { replayCommand } from '../../server/src/cli/commands/replay';
import { runsCommand } from '../../server/src/cli/commands/runs';
import { createChecker, createFixer } from '../../server/src/features/fixes/checkAndFixFiles';
import { noRequest } from './noRequest';

const pause = async () => false;

/** The commands that read the files of a project, as the command line has them; none writes or asks a store. */
export const projectCommands = [
  checkCommand({ createChecker, createFixer, pause, version: '1.2.3' }),
  runsCommand({ pause, protocols: [], request: noRequest }),
  replayCommand({
    page: () => undefined,
    sendRun: async () => 0,
    request: noRequest,
  }),
];
