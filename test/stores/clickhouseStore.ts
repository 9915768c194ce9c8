import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { chdbFolder } from '../../tools/installChdb.mjs';
import { createTables, spanRows } from './otelTables.mjs';

/** ClickHouse in a process of its own. */
export interface ClickhouseStore {
  address: string;
  /** Runs a statement; resolves to its answer. */
  run(statement: string): Promise<string>;
  create(table: string, hasJson: boolean): Promise<void>;
  /** Inserts requests of OTLP as the exporter does. */
  insert(table: string, hasJson: boolean, requests: readonly object[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with an empty database of its own. */
export async function startClickhouse(): Promise<ClickhouseStore> {
  const folder = chdbFolder();
  if (folder === undefined) throw new Error('chdb is not installed; run "npm test -- stores".');
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'clickhouseServer.mjs'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`))),
  ])) as [Buffer];
  const address = `http://127.0.0.1:${String(port).trim()}`;
  const run = async (statement: string) => {
    const response = await fetch(address, { method: 'POST', body: statement });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  return {
    address,
    run,
    async create(table, hasJson) {
      for (const statement of createTables(table, hasJson)) await run(statement);
    },
    async insert(table, hasJson, requests) {
      const rows = requests.flatMap(request => spanRows(request, hasJson));
      const lines = rows.map(row => JSON.stringify(row)).join('\n');
      await run(`INSERT INTO ${table} FORMAT JSONEachRow\n${lines}`);
    },
    async stop() {
      child.stdin?.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
