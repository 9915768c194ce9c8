import { type Disposable, window } from 'vscode';
import { showWarning } from '../../messages/notify';
import type { ReplayPanels } from '../page/replayPanels';
import { parseStepLink } from './stepLink';

/** Opens the steps of incoming links. The page reports runs that are not in the workspace. */
export function registerStepLinks(panels: ReplayPanels): Disposable {
  return window.registerUriHandler({
    handleUri(uri) {
      const target = parseStepLink(uri);
      if (target) panels.open(target);
      else void showWarning('This link does not name a step of a run.');
    },
  });
}
