import type { InlineAsset, RunsPageAssets } from '../../model/disk';
import { inlinePage } from '../replay/inlinePage';

/**
 * Returns the page that lists runs and replays them.
 *
 * @param core answers the page's questions from dropped files; without it, the server that the page comes from answers
 */
export function runsPageHtml({ script, replay, style, notices }: RunsPageAssets, core?: InlineAsset): string {
  return inlinePage({
    title: 'Workflow Runs',
    body: [
      '<div id="runs"></div>',
      '<div id="replay" role="main" hidden></div>',
      '<noscript>The runs are shown by scripts in this page, which this browser does not run.</noscript>',
    ],
    style,
    // The list goes first: it tells the replay where to ask.
    scripts: [...(core ? [core] : []), script, replay],
    notices,
    asksServer: core === undefined,
  });
}
