// The command that lists the sessions of coding agents in the home folder, and opens one.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand, shot, until } from './kit.mjs';
import { message, pick, waitForStep } from './replayKit.mjs';

// Whether the user was asked is remembered by a window's extension, not by its workspace.
export const isExclusive = true;

const COMMAND = 'Agent Envelopes: Open Agent Session…';

export async function asksOnceAndFollowsTheSessionThatIsChosen({ page, host }) {
  const projects = path.join(host.home, '.claude', 'projects');
  const write = (file, ...lines) => {
    mkdirSync(path.dirname(path.join(projects, file)), { recursive: true });
    writeFileSync(path.join(projects, file), lines.map(line => `${line}\n`).join(''));
  };
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'Look for sessions of coding agents' });
  const answer = async button => {
    await dialog.getByText(projects).waitFor();
    await dialog.locator('.monaco-button', { hasText: button }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const rows = page.locator('.quick-input-widget:visible .monaco-list-row');

  // A "no" is not kept.
  await runCommand(page, COMMAND);
  await answer('Cancel');
  await runCommand(page, COMMAND);
  await answer('Look There');
  await message(page, `found in ${projects}`);

  write('-work-shop/s1.jsonl', line('s1', 'Mend the $(alert) \u202Eshop'), line('s1', 'And test it'));
  write('-work-shop/s1/subagents/agent-a.jsonl', line('s1', 'Look around', { isSidechain: true, agentId: 'a' }));
  write('-work-docs/s2.jsonl', line('s2', 'Write the docs', { cwd: '/work/docs' }));
  write('-work-docs/s3.jsonl', '{"broken":');
  symlinkSync(path.join(host.home, 'nowhere'), path.join(projects, '-work-docs', 's4.jsonl'));
  await runCommand(page, COMMAND);
  const shown = await until(
    () => rows.allInnerTexts(),
    all => all.length === 2,
    'the two sessions',
  );
  assert.match(shown.join('\n'), /Mend the \$\(alert\) shopbeing written · Claude Code · 1 KB · shop/);
  assert.match(shown.join('\n'), /Write the docs/);
  await shot(page, 'sessions');
  // By its name: what is told of a row may lie over it.
  await pick(page, 'Mend the', 'Mend the');
  await waitForStep(page, 1, 3);
  appendFileSync(path.join(projects, '-work-shop', 's1.jsonl'), `${line('s1', 'And ship it')}\n`);
  await waitForStep(page, 1, 4);
  write('-work-shop/s1/subagents/agent-b.jsonl', line('s1', 'Look there', { isSidechain: true, agentId: 'b' }));
  await waitForStep(page, 1, 5);
  await shot(page, 'session-followed');
  rmSync(projects, { recursive: true });
}

let count = 0;

function line(sessionId, content, more = {}) {
  count++;
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    sessionId,
    cwd: '/work/shop',
    type: 'user',
    message: { role: 'user', content },
    uuid: `u${count}`,
    timestamp: new Date(Date.now() + count * 1000).toISOString(),
    ...more,
  });
}
