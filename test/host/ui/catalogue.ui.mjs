// A call is written with what the workspace's catalogue says: whose tool, which, and what it takes.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  arrange,
  awake,
  gotoLine,
  hoverAt,
  openFile,
  shot,
  suggestWidget,
  typeText,
  until,
  waitForProblems,
} from './kit.mjs';

export const nightly = true;

export const settings = {
  'agentEnvelopes.toolCatalogues': ['tools/tool_catalogue.json'],
};

const BEGUN = `{
  "call_id": "t_0123456789",
  "ts": "2026-06-15T08:00:00Z",
  "confirm_required": false
}
`;

export async function completesACatalogueCallArgumentByArgument({ page, folder }) {
  const file = path.join(folder, 'new.json');
  writeFileSync(file, BEGUN);
  await awake(page);
  await openFile(page, 'new.json');
  await gotoLine(page, 4, 28);

  await property(page, 'agent');
  await choose(page, ['"calendar"', '"comms"', '"wellness"', '"finance"'], '"calendar"');
  await property(page, 'tool');
  await shot(page, 'catalogue-tool');
  await choose(page, ['"find_overlaps"', '"leave_by"'], '"leave_by"');

  // What the tool requires comes at once, to be tabbed through.
  await property(page, 'args');
  await until(
    () => text(page),
    shown => shown.includes('"travel_min": 1'),
    'the required arguments',
  );
  for (const value of ['e_dentist', '2026-06-15T09:00:00Z', '2026-06-15T09:45:00Z', '25']) {
    await typeText(page, value);
    await page.keyboard.press('Tab');
  }
  await shot(page, 'catalogue-args');

  // What it may have besides is offered inside the arguments.
  await gotoLine(page, await lineOf(page, '"travel_min": 25'));
  await page.keyboard.press('End');
  await typeText(page, ',\n"');
  const offered = await suggestWidget(page, ['buffer_min']);
  assert.deepEqual(
    offered.filter(label => !label.startsWith('$')),
    ['buffer_min'],
  );
  await shot(page, 'catalogue-argument');
  await page.keyboard.press('Enter');
  await until(
    () => text(page),
    shown => shown.includes('"buffer_min": 10'),
    'the argument with its default',
  );
  await page.keyboard.press('Escape');
  await waitForProblems(page, { errors: 0, warnings: 0 });

  const line = await lineOf(page, '"leave_by"');
  await hoverAt(page, line, 14, 'Says when to leave for an appointment.');
  await shot(page, 'catalogue-hover');
  await page.keyboard.press('Escape');

  // An argument that the tool refuses, and where it says so.
  await gotoLine(page, await lineOf(page, '"travel_min"'), 21);
  await typeText(page, '0000');
  await waitForProblems(page, { errors: 1 });
  await shot(page, 'catalogue-error');
  for (let i = 0; i < 4; i++) await page.keyboard.press('Backspace');
  await waitForProblems(page, { errors: 0 });
  await arrange(page, 'workbench.action.files.save');
  const { agent, tool, args } = await until(
    async () => JSON.parse(readFileSync(file, 'utf8')),
    call => call.args !== undefined,
    'the file to be saved',
  );
  assert.deepEqual(
    { agent, tool, args },
    {
      agent: 'calendar',
      tool: 'leave_by',
      args: {
        event: { id: 'e_dentist', start: '2026-06-15T09:00:00Z', end: '2026-06-15T09:45:00Z' },
        travel_min: 25,
        buffer_min: 10,
      },
    },
  );
  await gotoLine(page, line, 14);
  await page.keyboard.press('F12');
  await page.locator('.tab.active[data-resource-name="tool_catalogue.json"]').waitFor();
}

/** Takes the next property of the object by its suggestion. */
async function property(page, name) {
  await page.keyboard.press('End');
  await typeText(page, `,\n"${name.slice(0, 2)}`);
  await suggestWidget(page, [name]);
  await page.locator(`.suggest-widget.visible .monaco-list-row.focused:has-text("${name}")`).first().waitFor();
  await page.keyboard.press('Enter');
}

/** Takes one of the values that are offered, which are all there are. */
async function choose(page, all, one) {
  const rows = page.locator('.suggest-widget.visible .monaco-list-row');
  await until(
    () => rows.locator('.label-name').allInnerTexts(),
    shown => JSON.stringify(shown) === JSON.stringify(all),
    `the values ${all.join(', ')}`,
  );
  await rows.filter({ hasText: one }).first().click();
  await until(
    () => text(page),
    shown => shown.includes(one),
    `the value ${one}`,
  );
}

async function lineOf(page, piece) {
  const lines = (await text(page)).split('\n');
  const index = lines.findIndex(line => line.includes(piece));
  assert.ok(index >= 0, `${piece} in\n${lines.join('\n')}`);
  return index + 1;
}

/** The lines of the active editor as they are drawn, from the first: the file is short. */
async function text(page) {
  const editor = '.part.editor .editor-group-container.active .monaco-editor';
  return page.locator(editor).evaluate(element => {
    const lines = [...element.querySelectorAll('.view-lines .view-line')];
    const top = line => Number.parseFloat(line.style.top);
    return lines
      .sort((one, other) => top(one) - top(other))
      .map(line => line.textContent.replaceAll('\u00a0', ' '))
      .join('\n');
  });
}
