import { type Disposable, ThemeColor, Uri, window } from 'vscode';
import type { TreeNode } from '../../../server/src/protocol';
import { problemsInWords } from './nodeLook';

const SCHEME = 'agent-envelopes-run';

/** Decorates what `problemsUri` gives: a count at the right of the node, and a colour. */
export function showProblemBadges(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      if (uri.scheme !== SCHEME) return undefined;
      const [error = 0, warning = 0, info = 0] = uri.query.split(',').map(Number);
      const count = error + warning;
      return {
        badge: count > 9 ? '9+' : `${count}`,
        color: new ThemeColor(error > 0 ? 'list.errorForeground' : 'list.warningForeground'),
        tooltip: problemsInWords({ error, warning, info }),
      };
    },
  });
}

/** An address for a node with problems. It tells them itself, so nothing has to be told when they change. */
export function problemsUri({ id, problems }: TreeNode): Uri | undefined {
  if (!problems || problems.error + problems.warning === 0) return undefined;
  const query = [problems.error, problems.warning, problems.info].join(',');
  return Uri.from({ scheme: SCHEME, path: `/${encodeURIComponent(id)}`, query });
}
