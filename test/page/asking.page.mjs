// A person has a trace, and asks what was said in it: by the mouse and by keys.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sharedFolder } from '../kit/corpusFolder.mjs';
import { openTab, press, unfocus, until, waitForStep, withRun } from './pageKit.mjs';

export const nightly = [whatASubAgentSaid];

const system = { role: 'system', content: 'Answer in one sentence.' };
const question = { role: 'user', content: 'Which train goes to Rome before noon?' };
const ask = {
  role: 'assistant',
  tool_calls: [{ id: 'call_1', function: { name: 'find_trains', arguments: '{"to":"Rome","before":"12:00"}' } }],
};
const found = { role: 'tool', tool_call_id: 'call_1', content: '{"error":"the timetable is closed"}' };
const answer = { role: 'assistant', content: 'No timetable can be read now; the station tells the trains of today.' };

/** Two model calls with a tool between them that fails. */
function trainTrace() {
  const span = (index, name, attributes, more = {}) => ({
    name,
    context: { trace_id: 'trains', span_id: `s${index}` },
    ...(index > 1 && { parent_id: 's1' }),
    start_time: new Date(1.78e12 + index * 1000).toISOString(),
    end_time: new Date(1.78e12 + index * 1000 + 300 * index).toISOString(),
    attributes,
    ...more,
  });
  const call = (model, input, output) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': 100 * input.length,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([output]),
  });
  return {
    spans: [
      span(1, 'invoke_agent travel', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'travel' }),
      span(2, 'chat small', call('small', [system, question], ask)),
      span(
        3,
        'execute_tool find_trains',
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'find_trains',
          'gen_ai.tool.call.arguments': '{"to":"Rome","before":"12:00"}',
          'gen_ai.tool.call.result': '{"error":"the timetable is closed"}',
        },
        { status: { status_code: 'ERROR', description: 'the timetable is closed' } },
      ),
      span(4, 'chat large', call('large', [system, question, ask, found], answer)),
    ],
  };
}

export async function whatWasSaidInATrace({ host }) {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-trains-'));
  writeFileSync(path.join(folder, 'trains.json'), JSON.stringify(trainTrace(), undefined, 2));
  try {
    await withRun({ host, folder, run: 'trains' }, async ({ page }) => {
      const said = page.getByTestId('exchange');

      // The prompt and the answer of the slowest model call: from the metrics.
      await openTab(page, 'metrics');
      await page.getByLabel('Slowest Steps').getByRole('button', { name: 'step 4' }).click();
      await openTab(page, 'conversation');
      await said.getByText(question.content).waitFor();
      await said.getByText(answer.content).waitFor();

      // What it had that the call before had not: the call of the tool with its result.
      const added = said.getByRole('article').filter({ hasText: 'new in this call' });
      await added.getByText('find_trains').waitFor();
      assert.equal(await added.count(), 1);

      // The arguments and the result of the failed tool call: by keys.
      await unfocus(page);
      await press(page, 'Home', 'e');
      await waitForStep(page, 3);
      await press(page, '4');
      await said.getByText('before', { exact: true }).waitFor();
      await said.getByText('the timetable is closed').waitFor();

      // Tokens by model: by keys.
      await press(page, '6');
      const rows = page.getByTestId('metrics-models').locator('tbody tr');
      await rows.first().waitFor();
      assert.deepEqual(
        (await rows.allInnerTexts()).map(row => row.split(/\s+/)),
        [
          ['large', '1', '400', '20', '420'],
          ['small', '1', '200', '20', '220'],
        ],
      );

      // A phrase that was said anywhere: found, gone to and marked.
      await press(page, '/');
      await page.keyboard.type('the station tells');
      await until(
        () => page.evaluate(() => window.kept.query),
        query => query === 'the station tells',
        'the search for all that was typed',
      );
      await page.getByTestId('search-found').filter({ hasText: /^1/ }).waitFor();
      await press(page, 'Enter');
      await waitForStep(page, 4);
      await openTab(page, 'conversation');
      await until(
        () => said.evaluate(() => [...(CSS.highlights.get('found-words') ?? [])].map(String)),
        marked => marked.join() === 'the station tells',
        'the marked phrase',
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function whatASubAgentSaid({ host }) {
  const logs = sharedFolder('run-logs');
  if (!logs) return;
  const folder = path.join(logs, 'claude-code', 'with-subagent');
  await withRun({ host, folder, run: '50a7220d-7250-46f3-b38e-b716ce25032e' }, async ({ page }) => {
    await openTab(page, 'steps');
    // What the sub-agent did is in the call that started it.
    await page.getByRole('treeitem').filter({ hasText: 'agent-a21e2f5' }).first().click();
    await openTab(page, 'conversation');
    await page.getByText('Run the command: sleep 10').first().waitFor();
  });
}
