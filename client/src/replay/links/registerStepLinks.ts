import { type Disposable, window } from 'vscode';
import { showWarning } from '../../messages/notify';
import type { ReplayPanels } from '../page/replayPanels';
import { parseStepLink } from './stepLink';

/** Opens the steps of incoming links. The page itself reports runs that the workspace does not have. */
export function registerStepLinks(panels: ReplayPanels): Disposable {
  return window.registerUriHandler({
    handleUri(uri) {
      const wanted = parseStepLink(uri);
      if (wanted) panels.open(wanted);
      else void showWarning('This link does not name a step of a run.');
    },
  });
}
