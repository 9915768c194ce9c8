import { type Disposable, ThemeColor, Uri, window } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import { problemCountsText } from './nodePresentation';

const SCHEME = 'agent-envelopes-run';

/** Decorates the URIs of `decorationUri` with the number of problems, and with a colour for failures. */
export function registerOutcomeDecorations(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      if (uri.scheme !== SCHEME) return undefined;
      const [error = 0, warning = 0, info = 0] = uri.query.split(',').map(Number);
      const count = error + warning;
      return {
        ...(count > 0 && {
          badge: count > 9 ? '9+' : `${count}`,
          tooltip: problemCountsText({ error, warning, info }),
        }),
        ...(uri.fragment === 'failed' && { color: new ThemeColor('list.errorForeground') }),
      };
    },
  });
}

/** A URI for a node that failed or has problems. It contains these facts, so that decorations never need change events. */
export function decorationUri({ id, outcome, problems }: TreeNode): Uri | undefined {
  const { error, warning, info } = problems ?? { error: 0, warning: 0, info: 0 };
  if (outcome !== 'failed' && error + warning === 0) return undefined;
  return Uri.from({
    scheme: SCHEME,
    path: `/${encodeURIComponent(id)}`,
    query: [error, warning, info].join(','),
    fragment: outcome ?? '',
  });
}
