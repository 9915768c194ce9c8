// A person has a trace, and asks what was said in it: six tasks, each by the mouse and by keys.
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder, sharedFolder } from '../../kit/corpusFolder.mjs';
import { awake, openFile, runCommand, setTheme, shot, until, waitUntilRecognised } from './kit.mjs';
import { replay, waitForStep } from './replayKit.mjs';
import { resize } from './runsKit.mjs';

export const nightly = [answersWhatASubAgentSaid, looksWellInEachTheme];

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

export async function answersWhatWasSaid({ page, folder }) {
  writeFileSync(path.join(folder, 'trains.json'), JSON.stringify(trainTrace(), null, 2));
  await open(page, 'trains.json', 4);
  const view = replay(page);
  const said = view.getByTestId('exchange');

  // The prompt and the answer of the slowest model call: from the metrics.
  await view.getByTestId('tab-metrics').click();
  await view.getByLabel('Slowest Steps').getByRole('button', { name: 'step 4' }).click();
  await view.getByTestId('tab-conversation').click();
  await said.getByText(question.content).waitFor();
  await said.getByText(answer.content).waitFor();

  // What it had that the call before had not: the call of the tool with its result.
  const added = said.getByRole('article').filter({ hasText: 'new in this call' });
  await added.getByText('find_trains').waitFor();
  assert.equal(await added.count(), 1);
  await shot(page, 'traces-new');

  // The arguments and the result of the failed tool call: by keys.
  await focus(view);
  await page.keyboard.press('Home');
  await page.keyboard.press('e');
  await waitForStep(page, 3, 4);
  await page.keyboard.press('4');
  await said.getByText('before', { exact: true }).waitFor();
  await said.getByText('the timetable is closed').waitFor();
  await shot(page, 'traces-failed');

  // Tokens by model: by keys.
  await page.keyboard.press('6');
  const models = view.getByTestId('metrics-models');
  await models.waitFor();
  assert.deepEqual(
    await models
      .locator('tbody tr')
      .allInnerTexts()
      .then(rows => rows.map(row => row.split(/\s+/))),
    [
      ['large', '1', '400', '20', '420'],
      ['small', '1', '200', '20', '220'],
    ],
  );
  await shot(page, 'traces-models');

  // A phrase that was said anywhere: found, gone to and marked.
  await page.keyboard.press('/');
  await page.keyboard.type('the station tells');
  await view.getByTestId('search-found').filter({ hasText: /^1/ }).waitFor();
  await page.keyboard.press('Enter');
  await waitForStep(page, 4, 4);
  await view.getByTestId('tab-conversation').click();
  await until(
    () => said.evaluate(() => [...(CSS.highlights.get('found-words') ?? [])].map(String)),
    marked => marked.join() === 'the station tells',
    'the marked phrase',
  );
  await shot(page, 'traces-phrase');
}

export async function answersWhatASubAgentSaid({ page, folder }) {
  const logs = sharedFolder('run-logs');
  if (!logs) return;
  cpSync(path.join(logs, 'claude-code', 'with-subagent'), path.join(folder, 'session'), { recursive: true });
  await open(page, 'session/50a7220d-7250-46f3-b38e-b716ce25032e.jsonl', 10);
  const view = replay(page);
  await view.getByTestId('tab-steps').click();
  // What the sub-agent did is in the call that started it.
  const own = view.getByRole('treeitem').filter({ hasText: 'agent-a21e2f5' });
  await own.first().click();
  await view.getByTestId('tab-conversation').click();
  await view.getByText('Run the command: sleep 10').first().waitFor();
  await shot(page, 'traces-sub-agent');
}

export async function looksWellInEachTheme({ page, folder }) {
  const corpus = corpusFolder();
  if (!corpus) return;
  cpSync(path.join(corpus, 'traces', 'otlp', 'agent-prism__rag_earnings_agent.json'), path.join(folder, 'rag.json'));
  await open(page, 'rag.json', 18);
  await focus(replay(page));
  for (let step = 1; step < 16; step++) await page.keyboard.press('ArrowRight');
  await waitForStep(page, 16, 18);
  await replay(page).getByText("Meta Platforms Inc.'s revenue in Q4 2023 was").waitFor();
  await shot(page, 'replay-conversation');
  for (const [theme, name] of [
    ['Default Light Modern', 'light'],
    ['Default High Contrast', 'contrast'],
  ]) {
    await setTheme(page, theme);
    await shot(page, `replay-conversation-${name}`);
  }
  await setTheme(page, 'Default Dark Modern');
}

async function open(page, file, steps) {
  await awake(page);
  await resize(page, { width: 1240, height: 800 });
  await openFile(page, file);
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Open Replay');
  await waitForStep(page, 1, steps);
}

/** Gives the page the keys. */
async function focus(view) {
  await view.getByTestId('step-count').click();
}
