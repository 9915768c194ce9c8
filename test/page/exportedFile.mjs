// A run that is exported as a file, opened in a browser that has no network.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { settled } from './pageKit.mjs';

/** Covers nothing. */
export const NOTHING = { paths: false, emails: false, secrets: false, fields: [] };

/** A run as a file of its own: its name and its text. */
export function exported(page, workspace, redaction = NOTHING) {
  return workspace.server.ask('agentEnvelopes/replay', {
    run: page.run,
    question: 'export',
    params: { format: 'html', redaction },
  });
}

/** Opens a text as a file in a browser that has no network. */
export async function withFile(page, text, test) {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-export-'));
  const context = await page.context().browser().newContext({ viewport: page.viewportSize(), reducedMotion: 'reduce' });
  try {
    const file = path.join(folder, 'run.html');
    writeFileSync(file, text);
    const address = pathToFileURL(file).href;
    const asked = [];
    await context.route('**', route => {
      const url = route.request().url();
      if (url === address) return route.continue();
      asked.push(url);
      return route.abort();
    });
    const shown = await context.newPage();
    shown.setDefaultTimeout(60_000);
    const faults = [];
    shown.on('pageerror', error => faults.push(String(error)));
    shown.on('console', message => message.type() === 'error' && faults.push(message.text()));
    await shown.addInitScript(() => Object.assign(window, { asked: [], answered: 0 }));
    await shown.goto(address);
    await shown.getByTestId('step-count').waitFor();
    await settled(shown);
    await test(shown);
    assert.deepEqual({ faults, asked }, { faults: [], asked: [] });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
