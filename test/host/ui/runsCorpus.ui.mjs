// A person opens a folder of real traces and logs: the corpus that the project shares, where it is there.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/command.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { insist, runCommand, shot, until } from './kit.mjs';
import { choose, expand, openFilter, openRuns, resize, row, rows, view, widen } from './runsKit.mjs';

export const settings = { 'editor.minimap.enabled': false, 'breadcrumbs.enabled': false };

const corpus = path.join(root, '..', 'shared', 'corpus');

export async function showsTheCorpus({ page, host }) {
  if (!existsSync(corpus)) {
    console.log(`  skipped: there is no ${corpus}`);
    return;
  }
  await page.close();
  const { folder, remove } = copyWorkspace(corpus);
  const other = await host.open(folder, settings);
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
    // A tree that is drawn anew shows for a moment none that is closed, and loses the click.
    while ((await steps.count()) < 18) {
      await closed.first().waitFor();
      const before = await steps.count();
      await insist(
        () => closed.first().locator('.monaco-tl-twistie').click(),
        timeout =>
          until(
            () => steps.count(),
            count => count > before,
            'what is nested',
            timeout,
          ),
      );
    }
    const levels = await steps.evaluateAll(all => all.map(one => Number(one.getAttribute('aria-level'))));
    assert.equal(Math.max(...levels) - Math.min(...levels), 7);
    await row(other, 'ChatOpenAI').click();
    await other.locator('.tab.active[data-resource-name="agent-prism__rag_earnings_agent.json"]').waitFor();
    await shot(other, 'runs-corpus');

    await runCommand(other, 'Agent Envelopes: Group Runs By…');
    await choose(other, 'Nothing');
    for (const [words, steps] of [
      ['path:langgraph', 9],
      ['path:openai-agents', 5],
      ['path:autogen', 2],
      ['path:openai-assistants', 4],
      ['path:OPENAI_trace', 6],
      ['path:GOOGLE_trace', 7],
    ]) {
      await filter(other, words);
      await until(
        () => rows(other),
        all => all.length === 1 && all[0].includes(`${steps} steps`),
        `${steps} steps of ${words}`,
      );
    }
    await filter(other, 'path:structured_events');
    assert.equal(
      (
        await until(
          () => rows(other),
          all => all.length === 2,
          'two runs',
        )
      ).length,
      2,
    );
  } finally {
    await other.close();
    remove();
  }
}

async function filter(page, words) {
  await openFilter(page);
  await page.locator('.quick-input-widget:visible input[type=text]').fill(words);
  await page.keyboard.press('Enter');
  await view(page, 'Workflow Runs').locator('.message', { hasText: words }).waitFor();
}
