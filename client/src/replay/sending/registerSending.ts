import type { Disposable } from 'vscode';
import { forRow } from '../../runs/tree/forRow';
import type { OpenReplays } from '../page/openReplays';
import type { ReplayServices } from '../page/replayServices';
import { pickRun } from '../runs/pickRun';
import { runArguments } from '../runs/runArguments';
import { registerSendingPreviews } from './sendingPreview';
import type { SendingServices } from './sendingServices';
import { sendRun } from './sendRun';

/** Registers the command that sends a run: of a menu, of the focused replay, or one that the user chooses. */
export function registerSending(
  services: ReplayServices,
  sending: SendingServices,
  pages: Pick<OpenReplays, 'active'>,
): Disposable[] {
  const { server, log, register } = services;
  return [
    registerSendingPreviews(server),
    register(
      'sendRun',
      forRow(async (argument: unknown, selection: unknown) => {
        const [first] = runArguments(argument, selection);
        const pickAnyRun = () =>
          pickRun(services, 'Select a run to send', error => log.warn(`The runs could not be listed: ${error}`));
        const run = first?.run ?? pages.active()?.controller.run ?? (await pickAnyRun());
        if (run !== undefined) await sendRun(sending, { run });
      }),
    ),
  ];
}
