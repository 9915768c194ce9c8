import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeAction, CodeLens } from 'vscode-languageserver-types';
import { SHOW_MESSAGE_COMMAND } from '../../server/src/features/refactorings/refactoringKinds';
import type { SaidAnswer, SendingSummary, TreeNode } from '../../server/src/shared/lspExtensions';
import { oneOf, runsEverything } from '../kit/amount';
import { projectRoot } from '../kit/corpus';
import { message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { unplainCharacters } from '../kit/unplainCharacters';
import {
  type PoisonedFile,
  payloadsInTurn,
  poisonedExamples,
  poisonedProtocol,
  poisonedRegistry,
  poisonedSettings,
} from './poisonedFiles';
import { linksInMessage, PAYLOADS, poisonedMarkdown, renderedLinks } from './renderedLinks';

const REGISTRY = readFileSync(join(projectRoot, 'test/sample/specs/005-team-invites/.workflow/index.md'), 'utf8');
const CAPABILITIES = {
  window: { workDoneProgress: true, showDocument: { support: true }, showMessage: {} },
  textDocument: {
    diagnostic: {},
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
    codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } },
  },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename'], changeAnnotationSupport: {} },
  },
};
/** At how many places of a file an editor asks. */
const MOST_PLACES = runsEverything ? 10 : 3;

describe('nothing that the server says or shows holds a link made of text of a file', () => {
  const folder = temporaryFolder();
  const next = payloadsInTurn(PAYLOADS);
  const files = [
    ...oneOf(2, poisonedExamples(next)),
    ...poisonedProtocol(next),
    ...poisonedRegistry(REGISTRY, next),
    { name: 'icon.json', text: message(1, { run: '$(sync~spin)' }) },
  ];
  let server: RunsClient;
  const said: unknown[] = [];
  const lenses: CodeLens[] = [];
  /** Markdown, with where it was first shown. */
  const shown = new Map<string, string>();
  const show = (where: string, answer: unknown) => {
    for (const text of poisonedMarkdown(answer)) if (!shown.has(text)) shown.set(text, where);
  };

  beforeAll(async () => {
    for (const { name, text } of files) folder.write(name, text);
    folder.write('.agent-envelopes.json', JSON.stringify(poisonedSettings(PAYLOADS)));
    server = await startRunsServer([folder.uri], {
      capabilities: CAPABILITIES,
      settings: poisonedSettings(PAYLOADS.toReversed()),
      onMessage(method, params) {
        if (/^window\/|^\$\/progress/.test(method)) said.push(params);
      },
    });
    await server.read();
    for (const file of files) await lookAt(file);
    await lookAtRuns();
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    folder.dispose();
  });

  async function ask<T>(where: string, method: string, params: unknown): Promise<T | undefined> {
    try {
      const answer = await server.ask<T>(method, params);
      show(`${method} in ${where}`, answer);
      return answer;
    } catch (error) {
      said.push(String((error as Error).message));
      return undefined;
    }
  }

  async function lookAt({ name, text }: PoisonedFile): Promise<void> {
    const textDocument = { uri: folder.uriOf(name) };
    const lines = text.split('\n');
    await server.open(textDocument.uri, text);
    const end = { line: lines.length, character: 0 };
    const range = { start: { line: 0, character: 0 }, end };
    await ask(name, 'textDocument/diagnostic', { textDocument });
    for (const method of ['documentSymbol', 'documentLink'])
      await ask(name, `textDocument/${method}`, { textDocument });
    lenses.push(...((await ask<CodeLens[]>(name, 'textDocument/codeLens', { textDocument })) ?? []));
    await ask(name, 'textDocument/inlayHint', { textDocument, range });
    const poisonedLines = [...lines.entries()].filter(([, content]) => /evil|sync/.test(content));
    const step = Math.ceil(poisonedLines.length / MOST_PLACES);
    for (const [index, [line, content]] of poisonedLines.entries()) {
      if (index % step !== 0) continue;
      const columns = name.endsWith('.md')
        ? [4, 8, content.length - 3]
        : [content.search(/\S/) + 2, content.length - 3];
      for (const character of columns) {
        const position = { line, character: Math.max(0, character) };
        await ask(name, 'textDocument/hover', { textDocument, position });
        if (index % (4 * step) === 0) await ask(name, 'textDocument/completion', { textDocument, position });
        if (index === 0) await ask(name, 'textDocument/rename', { textDocument, position, newName: 'x y' });
      }
    }
    const actions = await ask<CodeAction[]>(name, 'textDocument/codeAction', {
      textDocument,
      range: { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } },
      context: { diagnostics: [], only: ['refactor'] },
    });
    for (const { command } of actions ?? []) {
      if (command?.command === SHOW_MESSAGE_COMMAND)
        await ask(name, 'workspace/executeCommand', { command: SHOW_MESSAGE_COMMAND, arguments: command.arguments });
    }
    await server.close(textDocument.uri);
  }

  async function lookAtRuns(): Promise<void> {
    const below = async (node: TreeNode, depth: number): Promise<void> => {
      const { nodes } = await server.nodes(node.id);
      show(`below ${node.label}`, nodes.map(tooltipOf));
      if (depth < 3) for (const child of nodes) await below(child, depth + 1);
    };
    const roots = await server.roots();
    show('the runs', roots.map(tooltipOf));
    for (const root of roots) await below(root, 0);
    for (const { run } of roots.slice(0, 20)) {
      const state = await ask<{ nodes: TreeNode[] }>('the state', 'agentEnvelopes/state/nodes', { run });
      show('the state', state?.nodes.map(tooltipOf));
    }
    await ask('the filter', 'agentEnvelopes/runs/filter', { filter: `status:"${PAYLOADS[0]}` });
    await ask('the kinds', 'agentEnvelopes/kinds', undefined);
  }

  test('in a message, a progress, the log or an error', () => {
    const texts = said.map(one => JSON.stringify(one));
    // It does say what stands in the files.
    expect(texts.filter(text => text.includes('] (command:evil)')).length).toBeGreaterThan(3);
    expect(said.flatMap(linksInMessage)).toEqual([]);
  });

  test('in a hover, the docs of a completion, or a tooltip', () => {
    expect(shown.size).toBeGreaterThan(100);
    const found = [...shown].flatMap(([text, where]) => renderedLinks(text).map(link => `${where}: ${link}`));
    expect(found.slice(0, 20)).toEqual([]);
  });

  test('a search shows what was said, and where, as lines', async () => {
    let found = 0;
    for (const words of ['evil', 'command', '"](command:evil)"', 'evil agent:evil']) {
      let cursor: string | undefined;
      do {
        const params = { words, limit: 50, ...(cursor !== undefined && { cursor }) };
        const answer = await server.ask<SaidAnswer>('agentEnvelopes/runs/said', params);
        const shown = answer.matches.flatMap(({ title, field, text, about }) => [title, field, text, about]);
        expect(shown.filter(text => unplainCharacters(text).length > 0 || text.length > 300)).toEqual([]);
        found += answer.matches.length;
        cursor = answer.next;
      } while (cursor !== undefined);
    }
    expect(found).toBeGreaterThan(50);
  });

  test('what is sent of a run is described in our own words', async () => {
    const runs = (await server.roots()).flatMap(({ run }) => run ?? []);
    expect(runs.length).toBeGreaterThan(10);
    for (const run of runs) {
      const redaction = { paths: true, emails: true, secrets: true, fields: [] };
      const summary = await server.ask<SendingSummary | null>('agentEnvelopes/sending/prepare', { run, redaction });
      expect(summary?.text).toMatch(/^[\d,]+ spans? in \d+ batch(es)? \([\d.]+ [KM]B\); redacted: [\w ,-]+$/);
    }
  });

  test('and no icon in a line above an envelope', () => {
    const titles = lenses.map(({ command }) => command?.title ?? '');
    expect(titles.join()).toContain('$(sync');
    expect(titles.filter(title => /(?<!\\)\$\(/.test(title))).toEqual([]);
  });
});

/** The tooltips of trees are Markdown without saying so. */
function tooltipOf({ tooltip }: TreeNode) {
  return { kind: 'markdown', value: tooltip };
}
