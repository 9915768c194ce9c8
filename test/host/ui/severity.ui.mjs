// What a rule's findings are shown as is a setting: of the editor, or of the folder's own file. Neither takes a reload.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  arrange,
  awake,
  gotoLine,
  openFile,
  quickFix,
  shot,
  suggestWidget,
  typeText,
  until,
  waitForNoSquiggle,
  waitForSquiggle,
} from './kit.mjs';

export const nightly = [aSeverityInTheFoldersOwnFileChangesTheSquiggleToo, switchesARuleOffInTheFolder];

const FILE = '.agent-envelopes.json';
const MESSAGE = `{
  "id": "msg_1",
  "timestamp": "2026-07-01T09:00:00Z",
  "from": "build",
  "to": "build",
  "intent": "idea",
  "context": { "project": "boards", "domain": "feature", "priority": 1, "workflowId": "wf_1" },
  "payload": { "input": "x", "output": {}, "confidence": 0.95, "needsReview": false, "reasoning": "as asked" },
  "handoff": { "nextAgent": "fix", "instructions": "Go on" }
}
`;

async function withMessage(page, folder) {
  writeFileSync(path.join(folder, 'to-itself.json'), MESSAGE);
  await awake(page);
  await openFile(page, 'to-itself.json');
  await waitForSquiggle(page, 'warning');
}

export async function aRulesSeverityChangedInSettingsChangesTheSquiggleWithoutAReload({ page, folder }) {
  await withMessage(page, folder);
  assert.equal(await page.locator('.squiggly-error').count(), 0);
  const settings = path.join(folder, '.vscode', 'settings.json');
  mkdirSync(path.dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ 'agentEnvelopes.rules': { 'agent-message/to-itself': 'error' } }));
  await waitForSquiggle(page, 'error');
  await shot(page, 'severity-setting');
  writeFileSync(settings, JSON.stringify({ 'agentEnvelopes.rules': { 'agent-message/*': 'off' } }));
  await waitForNoSquiggle(page);
}

export async function aSeverityInTheFoldersOwnFileChangesTheSquiggleToo({ page, folder }) {
  // There before the list of files is made, which is kept for a while.
  writeFileSync(path.join(folder, FILE), '{}');
  await withMessage(page, folder);
  writeFileSync(path.join(folder, FILE), '{ "rules": { "agent-message/to-itself": "error" } }');
  await waitForSquiggle(page, 'error');
  // Open in the editor it holds as it is typed, with completion, comments and problems of its own.
  writeFileSync(path.join(folder, FILE), '{\n  // of ours\n  "rules": {\n    \n  }\n}\n');
  await waitForSquiggle(page, 'warning');
  await openFile(page, FILE);
  await gotoLine(page, 4, 5);
  await typeText(page, '"to-its');
  await suggestWidget(page, ['agent-message/to-itself']);
  await shot(page, 'severity-completion');
  await page.keyboard.press('Escape');
  await typeText(page, '": "off');
  await waitForSquiggle(page, 'warning');
  await shot(page, 'severity-file');
}

export async function switchesARuleOffInTheFolder({ page, folder }) {
  await withMessage(page, folder);
  await quickFix(page, 5, 10, 'Switch off agent-message/to-itself in this folder');
  await waitForNoSquiggle(page);
  await arrange(page, 'workbench.action.files.saveFiles');
  await until(
    () => {
      try {
        return readFileSync(path.join(folder, FILE), 'utf8');
      } catch {
        return '';
      }
    },
    text => text.includes('"agent-message/to-itself": "off"'),
    `${FILE} to be written`,
  );
}
