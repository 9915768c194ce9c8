// Traces that a program sends: the status bar, the tree, the menu.
import assert from 'node:assert/strict';
import { runCommand, shot, until } from './kit.mjs';
import { openRuns, row, view } from './runsKit.mjs';

// The port is a setting of the machine, and tests set those of the user.
const PORT = 4318;

// Nothing but what arrives is in the tree, and it stays there.
// test/lsp/receive.test.ts holds what arrives.
export const nightly = true;

export const startsEmpty = true;
export const freshWindows = [showsWhatArrives];

export async function showsWhatArrives({ page }) {
  const item = page.locator('.statusbar-item', { hasText: 'Traces' });
  const entries = page.locator('.quick-input-widget:visible .monaco-list-row');
  await openRuns(page);
  await view(page, 'Workflow Runs').getByText('No workflow runs were found in this workspace').waitFor();
  await view(page, 'Workflow Runs').locator('.monaco-button', { hasText: 'Insert Envelope…' }).waitFor();
  await shot(page, 'runs-welcome');
  await runCommand(page, 'Agent Envelopes: Start Receiving Traces');
  await item.filter({ hasText: 'Traces: 0 spans' }).waitFor();
  await row(page, 'Received Traces')
    .filter({ hasText: `0 runs · listening on port ${PORT}` })
    .waitFor();

  assert.equal(await send(span('1'), span('2', { parentSpanId: '1'.repeat(16) })), 200);
  await item.filter({ hasText: 'Traces: 2 spans' }).waitFor();
  await row(page, 'what the clerk does 1').waitFor();
  await shot(page, 'receiving');

  await item.click();
  const labels = await until(
    () => entries.allInnerTexts(),
    all => all.length === 4,
    'the entries of the menu',
  );
  assert.match(labels.join('\n'), /Show Runs\n.*Copy Environment.*\n.*Settings.*\n.*Stop Receiving/);
  await shot(page, 'receiving-menu');
  await entries.filter({ hasText: 'Stop Receiving' }).click();
  await item.waitFor({ state: 'detached' });
  await row(page, 'what the clerk does 1').waitFor();
  await assert.rejects(send(span('3')));
}

function span(id, more = {}) {
  return {
    traceId: 'a'.repeat(32),
    spanId: id.repeat(16),
    name: `what the clerk does ${id}`,
    startTimeUnixNano: `178030110${id}000000000`,
    endTimeUnixNano: `178030110${id}000000250`,
    attributes: [{ key: 'gen_ai.agent.name', value: { stringValue: 'clerk' } }],
    ...more,
  };
}

async function send(...spans) {
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`http://127.0.0.1:${PORT}/v1/traces`, { method: 'POST', headers, body })).status;
}
