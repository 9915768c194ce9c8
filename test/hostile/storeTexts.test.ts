import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SaidAnswer, TreeNode } from '../../server/src/shared/lspExtensions';
import type { StoreKind } from '../../server/src/sources/storeConfig';
import { everyFourth, runsEverything } from '../kit/amount';
import { message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { serveHttp } from '../kit/serveHttp';
import { temporaryFolder } from '../kit/temporaryFolder';
import { unplainCharacters } from '../kit/unplainCharacters';
import { RUN_ID, STORE_KINDS } from '../sources/storeAnswers';
import { attackCommand } from './attackCommand';
import { commandInProcess } from './commandInProcess';
import { payloadsInTurn } from './poisonedFiles';
import { POISONED_ID, poisonedStore } from './poisonedStore';
import { commandsIn, messagesIn, steering, TERMINAL_PAYLOADS } from './printedText';
import { linksInMessage, PAYLOADS, renderedLinks } from './renderedLinks';

type Answer = Parameters<typeof serveHttp>[0];

const ALL_PAYLOADS = [...TERMINAL_PAYLOADS, ...PAYLOADS];
const CREDENTIAL = { AGENT_ENVELOPES_PROD_CREDENTIAL: 'pk-1:sk-2' };

const STORE = ['--source', 'prod', '--sources', 'sources.json'];
const run = commandInProcess();

/** A folder whose settings name a store. */
async function folderWith(kind: StoreKind, answer: Answer): Promise<string> {
  const { address } = await serveHttp(answer);
  const folder = temporaryFolder({ 'sources.json': JSON.stringify([{ name: 'prod', kind, address }]) });
  onTestFinished(folder.dispose);
  return folder.path;
}

/** The built command line with a store. */
async function commandWith(kind: StoreKind, answer: Answer) {
  const cwd = await folderWith(kind, answer);
  return (...args: string[]) => run([...args, ...STORE], { cwd, env: CREDENTIAL });
}

/** The same as a process of its own, which is watched. */
async function processWith(kind: StoreKind, answer: Answer) {
  const cwd = await folderWith(kind, answer);
  return (...args: string[]) => attackCommand(cwd, [...args, ...STORE], 30_000, CREDENTIAL);
}

const COMMANDS = [
  ['runs'],
  ['runs', '--format', 'json'],
  ['runs', '--run', RUN_ID],
  ['runs', '--run', RUN_ID, '--format', 'json', '--content'],
  ['runs', '--run', RUN_ID, '--format', 'mermaid'],
  ['check'],
  ['check', '--format', 'json'],
  ['check', '--format', 'github'],
  ['search', 'needle'],
  ['search', 'needle', '--format', 'json'],
  ['replay', RUN_ID, '--format', 'mermaid'],
];

const LARGE_COMMANDS = [{ args: ['runs'] }, { args: ['search', 'needle'] }, { args: ['runs', '--run', RUN_ID] }];

describe.each(STORE_KINDS)('what is printed of a hostile store is text: %s', kind => {
  test('all that it says', async () => {
    const command = await commandWith(kind, poisonedStore(kind, payloadsInTurn(ALL_PAYLOADS)));
    const printed: string[] = [];
    for (const args of COMMANDS) {
      const { code, out, err } = await command(...args);
      expect(code, `${args}: ${err}`).toBeOneOf([0, 1]);
      expect(err).not.toMatch(DEFECT);
      const commands = commandsIn(out).filter(line => !(args.includes('github') && ANNOTATION.test(line)));
      const strange = [...commands, ...commandsIn(err), ...steering(out), ...steering(err)];
      expect({ args, strange }).toEqual({ args, strange: [] });
      printed.push(out);
    }
    expect(printed.join('\n')).toMatch(/command:evil|evil\.example/);
  });

  test('and leads nowhere from a SARIF log', async () => {
    const command = await commandWith(kind, poisonedStore(kind, payloadsInTurn(ALL_PAYLOADS), POISONED_ID));
    const { out, err } = await command('check', '--format', 'sarif');
    expect(err).not.toMatch(DEFECT);
    const log = JSON.parse(out);
    expect(messagesIn(log.runs[0]).filter(text => text.includes(']('))).toEqual([]);
    const uris = [...out.matchAll(/"uri":\s*"([^"]*)"/g)].map(([, uri = '']) => uri);
    expect(uris.length).toBeGreaterThan(0);
    expect(uris.filter(uri => decodeURIComponent(uri).split(/[/\\]/).includes('..'))).toEqual([]);
    expect(uris.filter(uri => unplainCharacters(uri).length > 0)).toEqual([]);
  });

  test.each(everyFourth([302, 400, 401, 404, 500, 200]))('and why it fails, in a line: %i', async status => {
    const payload = ALL_PAYLOADS.join(' ');
    const command = await commandWith(kind, (_, response) => fail(response, status, payload));
    for (const args of [['runs'], ['check'], ['search', 'needle'], ['runs', '--run', RUN_ID]]) {
      const { code, out, err } = await command(...args);
      const lines = err
        .split('\n')
        .slice(0, -1)
        .filter(line => !/^Usage|^ {2}/.test(line));
      expect({ args, out, lines }).toEqual({ args, out: '', lines: [expect.stringMatching(/^agent-envelopes: prod/)] });
      expect(code).toBe(2);
      expect([...commandsIn(err), ...steering(err)]).toEqual([]);
    }
  });

  // Of the usual run each second kind has one of them, in turn.
  const large = LARGE_COMMANDS.filter((_, at) => runsEverything || at === STORE_KINDS.indexOf(kind) / 2);
  test.each(large)('and a text of 10 MB takes not much longer than a short one: $args', async ({ args }) => {
    const long = 'needle '.repeat(1_500_000);
    const short = await processWith(
      kind,
      poisonedStore(kind, () => 'short'),
    );
    const anchor = await short(...args);
    const next = payloadsInTurn([long, ...Array<string>(30).fill('short')]);
    const outcome = await (await processWith(kind, poisonedStore(kind, next)))(...args);
    // A service with such a name is left out, and with it its runs.
    expect(outcome.code, outcome.err).toBeOneOf([0, 1]);
    expect(outcome.err).not.toMatch(DEFECT);
    expect(outcome.out.length).toBeLessThan(anchor.out.length + 2000);
    expect(outcome.took).toBeLessThan(Math.max(5000, anchor.took * 20));
    expect(outcome.peak).toBeLessThan(anchor.peak * 5);
  });
});

/** An annotation of ours. */
const ANNOTATION = /^::error file=prod\/[^:,]*,line=1,col=1,endLine=1,endColumn=1,title=[\w/-]*::[^\r\n]*$/;
/** What the program says of a mistake of its own. */
const DEFECT = /defect|\bat .*\.js:\d/;

function fail(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', location: 'http://evil.example/%1b[2J' });
  response.end(`{"error": ${JSON.stringify(text)}}\n${text}`);
}

describe('what an editor shows of a hostile store is text', () => {
  let server: RunsClient;
  const said: unknown[] = [];
  const [workspace, storage] = [temporaryFolder({ 'a.json': message(1) }), temporaryFolder()];

  beforeAll(async () => {
    server = await startRunsServer([workspace.uri], {
      initializationOptions: { trusted: true, storage: storage.path },
      env: CREDENTIAL,
      onMessage: (method, params) => void (/^window\//.test(method) && said.push(params)),
    });
    await server.read();
  });
  afterAll(() => {
    server.kill('SIGKILL');
    workspace.dispose();
    storage.dispose();
  });

  /** The server's only store from now on. */
  async function storeWith(kind: StoreKind, answer: Answer): Promise<TreeNode> {
    await server.set({ sources: [] });
    await server.until(sources, found => found.length === 0);
    said.length = 0;
    const { address } = await serveHttp(answer);
    await server.set({ sources: [{ name: 'prod', kind, address }] });
    const [store] = await server.until(sources, found => found.length === 1);
    return store as TreeNode;
  }

  const sources = async () => (await server.roots()).filter(({ is }) => is === 'source');

  async function nodesBelow(node: TreeNode, depth: number): Promise<TreeNode[]> {
    const { nodes } = await server.nodes(node.id);
    if (depth === 0) return nodes;
    return [...nodes, ...(await Promise.all(nodes.map(one => nodesBelow(one, depth - 1)))).flat()];
  }

  function expectText(nodes: readonly TreeNode[]): void {
    const texts = nodes.flatMap(({ label, description = '' }) => [label, description]);
    expect(texts.filter(text => unplainCharacters(text).length > 0)).toEqual([]);
    expect(nodes.flatMap(({ tooltip = '' }) => renderedLinks(tooltip))).toEqual([]);
  }

  // Only Langfuse's traces have ids of any kind.
  const ids = [RUN_ID, POISONED_ID, '\ud800', '.', 'x'.repeat(490), 'y'.repeat(9000)];
  test.each(STORE_KINDS.flatMap(kind => everyFourth(kind === 'langfuse' ? ids : [RUN_ID]).map(id => ({ kind, id }))))(
    'the runs and steps of $kind, and what was said: $id',
    async ({ kind, id }) => {
      const store = await storeWith(kind, poisonedStore(kind, payloadsInTurn(ALL_PAYLOADS), id));
      const runs = (await server.nodes(store.id)).nodes;
      const nodes = await nodesBelow(store, 2);
      expect(nodes.length).toBeGreaterThan(0);
      expectText(nodes);
      const params = { words: 'needle', source: 'prod', limit: 10 };
      const { matches, notes = [], fault = '' } = await server.ask<SaidAnswer>('agentEnvelopes/runs/said', params);
      const shown = [
        fault,
        ...notes,
        ...matches.flatMap(({ title, field, text, about }) => [title, field, text, about]),
      ];
      expect(shown.filter(text => unplainCharacters(text).length > 0 || text.length > 500)).toEqual([]);
      // What can't be loaded is refused in a line.
      for (const ask of [
        ...matches.map(({ stored }) => server.ask('agentEnvelopes/runs/storedStep', stored)),
        ...runs.flatMap(({ run, id: node }) =>
          run === undefined
            ? []
            : [
                server.ask('agentEnvelopes/runs/text', { run, format: 'mermaid' }),
                server.ask('agentEnvelopes/runs/place', { node }),
              ],
        ),
      ]) {
        const refusal = await ask.then(
          () => '',
          (error: Error) => error.message,
        );
        expect(unplainCharacters(refusal)).toEqual([]);
        expect(refusal).not.toMatch(/URI malformed|ENAMETOOLONG|Error:/);
      }
      expect(said.flatMap(linksInMessage)).toEqual([]);
      expect(server.errors).toEqual([]);
    },
  );

  test.each(STORE_KINDS)('why %s fails', async kind => {
    const store = await storeWith(kind, (_, response) => fail(response, 500, ALL_PAYLOADS.join(' ')));
    const nodes = await nodesBelow(store, 0);
    expect(nodes).toHaveLength(1);
    expectText(nodes);
    const answer = await server.ask<SaidAnswer>('agentEnvelopes/runs/said', {
      words: 'needle',
      source: 'prod',
      limit: 10,
    });
    expect(answer).toMatchObject({ matches: [], fault: expect.stringMatching(/^prod: /) });
    expect(unplainCharacters(answer.fault ?? '')).toEqual([]);
    expect(said.flatMap(linksInMessage)).toEqual([]);
  });
});
