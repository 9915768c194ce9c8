import { expect, test } from 'vitest';
import { serveHttp } from '../../kit/serveHttp';
import { folder } from '../run';
import { storeCommands } from './storeCommands';

test('a name that two stores have is a fault, and none of them is asked', async () => {
  const store = await serveHttp((_, response) => response.end('{}'));
  const cli = storeCommands('tempo', store);
  const entry = { kind: 'tempo', address: store.address };
  const list = [{ name: 'odd' }, { ...entry, name: 'prod' }, { ...entry, name: 'Prod' }, { ...entry, name: 'other' }];
  const sources = `${folder({ 'list.json': JSON.stringify(list) })}/list.json`;
  for (const name of ['prod', 'Prod', 'PROD']) {
    const { code, err } = await cli('runs', '--source', name, '--sources', sources);
    expect(code).toBe(2);
    expect(err).toContain('list.json: 2 sources are called "prod"; give each a name of its own.\n');
  }
  expect(store.received).toEqual([]);
  await cli('runs', '--source', 'other', '--sources', sources);
  expect(store.received.length).toBeGreaterThan(0);
});
