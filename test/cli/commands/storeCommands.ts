import { checkCommand } from '../../../server/src/cli/commands/check';
import { storeChecks } from '../../../server/src/cli/commands/checkSourceRuns';
import { replayCommand } from '../../../server/src/cli/commands/replay';
import { runsCommand } from '../../../server/src/cli/commands/runs';
import { storeHttpRequest } from '../../../server/src/network/storeHttpRequest';
import { folder, run } from '../run';

/** The command line with a list of one store, `prod`. */
export function storeCommands(
  kind: string,
  { address }: { address: string },
  { env = {}, ...fields }: { env?: Record<string, string>; [field: string]: unknown } = {},
) {
  const home = folder({
    'agent-envelopes/sources.json': JSON.stringify([{ name: 'prod', kind, address, ...fields }]),
  });
  const pause = async () => false;
  const commands = [
    runsCommand({ pause, protocols: [], request: storeHttpRequest }),
    replayCommand({
      page: () => undefined,
      request: storeHttpRequest,
      sendRun: async () => 0,
    }),
    checkCommand({
      createChecker:
        () =>
        ({ path }) => ({ file: path, parts: [], problems: [] }),
      createFixer:
        () =>
        ({ text }) => ({ text, rules: [] }),
      ...{ pause, version: '1', stores: storeChecks(storeHttpRequest) },
    }),
  ];
  return (...args: string[]) => run(args, { cwd: folder({}), env: { XDG_CONFIG_HOME: home, ...env }, commands });
}
