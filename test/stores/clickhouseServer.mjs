// node clickhouseServer.mjs FOLDER
// ClickHouse's HTTP interface on 127.0.0.1, over chdb, which is installed in FOLDER: parameters, formats, exceptions, users. Prints its port.
// Ends with standard input.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const { Session } = createRequire(path.join(process.argv[2] ?? '.', 'package.json'))('chdb');
const session = new Session();

/** Users and passwords. `reader` has `readonly = 1`, and may change no setting. */
const USERS = new Map([
  ['default', ''],
  ['reader', 'only-reads'],
]);

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => answer(request, Buffer.concat(chunks).toString('utf8'), response));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));

async function answer(request, body, response) {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const user = header(request, 'x-clickhouse-user') ?? 'default';
  const key = header(request, 'x-clickhouse-key') ?? '';
  if (USERS.get(user) !== key) {
    return refuse(
      response,
      403,
      516,
      `${user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)`,
    );
  }
  const params = {};
  for (const [name, value] of searchParams) {
    if (name.startsWith('param_')) params[name.slice('param_'.length)] = unescaped(value);
    else if (user === 'reader') {
      return refuse(response, 500, 164, `Cannot modify '${name}' setting in readonly mode. (READONLY)`);
    }
  }
  const [, query = body, format = 'TabSeparated'] = /^([\s\S]*?)\s+FORMAT\s+(\w+)\s*;?\s*$/i.exec(body) ?? [];
  if (user === 'reader' && !/^\s*(?:SELECT|WITH|DESCRIBE|SHOW)\b/i.test(query)) {
    return refuse(response, 500, 164, 'Cannot execute query in readonly mode. (READONLY)');
  }
  try {
    if (!/^\s*(?:SELECT|WITH|DESCRIBE|SHOW|EXISTS)\b/i.test(body)) {
      await session.queryAsync(body, { format: 'TabSeparated' });
      response.end();
      return;
    }
    const result = await session.queryBindAsync(query, arraysOf(params, query), { format });
    const text = result.text();
    response.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=UTF-8',
      'x-clickhouse-summary': JSON.stringify({
        read_rows: String(result.rowsRead),
        result_rows: String(text.split('\n').length - 1),
      }),
    });
    response.end(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, code = '1000'] = /Code: (\d+)/.exec(message) ?? [];
    refuse(response, 500, Number(code), message.replace(/^.*?Code: \d+\.\s*(?:DB::Exception:\s*)?/s, ''));
  }
}

function header(request, name) {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function refuse(response, status, code, text) {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
  });
  response.end(`Code: ${code}. DB::Exception: ${text}\n`);
}

/** Parameters arrive in the escaped format of tab-separated values. */
function unescaped(text) {
  const escapes = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', 0: '\0' };
  return text.replace(/\\(.)/gs, (_, character) => escapes[character] ?? character);
}

/** The binding takes lists as lists, not as their text. */
function arraysOf(params, query) {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      query.includes(`{${name}:Array(String)}`)
        ? [...value.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, item = '']) => unescaped(item))
        : value,
    ]),
  );
}
