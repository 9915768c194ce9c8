import { expect, test, vi } from 'vitest';
import type { RunsClient } from '../../../client/webview/runs/runsClient';
import { createRunsModel } from '../../../client/webview/runs/runsModel';

test('a search ends while a log is written, and is then repeated once', async () => {
  let revision = 0;
  const searches: ((page: object) => void)[] = [];
  const answers: Record<string, () => unknown> = {
    said: () => new Promise(resolve => searches.push(resolve)),
    state: () => ({ revision: String(revision++), places: [] }),
    runs: () => ({ runs: [], total: 0 }),
    filter: () => ({ completions: [] }),
  };
  const client = { ask: async (question: string) => answers[question]?.() } as unknown as RunsClient;
  const model = createRunsModel(client, () => {});
  model.setQuery('kyoto');
  await vi.waitFor(() => expect(searches).toHaveLength(1));
  for (let second = 0; second < 3; second++) await model.look();
  expect(searches).toHaveLength(1);
  searches[0]?.({ matches: [], next: 'page 2' });
  await vi.waitFor(() => expect(searches).toHaveLength(2));
  await model.look();
  searches[1]?.({ matches: [{ text: 'first' }] });
  await vi.waitFor(() => expect(searches).toHaveLength(3));
  expect(model.steps.value?.matches).toHaveLength(1);
  searches[2]?.({ matches: [{ text: 'first' }, { text: 'second' }] });
  await vi.waitFor(() => expect(model.steps.value?.matches).toHaveLength(2));
  expect(searches).toHaveLength(3);
  await model.look();
  expect(searches).toHaveLength(4);
});
