// A store of traces: added by a command, listed, opened, searched.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { awake, runCommand, setTheme, shot, until } from './kit.mjs';
import { replay, waitForStep } from './replayKit.mjs';
import { choose, expand, openRuns, resize, row, waitForRowsAtRest, waitForRuns, waitForSelected } from './runsKit.mjs';

// It changes the user's settings, and keeps a credential.
// test/lsp/stores.test.ts holds what a store's part of the tree shows.
export const nightly = true;

export const isExclusive = true;
export const freshWindows = [showsTheRunsOfAStore];

const CREDENTIAL = 'reader:a-secret';

export async function showsTheRunsOfAStore({ page }) {
  const tempo = await startTempo();
  try {
    await awake(page);
    await openRuns(page);
    await waitForRuns(page);
    const input = page.locator('.quick-input-widget:visible input');
    await runCommand(page, 'Agent Envelopes: Add Source of Runs…');
    await choose(page, 'Grafana Tempo');
    await until(
      () => input.inputValue(),
      value => value === 'http://localhost:3200',
      'the usual address',
    );
    await input.fill(tempo.address);
    await shot(page, 'store-address');
    await page.keyboard.press('Enter');
    await until(
      () => input.inputValue(),
      value => value === 'tempo',
      'the suggested name',
    );
    await input.fill('staging');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget:visible input[type=password]').fill(CREDENTIAL);
    await page.keyboard.press('Enter');

    await row(page, 'staging').filter({ hasText: 'Grafana Tempo' }).waitFor();
    assert.deepEqual(tempo.asked, []);
    await waitForSelected(page, 'staging');
    await shot(page, 'store-added');
    // Room for all rows below it.
    await resize(page, { width: 1280, height: 1300 });
    await waitForRowsAtRest(page);
    await expand(page, 'staging');
    await row(page, 'trip 1').waitFor();
    await expand(page, 'trip 1');
    await row(page, 'plan trip').waitFor();
    await shot(page, 'store-runs');
    await resize(page, { width: 1280, height: 800 });
    const sent = `Basic ${Buffer.from(CREDENTIAL).toString('base64')}`;
    assert.ok(tempo.credentials.length > 0 && tempo.credentials.every(one => one === sent));

    await runCommand(page, 'Agent Envelopes: Search in Runs…');
    await page.locator('.quick-input-widget:visible .quick-input-title', { hasText: 'Search in Runs' }).waitFor();
    const found = page.locator('.quick-input-widget:visible .monaco-list-row');
    await input.fill('kyoto');
    await found.filter({ hasText: 'Find flights to Kyoto in May' }).waitFor();
    await shot(page, 'search-said');
    await found.filter({ hasText: 'Find flights to Kyoto in May' }).click();
    await page.locator('.tab.active', { hasText: 'Find flights to Kyoto' }).waitFor();
    // At the step, whose words the replay searches for.
    await waitForStep(page, 2, 2);
    await replay(page).getByTestId('search-found').filter({ hasText: '1 of 1' }).waitFor();
    await shot(page, 'store-replay');
    for (const [theme, name] of [
      ['Default Light Modern', 'light'],
      ['Default High Contrast', 'contrast'],
    ]) {
      await setTheme(page, theme);
      await shot(page, `store-replay-${name}`);
    }

    await resize(page, { width: 1280, height: 1300 });
    tempo.fail();
    await runCommand(page, 'Agent Envelopes: Refresh Runs');
    await row(page, /staging: .*500/).waitFor();
    await shot(page, 'store-fails');
  } finally {
    tempo.close();
  }
}

/** A Tempo with two traces. */
async function startTempo() {
  const asked = [];
  const credentials = [];
  let fails = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://tempo');
    asked.push(url.pathname);
    credentials.push(request.headers.authorization);
    if (fails) return response.writeHead(500).end();
    response.setHeader('content-type', 'application/json');
    const answer =
      url.pathname === '/api/search'
        ? searchAnswer(url.searchParams.get('q'))
        : traceOf(url.pathname.split('/').at(-1));
    return response.end(JSON.stringify(answer));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    credentials,
    address: `http://127.0.0.1:${server.address().port}`,
    fail() {
      fails = true;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const PROMPT = { key: 'gen_ai.prompt', value: { stringValue: 'Find flights to Kyoto in May' } };
const STARTED = Date.now() - 60_000;

function nanoseconds(milliseconds) {
  return String(BigInt(milliseconds) * 1_000_000n);
}

function searchAnswer(query) {
  const span = { spanID: 'c'.repeat(16), name: 'search flights', attributes: [PROMPT] };
  const isSearch = /kyoto/i.test(query);
  const traces = (isSearch ? ['1'] : ['1', '2']).map(digit => ({
    traceID: digit.repeat(32),
    rootServiceName: 'travel',
    rootTraceName: `trip ${digit}`,
    startTimeUnixNano: nanoseconds(STARTED),
    durationMs: 500,
    ...(isSearch && { spanSets: [{ spans: [span] }] }),
  }));
  return { traces };
}

function traceOf(traceId) {
  const span = (spanId, name, { attributes = [], ...more } = {}) => ({
    ...{ traceId, spanId, name },
    startTimeUnixNano: nanoseconds(STARTED),
    endTimeUnixNano: nanoseconds(STARTED + 500),
    attributes: [{ key: 'gen_ai.agent.name', value: { stringValue: 'planner' } }, ...attributes],
    ...more,
  });
  const spans = [
    span('b'.repeat(16), 'plan trip'),
    span('c'.repeat(16), 'search flights', { parentSpanId: 'b'.repeat(16), attributes: [PROMPT] }),
  ];
  return { trace: { resourceSpans: [{ scopeSpans: [{ spans }] }] } };
}
