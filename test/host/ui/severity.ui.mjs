// What a rule's findings are shown as is a setting of the editor, which takes no reload.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { awake, openFile, shot, waitForNoSquiggle, waitForSquiggle } from './kit.mjs';

export const nightly = [aRulesSeverityChangedInSettingsChangesTheSquiggleWithoutAReload];

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
