import { expect, test } from 'vitest';
import { serveHttp } from '../../kit/serveHttp';
import { storeCommands } from './storeCommands';

const CREDENTIAL = 'reader:Tr0ub4dor&3-xyz';

/** Spellings in which servers repeat a credential in their errors. */
const SPELLINGS: Readonly<Record<string, string>> = {
  plain: CREDENTIAL,
  'upper case': CREDENTIAL.toUpperCase(),
  'the JSON of Go': 'reader:Tr0ub4dor\\u00263-xyz',
  'JSON in JSON': 'reader:Tr0ub4dor\\\\u00263-xyz',
  HTML: 'reader:Tr0ub4dor&amp;3-xyz',
  'HTML with numbers': 'reader&#58;Tr0ub4dor&#x26;3&#45;xyz',
  'HTML in the JSON of Go': 'Tr0ub4dor\\u0026amp;3-xyz',
  'an address': 'reader%3ATr0ub4dor%263%2Dxyz',
  'an address that is escaped throughout': '%54r%30ub4dor%2526%33%2dxyz',
  hexadecimal: Buffer.from(CREDENTIAL).toString('hex'),
  'hexadecimal in upper case with colons': (
    Buffer.from('Tr0ub4dor&3-xyz').toString('hex').toUpperCase().match(/../g) ?? []
  ).join(':'),
  'the header': Buffer.from(CREDENTIAL).toString('base64'),
  'Base64 of more': Buffer.from(`Authorization: ${CREDENTIAL}!`).toString('base64url'),
  'with blanks': [...'Tr0ub4dor&3-xyz'].join(' '),
  'with an unknown entity': 'Tr0ub4dor&ampersand;3-xyz',
};

test.each(Object.entries(SPELLINGS))('a credential that a store repeats is not printed: %s', async (_, spelling) => {
  for (const status of [400, 401, 500]) {
    const store = await serveHttp((_, response) => {
      response.writeHead(status);
      response.end(`{"error":"before ${spelling} after"}`);
    });
    for (const kind of ['tempo', 'clickhouse']) {
      const cli = storeCommands(kind, store, { env: { AGENT_ENVELOPES_PROD_CREDENTIAL: CREDENTIAL } });
      const { code, out, err } = await cli('runs', '--source', 'prod');
      expect([code, out]).toEqual([2, '']);
      expect(err).not.toContain(spelling);
      expect(err.toLowerCase()).not.toMatch(/tr0ub4dor|t r 0 u b|xyz|54723075/);
    }
  }
});

test('what a store says besides the credential is printed', async () => {
  const store = await serveHttp((_, response) => {
    response.writeHead(400);
    response.end('user \\u0026 password Tr0ub4dor\\u00263-xyz are wrong & old');
  });
  const cli = storeCommands('tempo', store, { env: { AGENT_ENVELOPES_PROD_CREDENTIAL: CREDENTIAL } });
  expect((await cli('runs', '--source', 'prod')).err).toContain('user \\u0026 password … are wrong & old');
});

test.each([
  ['tempo', 401, 'requires a credential, and none is set (401) (no)'],
  ['jaeger', 403, 'does not allow this without a credential (403) (no)'],
  ['langfuse', 401, 'requires a credential, and none is set (401) (no)'],
  ['clickhouse', 401, 'requires a credential, and none is set'],
])('a credential that is not set is not blamed: %s, %i', async (kind, status, words) => {
  const store = await serveHttp((_, response) =>
    response.writeHead(status).end(kind === 'clickhouse' ? 'Code: 516. DB::Exception: no' : 'no'),
  );
  for (const env of [{}, { AGENT_ENVELOPES_PROD_CREDENTIAL: '' }]) {
    const { code, err } = await storeCommands(kind, store, { env })('runs', '--source', 'prod');
    expect(code).toBe(2);
    expect(err).toContain(`${words}; set AGENT_ENVELOPES_PROD_CREDENTIAL`);
    expect(err).toContain(kind === 'clickhouse' ? '(code 516: no)' : '(no)');
  }
  const set = await storeCommands(kind, store, { env: { AGENT_ENVELOPES_PROD_CREDENTIAL: 'a:bcd' } })(
    'runs',
    '--source',
    'prod',
  );
  expect(set.err).toMatch(/check (?:the credential of this source|that of this source)/);
});
