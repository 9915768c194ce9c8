import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Position } from '../../server/src/model/text';
import type { TreeNodes } from '../../server/src/shared/lspExtensions';
import { documentEdit, notifications } from '../kit/documentEdits';
import {
  type DocumentForm,
  type DocumentPlan,
  documentForms,
  LARGE_PASTED,
  PASTED,
  plannedText,
} from '../kit/editedDocuments';
import { firstDifference } from '../kit/firstDifference';
import { fuzzEdits, fuzzTimeout } from '../kit/fuzzEdits';
import { type LspClient, startServer } from '../kit/lspClient';
import { message, PLAIN_VIEW } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const EDITS = fuzzEdits(1600);
/** Of one document; a session has half as many on average. */
const MOST_EDITS = 16;
/** In characters: to read so much for the first time takes a hundred times as long as an edit of it. */
const LONG = 40_000;
/** After so many documents, another process takes the place of the one that reads each for the first time. */
const READ_BY_ONE = 2000;

const AGENTS = ['vision', 'conductor', 'scope'];

const edit = documentEdit([...PASTED, ...PASTED, ...LARGE_PASTED]);
const edits = fc.array(edit, { minLength: 1, maxLength: MOST_EDITS, size: 'max' });

// Each form has a folder by itself, and another with a saved log beside, whose runs its envelopes may be of.
const folder = temporaryFolder(
  Object.fromEntries(
    documentForms.flatMap(({ name }) => [
      [`${name}-alone/src/a.ts`, ''],
      [`${name}-beside/sibling.jsonl`, message(1, { confidence: 0.5 })],
    ]),
  ),
);

function uriOf({ name }: DocumentForm, { count }: DocumentPlan): string {
  return folder.uriOf(`${name}-${count % 2 === 0 ? 'alone' : 'beside'}/${name}`);
}

let edited: LspClient;
let fresh: { server: Promise<LspClient>; reads: number; left: number };
/** By form: how many changes the server was told of, and after how many of its notifications answers were compared. */
const counts = new Map<string, { changes: number; compared: number }>();

beforeAll(async () => {
  edited = await started();
  fresh = { server: started(), reads: 0, left: READ_BY_ONE };
});

afterAll(async () => {
  await Promise.all([stopped(edited), fresh.server.then(stopped)]);
  folder.dispose();
  for (const [name, { changes, compared }] of counts)
    console.log(`${name}: ${changes} edits, answers compared ${compared} times.`);
});

test.concurrent.for(documentForms)(
  '$name: after any edits over the protocol, each answer is that of a server which reads the text for the first time',
  { timeout: fuzzTimeout(EDITS) },
  async (form, { expect }) => {
    const count = { changes: 0, compared: 0 };
    counts.set(form.name, count);
    const numRuns = Math.ceil((EDITS * form.share) / (MOST_EDITS / 2));
    await fc.assert(
      fc.asyncProperty(form.plan, edits, async (plan, steps) => {
        const uri = uriOf(form, plan);
        const start = plannedText(form, plan);
        await edited.open(uri, start);
        const ask = openDocument(uri);
        let made = 0;
        try {
          for (const { changes, text, cursor } of notifications(start, steps)) {
            await edited.change(uri, ...changes);
            count.changes += changes.length;
            // Some edits come before anything is asked about the one before.
            if (++made % 5 === 4) continue;
            const question = QUESTIONS[count.compared % QUESTIONS.length] as Question;
            const answers = await ask(question, cursor, count.compared % 4 < 2);
            if (made % (text.length < LONG ? 2 : 5) !== 1) continue;
            expect(firstDifference(answers, await readAnew(uri, text, question, cursor))).toBeUndefined();
            count.compared++;
          }
        } finally {
          await edited.close(uri);
        }
      }),
      { numRuns, endOnFailure: process.env.FUZZ_EDITS !== undefined },
    );
    expect(count.compared).toBeGreaterThan(0);
  },
);

describe('the index', () => {
  let both: readonly [LspClient, LspClient];
  beforeAll(async () => {
    both = await Promise.all([started({ agents: AGENTS }), started({ agents: AGENTS })]);
  });
  afterAll(() => Promise.all(both.map(stopped)));

  test.for(documentForms)(
    '$name: after any edits over the protocol, it has the runs of a server that is told of the last text alone',
    { timeout: fuzzTimeout(EDITS) },
    async form => {
      const numRuns = Math.ceil((EDITS * form.share) / (MOST_EDITS / 2) / 8);
      await fc.assert(
        fc.asyncProperty(form.plan, edits, async (plan, steps) => {
          const [told, anew] = both;
          const uri = uriOf(form, plan);
          const start = plannedText(form, plan);
          await told.open(uri, start);
          try {
            let last = start;
            for (const { changes, text } of notifications(start, steps)) {
              await told.change(uri, ...changes);
              last = text;
            }
            await anew.open(uri, last);
            expect(firstDifference(await runsIn(told, uri), await runsIn(anew, uri))).toBeUndefined();
          } finally {
            await Promise.all(both.map(server => server.close(uri)));
          }
        }),
        { numRuns, endOnFailure: process.env.FUZZ_EDITS !== undefined },
      );
    },
  );
});

/** All that is shown of the runs of a workspace, and in a document, once everything is read and checked. */
async function runsIn(server: LspClient, uri: string): Promise<unknown> {
  await server.ask('agentEnvelopes/tool', { name: 'runs', input: {} });
  const textDocument = { uri };
  const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
  const { nodes } = await server.ask<TreeNodes>('agentEnvelopes/runs/nodes', { view: PLAIN_VIEW });
  const below = nodes.map(({ id }) => server.ask('agentEnvelopes/runs/nodes', { view: PLAIN_VIEW, parent: id }));
  return {
    nodes,
    below: await Promise.all(below),
    lenses: await server.ask('textDocument/codeLens', { textDocument }),
    hints: await server.ask('textDocument/inlayHint', { textDocument, range }),
  };
}

/** What is asked besides diagnostics, in turns. */
const QUESTIONS = [
  'documentSymbol',
  'hover',
  'foldingRange',
  'documentHighlight',
  'documentLink',
  'selectionRange',
] as const;
type Question = (typeof QUESTIONS)[number];

interface Report {
  kind: 'full' | 'unchanged';
  resultId?: string;
  items?: unknown[];
}

interface Answers {
  diagnostics: unknown;
  other: unknown;
}

/** How a document is asked about in the server that is told of edits: names the report it has, as editors do. */
function openDocument(uri: string): (question: Question, cursor: Position, isFirst: boolean) => Promise<Answers> {
  let last: Report | undefined;
  return async (question, cursor, isFirst) => {
    const early = isFirst ? other(edited, uri, question, cursor) : undefined;
    const known = last?.resultId !== undefined && { previousResultId: last.resultId };
    const report = await edited.ask<Report>('textDocument/diagnostic', { textDocument: { uri }, ...known });
    if (report.kind === 'full') last = report;
    return { diagnostics: last?.items, other: await (early ?? other(edited, uri, question, cursor)) };
  };
}

async function readAnew(uri: string, text: string, question: Question, cursor: Position): Promise<Answers> {
  const reader = fresh;
  reader.reads++;
  // A process that has read enough goes with its last answer.
  if (--reader.left === 0) fresh = { server: started(), reads: 0, left: READ_BY_ONE };
  const server = await reader.server;
  await server.open(uri, text);
  const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
  const answer = await other(server, uri, question, cursor);
  await server.close(uri);
  if (--reader.reads === 0 && reader !== fresh) await stopped(server);
  return { diagnostics: items, other: answer };
}

function other(server: LspClient, uri: string, question: Question, position: Position): Promise<unknown> {
  const range = { start: { line: Math.max(0, position.line - 40), character: 0 }, end: position };
  const params = { textDocument: { uri }, position, range, positions: [position] };
  return server.ask(`textDocument/${question}`, params);
}

// The index is not asked for anything where answers are compared after each edit: there it reads nothing.
function started(settings: object = { agents: AGENTS, exclude: ['**'] }): Promise<LspClient> {
  return startServer({
    folders: [folder.uri],
    settings,
    capabilities: {
      textDocument: { diagnostic: {}, documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
      workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
    },
    initializationOptions: { takesNotifications: false },
  });
}

async function stopped(server: LspClient): Promise<void> {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
}
