import { type Disposable, env, window } from 'vscode';
import { showStatusMessage, showWarning } from '../../messages/notify';
import type { ReplayPanels } from '../page/replayPanels';
import { parseStepLink, stepLink } from './stepLink';

/** Copies an address that leads to a step. */
export async function copyStepLink(extension: string, run: string, step: number): Promise<void> {
  await env.clipboard.writeText(stepLink(env.uriScheme, extension, { run, step }));
  showStatusMessage('Copied a link to the step');
}

/** Opens the steps that addresses lead to. A run that the workspace does not have is said by the replay itself. */
export function registerStepLinks(panels: ReplayPanels): Disposable {
  return window.registerUriHandler({
    handleUri(uri) {
      const wanted = parseStepLink(uri);
      if (wanted) panels.open(wanted);
      else void showWarning('This link leads to no step of a run: it names none.');
    },
  });
}
