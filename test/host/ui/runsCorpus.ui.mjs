// A person opens a folder of real traces and logs: the corpus that the project shares, where it is there.
import assert from 'node:assert/strict';
import { corpusFolder } from '../../kit/corpusFolder.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { runCommand, shot, until } from './kit.mjs';
import { choose, expand, openRuns, resize, row, rows, view, widen } from './runsKit.mjs';

export const nightly = true;

export async function showsTheCorpus({ host }) {
  const corpus = corpusFolder();
  if (!corpus) return;
  const { folder, remove } = copyWorkspace(corpus);
  const other = await host.open(folder);
  try {
    await resize(other, { width: 1400, height: 880 });
    await openRuns(other);
    await widen(other, 640);
    await runCommand(other, 'Agent Envelopes: Group Runs By…');
    await choose(other, 'Family');
    await until(
      () => rows(other),
      all => all.length >= 6 && all.every(name => / runs?\b/.test(name)),
      'the families',
    );
    await view(other, 'State').locator('.pane-header').click();
    await expand(other, 'OpenTelemetry');

    // A trace opens as it is nested: each step below the one that made it.
    await expand(other, '18 steps');
    const steps = view(other, 'Workflow Runs').locator('.monaco-list-row:not([aria-level="1"], [aria-level="2"])');
    const closed = steps.and(other.locator('[aria-expanded=false]'));
    while ((await steps.count()) < 18) {
      await closed.first().waitFor();
      const before = await steps.count();
      await closed.first().locator('.monaco-tl-twistie').click();
      await until(
        () => steps.count(),
        count => count > before,
        'what is nested',
      );
    }
    const levels = await steps.evaluateAll(all => all.map(one => Number(one.getAttribute('aria-level'))));
    assert.equal(Math.max(...levels) - Math.min(...levels), 7);
    await row(other, 'ChatOpenAI').click();
    await other.locator('.tab.active[data-resource-name="agent-prism__rag_earnings_agent.json"]').waitFor();
    await shot(other, 'runs-corpus');
  } finally {
    await other.close();
    remove();
  }
}
