import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inputPair } from './envelopes/inputPair.mjs';
import { message } from './envelopes/message.mjs';
import { requestPair } from './envelopes/requestPair.mjs';
import { returnPair } from './envelopes/returnPair.mjs';
import { toolCall } from './envelopes/toolCall.mjs';
import { registryText } from './registries.mjs';

const LOG = 100;
const WORKFLOWS = ['specify', 'plan', 'tasks', 'implement'];

/**
 * Writes a workspace as agents leave it, the same one each time: half of its envelopes in logs of messages, a tenth in
 * logs of tool calls with their results beside them, a tenth requests and responses, the others inputs and outputs of
 * the features, each of which has a registry. 10,000 envelopes and 1,000 registries are about 20 MB.
 *
 * @param {string} folder
 * @param {{ envelopes?: number, registries?: number }} [counts] envelopes in whole logs: hundreds
 */
export function writeWorkspace(folder, { envelopes = 10_000, registries = 1000 } = {}) {
  const written = { files: 0, bytes: 0, envelopes: 0 };
  const write = (name, text) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    written.files++;
    written.bytes += Buffer.byteLength(text);
  };
  const writePair = (stem, [first, second], [one, two]) => {
    write(`${stem}.${one}.json`, pretty(first));
    write(`${stem}.${two}.json`, pretty(second));
    written.envelopes += 2;
  };
  const features = Array.from({ length: registries }, (_, n) => `${String(n + 1).padStart(4, '0')}-${NAMES[n % 7]}`);
  features.forEach((id, n) => {
    write(`specs/${id}/.workflow/index.md`, registryText(n, { size: 11, id }));
  });

  for (let log = 0; log < envelopes / 2 / LOG; log++) {
    write(
      `messages/wf_${log}.jsonl`,
      lines(LOG, n => message(log, n)),
    );
    written.envelopes += LOG;
  }
  for (let log = 0; log < envelopes / 10 / LOG; log++) {
    const calls = Array.from({ length: LOG / 2 }, (_, n) => toolCall(log, n));
    write(
      `tools/night_${log}.calls.jsonl`,
      lines(LOG / 2, n => calls[n].call),
    );
    write(
      `tools/night_${log}.results.jsonl`,
      lines(LOG / 2, n => calls[n].result),
    );
    written.envelopes += LOG;
  }
  for (let n = 0; n < envelopes / 20; n++) {
    writePair(`io/trip_${n % 50}/step_${n}`, requestPair(n), ['request', 'response']);
  }
  for (let n = 0; n < (envelopes * 3) / 20; n++) {
    const id = features[n % features.length] ?? 'none';
    const round = Math.floor(n / features.length);
    const workflow = WORKFLOWS[round % WORKFLOWS.length];
    const about = { id, workflow, iteration: 1 + Math.floor(round / WORKFLOWS.length), n };
    const stem = `specs/${id}/.workflow/${workflow}-${about.iteration}`;
    if (n % 3 === 2) writePair(stem, returnPair(about), ['input', 'return']);
    else writePair(stem, inputPair(about), ['input', 'output']);
  }
  return written;
}

const NAMES = ['team-invites', 'invoice-export', 'login', 'search', 'dark-mode', 'audit-log', 'payments'];

function lines(count, make) {
  return Array.from({ length: count }, (_, n) => `${JSON.stringify(make(n))}\n`).join('');
}

function pretty(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
