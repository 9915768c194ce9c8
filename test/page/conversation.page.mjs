// What was said: of a model call the prompt and the answer, of a tool its arguments and its result.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chatTrace } from '../kit/chatTrace.mjs';
import {
  corpusFolder,
  goToStep,
  openTab,
  press,
  settled,
  shownStep,
  unfocus,
  until,
  waitForStep,
  withRun,
} from './pageKit.mjs';

export const nightly = [
  theArgumentsOfACallAreMadeForReading,
  whatWasJudgedAndFoundIsShown,
  aMessageIsCopiedWholeAndOpenedInItsFile,
  theEnvelopeOfASpanIsMadeForReading,
  theShownStepIsInViewHoweverHighTheRowsAroundItAre,
];

/** A model call that was judged, a retrieval, a memory and a task of another agent, as OpenTelemetry writes them in 2026. */
const judged = [
  {
    name: 'chat m',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.agent.name': 'planner',
      'gen_ai.agent.version': '1.2.0',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.cache_creation.input_tokens': 30,
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'uri', modality: 'image', uri: 'https://example.org/x' }] },
      ]),
    },
    events: [
      {
        name: 'gen_ai.evaluation.result',
        attributes: {
          'gen_ai.evaluation.name': 'Relevance',
          'gen_ai.evaluation.score.value': 0.2,
          'gen_ai.evaluation.score.label': 'fail',
          'gen_ai.evaluation.explanation': 'The answer misses the date.',
        },
      },
    ],
  },
  {
    name: 'retrieval docs',
    attributes: {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.query.text': 'train times',
      'gen_ai.retrieval.documents': JSON.stringify([{ id: 'd1', content: 'FR 9421 leaves at 08:15', score: 0.9 }]),
    },
  },
  { name: 'SendMessage', attributes: { 'a2a.method.name': 'SendMessage', 'a2a.task.state': 'TASK_STATE_FAILED' } },
].map((span, index) => ({
  ...span,
  context: { trace_id: 'judged', span_id: `s${index}` },
  start_time: new Date(1.78e12 + index * 1000).toISOString(),
  end_time: new Date(1.78e12 + index * 1000 + 500).toISOString(),
}));

/** Shows what was found and judged; with `SCREENSHOT`, takes pictures into that folder. */
export async function whatWasJudgedAndFoundIsShown({ host }) {
  const files = { 'judged.json': JSON.stringify({ spans: judged }) };
  const picture = async (page, name) => {
    if (process.env.SCREENSHOT) await page.screenshot({ path: path.join(process.env.SCREENSHOT, `${name}.png`) });
  };
  const said = page =>
    page
      .getByTestId('exchange')
      .getByRole('article')
      .allInnerTexts()
      .then(texts => texts.map(text => text.replaceAll(/\s+/g, ' ').trim()));
  await withFiles({ host, files, run: 'judged' }, async ({ page }) => {
    await openTab(page, 'conversation');
    await goToStep(page, 1);
    await settled(page);
    await page.getByRole('button', { name: 'This Step' }).click();
    await page.getByTestId('exchange').waitFor();
    const [answer, verdict] = await said(page);
    assert.match(answer, /^assistant.*https:\/\/example\.org\/x/);
    assert.match(verdict, /^evaluation Relevance .*fail \(0\.2\) The answer misses the date\./);
    assert.match(await page.getByTestId('call-facts').innerText(), /cache write 30/);
    await picture(page, 'conversation');
    await openTab(page, 'changes');
    await settled(page);
    const changes = page.getByRole('region', { name: 'Evaluations' });
    assert.match(await changes.innerText(), /Relevance\s+fail \(0\.2\)\s+The answer misses the date\./);
    await picture(page, 'changes');
    await openTab(page, 'envelope');
    await settled(page);
    assert.match(await page.getByTestId('envelope-tab').innerText(), /version 1\.2\.0/);
    await picture(page, 'envelope');
    await openTab(page, 'conversation');
    await goToStep(page, 2);
    await settled(page);
    assert.deepEqual(
      (await said(page)).map(text => text.replace(/ (?:Copy|Show).*/, '')),
      ['input train times', 'document d1 FR 9421 leaves at 08:15'],
    );
    await picture(page, 'documents');
    assert.match(await page.getByTestId('outline').innerText(), /SendMessage/);
  });
}

const question = { role: 'user', content: 'Which **train** goes to [Rome](https://example.com/rome)?' };
const long = `Rules. ${'Answer in one sentence. '.repeat(60)}`;
const system = { role: 'system', content: long };
const call = {
  role: 'assistant',
  tool_calls: [{ id: 'call_1', function: { name: 'find_trains', arguments: '{"to":"Rome","class":2}' } }],
};
const result = { role: 'tool', tool_call_id: 'call_1', content: '{"train":"FR 9421","at":"08:15"}' };
const answer = { role: 'assistant', content: 'Take **FR 9421** at 08:15.', reasoning_content: 'Only one is left.' };
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const trace = chatTrace('chat-of-trains', [
  { input: [system, question], output: [call] },
  { input: [system, question, call, result], output: [answer] },
  {
    input: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x'.repeat(60_000) },
          { type: 'image_url', image_url: { url: pixel } },
        ],
      },
    ],
  },
  {},
]);

export async function theTabOpensFirstAndShowsThePromptAndTheAnswer({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  await withRun({ host, folder, run: 'b47d761fe79be88aee41342cdd527268' }, async ({ page }) => {
    await page.getByTestId('panel-conversation').waitFor();
    await goToStep(page, 16);
    await settled(page);
    const facts = await page.getByTestId('call-facts').innerText();
    assert.match(facts.replaceAll(/\s+/g, ' '), /gpt-3\.5-turbo .*in 629 out 19/);
    const messages = page.getByTestId('exchange').getByRole('article');
    assert.deepEqual(await messages.locator('.message-role').allInnerTexts(), ['user', 'assistant']);
    assert.match(await messages.last().innerText(), /Meta Platforms Inc\.'s revenue in Q4 2023 was \$40\.1 billion\./);
    await messages.first().getByRole('button', { name: 'Show All: 2,402 characters' }).click();
    assert.match(await messages.first().innerText(), /Question: what was meta's revenue in Q4 2023\s+Answer:\s*$/);
  });
}

export async function aCallOfAToolStandsWithItsResult({ host }) {
  await withTrains(host, async ({ page }) => {
    await goToStep(page, 2);
    await settled(page);
    const messages = page.getByTestId('exchange').getByRole('article');
    assert.deepEqual(await messages.locator('.message-role').allInnerTexts(), [
      'system',
      'user',
      'assistant',
      'assistant',
    ]);
    const tool = messages.nth(2);
    assert.deepEqual((await tool.getByLabel('Arguments').innerText()).split('\n'), ['to: Rome', 'class: 2']);
    assert.deepEqual((await tool.getByLabel('Result').innerText()).split('\n'), ['train: FR 9421', 'at: 08:15']);
    await tool.getByRole('button', { name: /find_trains/ }).click();
    await until(
      () => tool.getByLabel('Result').count(),
      count => count === 0,
      'the folded call',
    );
  });
}

export async function whatIsNewSinceTheCallBeforeIsMarked({ host }) {
  await withTrains(host, async ({ page }) => {
    await settled(page);
    // The first call has nothing before it.
    assert.equal(await page.getByText('as in the call before').count(), 0);
    await goToStep(page, 2);
    await settled(page);
    const heads = await page.getByTestId('exchange').locator('.message-head').allInnerTexts();
    assert.deepEqual(
      heads.map(head => /as in the call before/.test(head)),
      [true, true, false, false],
    );
    // The call that was answered before is new with its result.
    assert.match(heads[2], /new in this call/);
    const first = page.getByTestId('exchange').getByRole('article').first();
    assert.match(await first.innerText(), /1,4\d\d characters/);
    assert.ok(!(await first.innerText()).includes('Answer in one sentence'));
    await first.getByRole('button', { name: 'system' }).click();
    await until(
      () => first.innerText(),
      text => text.includes('Answer in one sentence'),
      'the unfolded message',
    );
  });
}

export async function markdownIsRenderedAndReasoningIsFolded({ host }) {
  await withTrains(host, async ({ page }) => {
    await goToStep(page, 2);
    await settled(page);
    const messages = page.getByTestId('exchange').getByRole('article');
    assert.equal(await messages.last().locator('strong').innerText(), 'FR 9421');
    const reasoning = messages.last().getByText('Only one is left.');
    assert.equal(await reasoning.isVisible(), false);
    await messages.last().getByText('Reasoning, 17 characters').click();
    await reasoning.waitFor();
    // As written, a text has its marks, and in the conversation of the run, too.
    const asWritten = page.getByRole('button', { name: 'Show Texts as Written' });
    await asWritten.focus();
    await press(page, 'Enter');
    assert.equal(await asWritten.getAttribute('aria-pressed'), 'true');
    await messages.last().getByText('Take **FR 9421** at 08:15.').waitFor();
    await page.getByTestId('conversation-of-run').click();
    await page.getByTestId('conversation').getByText('Take **FR 9421** at 08:15.').waitFor();
    await page.getByTestId('conversation-of-step').click();
    await asWritten.click();
    await messages.last().locator('strong').waitFor();
    // A link asks the extension, which asks the user.
    await messages.nth(1).getByRole('button', { name: 'Rome' }).click();
    const told = await page.evaluate(() => window.told);
    assert.deepEqual(told.at(-1), { type: 'openLink', href: 'https://example.com/rome' });
  });
}

export async function aMessageIsCopiedWholeAndOpenedInItsFile({ host }) {
  await withTrains(host, async ({ page }) => {
    await goToStep(page, 3);
    await settled(page);
    const message = page.getByTestId('exchange').getByRole('article').first();
    await message.hover();
    await message.getByRole('button', { name: 'Copy Message' }).click();
    const copied = await until(
      async () => (await page.evaluate(() => window.told)).at(-1),
      told => told.type === 'copy',
      'the copied text',
    );
    assert.equal(copied.text, 'x'.repeat(60_000));
    await message.getByRole('button', { name: 'Open in Editor' }).click();
    const opened = (await page.evaluate(() => window.told)).at(-1);
    assert.deepEqual(opened, {
      type: 'openEnvelope',
      step: 2,
      envelope: 0,
      path: ['attributes', 'gen_ai.input.messages'],
    });
    assert.equal(await message.locator('img').getAttribute('src'), pixel);
  });
}

export async function theConversationOfTheRunIsOneClickAway({ host }) {
  await withTrains(host, async ({ page }) => {
    await goToStep(page, 2);
    await openTab(page, 'conversation');
    await page.getByTestId('conversation-of-run').click();
    const rows = page.getByTestId('conversation').getByRole('article');
    await rows.first().waitFor();
    // All of it, each text once, as it is meant to look; the playhead's step is marked.
    const heard = async () =>
      (await rows.allInnerTexts()).map(text =>
        text
          .match(/class: 2|FR 9421|Take|x{99}/g)
          ?.join()
          .slice(0, 20),
      );
    assert.deepEqual(await heard(), ['class: 2', 'FR 9421,Take,FR 9421', 'x'.repeat(20)]);
    assert.equal(await rows.nth(1).locator('strong').innerText(), 'FR 9421');
    assert.deepEqual(await rows.evaluateAll(list => list.map(row => row.getAttribute('aria-current'))), [
      null,
      'step',
      null,
    ]);
    // What is cut can be opened.
    await rows.first().getByRole('button', { name: 'Show All: 1,' }).click();
    await until(
      () => rows.first().innerText(),
      text => text.split('Answer in one sentence').length === 61,
      'all of the system prompt',
    );
    await page.getByTestId('so-far').click();
    await until(
      () => rows.count(),
      count => count === 2,
      'the messages so far',
    );
    await rows.first().getByRole('button', { name: 'step 1' }).click();
    await until(
      () => rows.count(),
      count => count === 1,
      'the messages up to the first step',
    );
    await page.getByTestId('conversation-of-step').click();
    await page.getByTestId('exchange').waitFor();
  });
}

export async function aSessionOpensOnAllThatWasSaid({ host }) {
  const id = '0199bbbb-0000-7000-8000-000000000001';
  const lines = [
    codexLine('session_meta', { id, cwd: '/home/ada', originator: 'codex_cli_rs' }, 0),
    codexLine('turn_context', { cwd: '/home/ada', model: 'gpt-5', approval_policy: 'never' }, 1),
    codexLine('response_item', codexMessage('user', 'List the files'), 2),
    codexLine('response_item', { type: 'function_call', name: 'shell', call_id: 'c1', arguments: '{"cmd":"ls"}' }, 3),
    codexLine('response_item', { type: 'function_call_output', call_id: 'c1', output: 'a.md' }, 4),
    codexLine('response_item', codexMessage('assistant', '## Files\n\n- `a.md`'), 5),
  ];
  await withFiles({ host, files: { 'rollout.jsonl': lines.join('\n') }, run: id }, async ({ page }) => {
    const rows = page.getByTestId('conversation').getByRole('article');
    await rows.nth(2).waitFor();
    const texts = (await rows.allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '));
    assert.match(texts[0], /user → to codex .*List the files/);
    assert.match(texts[1], /shell ls .*cmd: ls .*a\.md/);
    assert.match(texts[2], /Files a\.md/);
    assert.equal(await rows.nth(2).locator('.rich-heading').innerText(), 'Files');
    // Beside it the steps: a graph of one agent says little.
    await page.getByTestId('panel-steps').waitFor();
    // The keys go from message to message.
    await page.getByTestId('conversation').focus();
    await press(page, 'End', 'Enter');
    await waitForStep(page, 5);
  });
}

export async function theShownStepIsInViewHoweverHighTheRowsAroundItAre({ host }) {
  const id = '0199bbbb-0000-7000-8000-000000000002';
  const rows = Array.from({ length: 160 }, (_, index) =>
    codexLine(
      'response_item',
      codexMessage(index % 2 ? 'assistant' : 'user', `Row ${index}\n\n${'- one more line\n'.repeat((index * 7) % 40)}`),
      index,
    ),
  );
  const lines = [codexLine('session_meta', { id, cwd: '/home/ada', originator: 'codex_cli_rs' }, 0), ...rows];
  await withFiles({ host, files: { 'rollout.jsonl': lines.join('\n') }, run: id }, async ({ page }) => {
    const { of } = await shownStep(page);
    const isInView = () =>
      page.evaluate(() => {
        const list = document.querySelector('[data-testid=conversation]');
        const [own, all] = [list.querySelector('[aria-current=step]'), list].map(one => one?.getBoundingClientRect());
        return own !== undefined && own.top < all.bottom - 20 && own.bottom > all.top + 20;
      });
    await unfocus(page);
    await press(page, 'End');
    await waitForStep(page, of);
    await settled(page);
    assert.ok(await isInView(), 'the last step');
    await goToStep(page, 2);
    await settled(page);
    assert.ok(await isInView(), 'the first message');
    // The tab is opened when the step is far from the beginning.
    await openTab(page, 'envelope');
    await unfocus(page);
    await press(page, 'End');
    await openTab(page, 'conversation');
    assert.ok(await isInView(), 'the opened tab');
    // Who scrolls is left where he is.
    const box = await page.getByTestId('conversation').boundingBox();
    await page.mouse.move(box.x + 50, box.y + 50);
    await page.mouse.wheel(0, -8000);
    await until(isInView, isShown => !isShown, 'the list scrolled by the user');
    await settled(page);
    assert.ok(!(await isInView()), 'the list stays there');
  });
}

export async function theArgumentsOfACallAreMadeForReading({ host }) {
  const id = '0199bbbb-0000-7000-8000-000000000003';
  const call = { file: 'a.ts', old_string: 'let a = 1;\nlet b;', new_string: 'const a = 1;\nlet b;' };
  const lines = [
    codexLine('session_meta', { id, cwd: '/home/ada', originator: 'codex_cli_rs' }, 0),
    codexLine('response_item', codexMessage('user', 'Edit it'), 1),
    codexLine(
      'response_item',
      { type: 'function_call', name: 'edit', call_id: 'c1', arguments: JSON.stringify(call) },
      2,
    ),
    codexLine('response_item', { type: 'function_call_output', call_id: 'c1', output: 'one\ntwo' }, 3),
  ];
  const options = { size: { width: 560, height: 800 } };
  await withFiles({ host, files: { 'rollout.jsonl': lines.join('\n') }, run: id, options }, async ({ page }) => {
    const row = page.getByTestId('conversation').getByRole('article').nth(1);
    const told = (await row.getByLabel('Arguments').locator('code').allInnerTexts()).map(text => text.trimEnd());
    assert.deepEqual(told, ['file: a.ts', '- let a = 1;', '+ const a = 1;', '  let b;']);
    assert.equal(await row.locator('.removed').count(), 1);
    assert.equal(await row.getByLabel('Result').innerText(), 'one\ntwo');
  });
}

async function withTrains(host, test) {
  for (const span of trace.spans) span.attributes['gen_ai.agent.name'] = 'clerk';
  const files = { 'trains.json': JSON.stringify(trace) };
  await withFiles({ host, files, run: 'chat-of-trains', sharedAs: 'trains' }, test);
}

/** A line of a session of Codex. */
function codexLine(type, payload, second) {
  return JSON.stringify({ timestamp: new Date(Date.UTC(2026, 5, 1, 10, 0, second)).toISOString(), type, payload });
}

function codexMessage(role, text) {
  return { type: 'message', role, content: [{ type: 'input_text', text }] };
}

/** Opens a run of files that are written for it. */
async function withFiles({ files, ...what }, test) {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-chat-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  try {
    await withRun({ ...what, folder }, test);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function theEnvelopeOfASpanIsMadeForReading({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  await withRun({ host, folder, run: 'b47d761fe79be88aee41342cdd527268' }, async ({ page }) => {
    await goToStep(page, 16);
    await openTab(page, 'envelope');
    const row = name => page.getByRole('treeitem').filter({ hasText: name });
    await row('b47d761fe79be88aee41342cdd527268 in hex').waitFor();
    await row('2025-07-02T16:47:20.799428096Z').waitFor();
    await row(/^llm: /).click();
    await row(/token_count/)
      .first()
      .waitFor();
    await row(/^metadata: .*JSON in a text/).click();
    await row('ls_provider').waitFor();
    // As it is in the file, with one click.
    await page.getByTestId('envelope-as-text').click();
    await page.getByText('"traceId": "tH12H+eb6IruQTQs3VJyaA=="').waitFor();
  });
}

export async function wordsAreFoundInTheConversation({ host }) {
  await withTrains(host, async ({ page }) => {
    await goToStep(page, 1);
    await page.getByTestId('find-open').click();
    const field = page.getByTestId('find');
    await field.fill('train goes');
    await page.getByTestId('find-count').filter({ hasText: '1 of ' }).waitFor();
    await until(
      () => page.evaluate(() => CSS.highlights.get('found-words')?.size ?? 0),
      count => count > 0,
      'the marked words',
    );
    await field.fill('no such words');
    await page.getByTestId('find-count').filter({ hasText: 'not found' }).waitFor();
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    // What is searched in the run is marked where it was said.
    await page.getByTestId('search').fill('rome');
    await until(
      () => page.evaluate(() => CSS.highlights.get('found-words')?.size ?? 0),
      count => count > 0,
      'the words of the search',
    );
  });
}
