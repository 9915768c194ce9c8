import { expect, test } from 'vitest';
import { credentialVariable, parseSources } from '../../server/src/sources/storeConfig';

const OK = { name: 'prod', kind: 'tempo', address: 'http://localhost:3200' };

test('a source has its defaults, and an address without a slash at the end', () => {
  expect(parseSources([{ ...OK, address: 'HTTP://Localhost:3200/a/' }])).toEqual({
    faults: [],
    sources: [
      {
        name: 'prod',
        kind: 'tempo',
        address: 'http://localhost:3200/a',
        database: 'default',
        table: 'otel_traces',
        maxRuns: 50,
        maxMegabytes: 64,
        timeoutSeconds: 10,
      },
    ],
  });
  expect(parseSources(undefined)).toEqual({ sources: [], faults: [] });
});

test.each<[value: unknown, fault: string]>([
  [{}, 'The sources are no list: write [{ "name": …, "kind": …, "address": … }].'],
  [['x'], 'Source 1 is no object with "name", "kind" and "address".'],
  [[{ ...OK, name: '../x' }], 'Source 1 needs a "name" of at most 60 letters, digits, blanks, ".", "_" or "-".'],
  [[{ ...OK, kind: 'zipkin' }], 'Source "prod": "kind" must be one of jaeger, tempo, clickhouse, langfuse.'],
  [
    [{ ...OK, address: 'file:///etc/passwd' }],
    'Source "prod": "address" must be a web address such as http://localhost:3200.',
  ],
  [
    [{ ...OK, address: 'http://me:pw@localhost' }],
    'Source "prod": "address" contains a user name or password; remove it, and set the credential of the source instead.',
  ],
  [[{ ...OK, address: 'http://localhost?key=1' }], 'Source "prod": "address" must end before "?" and "#".'],
  [
    [{ ...OK, password: 'x' }],
    'Source "prod": "password" does not belong into settings; set the credential of the source instead.',
  ],
  [[{ ...OK, tennant: 'x' }], 'Source "prod": "tennant" is unknown; did you mean "tenant"?'],
  [[{ ...OK, tenant: 'a\nb' }], 'Source "prod": "tenant" must be a text of 1 to 200 plain characters.'],
  [[{ ...OK, maxRuns: 0 }], 'Source "prod": "maxRuns" must be a number from 1 to 500.'],
  [[{ ...OK, kind: 'jaeger', services: [] }], 'Source "prod": "services" must be a list of 1 to 20 names.'],
  [[OK, { ...OK, name: 'PROD' }], '2 sources are called "prod"; give each a name of its own.'],
  [[{ ...OK, tennant: 'x' }, OK], '2 sources are called "prod"; give each a name of its own.'],
])('%j is told in one line', (value, fault) => {
  const { faults, sources } = parseSources(value);
  expect(faults).toEqual([fault]);
  expect(sources.length).toBeLessThanOrEqual(1);
});

test('a credential has a variable of its own', () => {
  expect(credentialVariable('prod eu-1')).toBe('AGENT_ENVELOPES_PROD_EU_1_CREDENTIAL');
});
