import { describe, expect, test } from 'vitest';
import { validateMessages } from '../../server/src/connection/validateMessages';
import { REQUESTS } from '../../server/src/shared/requests';

function openedGate() {
  const gate = validateMessages();
  expect(gate.check({ jsonrpc: '2.0', method: 'initialize', params: { capabilities: {} } })).toEqual({ passes: true });
  return (method: string, params?: unknown) => gate.check({ jsonrpc: '2.0', method, params }).refusal?.message;
}

const withParams = Object.entries(REQUESTS).flatMap(([method, row]) =>
  'params' in row ? [{ method, params: row.params }] : [],
);

describe('a request of ours', () => {
  test.each(withParams)('$method names the first parameter that does not fit, and what does', ({ method, params }) => {
    const check = openedGate();
    expect(check(method)).toBe(`${method}: the parameters must be an object.`);
    const missing = Object.entries(params).find(([, shape]) => !shape(undefined));
    expect(check(method, {})).toBe(missing && `${method}: "${missing[0]}" must be ${missing[1].is}.`);
    for (const [, shape] of Object.entries(params)) expect(shape.is ?? 'anything').not.toContain('undefined');
  });

  test.each<[method: keyof typeof REQUESTS, params: unknown, message: string | undefined]>([
    ['agentEnvelopes/kinds', undefined, undefined],
    ['agentEnvelopes/runs/nodes', { view: {} }, undefined],
    ['agentEnvelopes/runs/nodes', { view: {}, parent: 7 }, '"parent" must be a string, or absent.'],
    ['agentEnvelopes/replay', { run: 'r', question: 'step' }, undefined],
    ['agentEnvelopes/envelope', { uri: 'file:///a', position: { line: -1 } }, '"position" must be a position:'],
    ['agentEnvelopes/replay/files', { files: [{}] }, '"files" must be an array of objects with a "uri".'],
    ['agentEnvelopes/sending/prepare', { run: 'r', redaction: {} }, '"redaction" must be a redaction: {"paths"'],
  ])('%s with %j', (method, params, message) => {
    const refusal = openedGate()(method, params);
    if (message === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(message);
  });
});
