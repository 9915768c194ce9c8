import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import { fileRules } from '../../server/src/features/rulePages';
import { CATALOGUE } from '../kit/catalogue';
import { edgeFixtures } from '../kit/drawnFixtures';
import { withoutProblems } from '../kit/drawnPage';
import { startServer } from '../kit/lspClient';
import { isBlock, type PageBlock } from '../kit/pageSections';
import { leftInEnglish, pseudoTranslation } from '../kit/pseudoLocale';
import { type RulePage, rulePages } from '../kit/rulePages';
import { temporaryFolder } from '../kit/temporaryFolder';

const PULL = {
  textDocument: { diagnostic: {}, codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } } },
  workspace: { configuration: true, workspaceFolders: true },
};

type Files = Record<string, string>;

/** The files of a page's bad examples, and what is on the disk around them. */
function pageFiles({ sections, files }: RulePage): Files {
  const blocks = sections.filter(isBlock);
  const labelled = (label: PageBlock['label']) => blocks.filter(one => one.label === label);
  const [catalogue, protocol] = [labelled('Catalogue')[0], labelled('Protocol')[0]];
  return {
    ...files,
    ...(catalogue && withCatalogue(catalogue.content)),
    ...(protocol && { 'page.agent-protocol.json': protocol.content }),
    ...Object.fromEntries(labelled('Bad').map(({ name, content }) => [name, withoutProblems(content)])),
  };
}

function withCatalogue(catalogue: string): Files {
  return { '.agent-envelopes.json': '{"toolCatalogues": ["tools.json"]}', 'tools.json': catalogue };
}

/** What is opened, by its folder: each is a workspace folder of its own, so that no file is found from another one. */
function allFiles(): [folder: string, files: Files][] {
  const pages = rulePages().map(page => [page.rule, pageFiles(page)] as const);
  const drawn = edgeFixtures().flatMap(({ rule, fires, files }) =>
    fires.map(({ name, text }, index) => {
      const catalogue = rule.startsWith('toolcall/') ? withCatalogue(CATALOGUE) : {};
      return [`${rule} drawn ${index}`, { ...catalogue, ...files, [name]: text }] as const;
    }),
  );
  return [...pages, ...drawn].map(([folder, files]) => [folder.replaceAll('/', ' '), files]);
}

test('in another language nothing of a problem or of a code action is English', async () => {
  const all = allFiles();
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  for (const [name, files] of all)
    for (const [file, text] of Object.entries(files)) {
      const path = `${name}/${file}`;
      if (!text.startsWith('-> ')) folder.write(path, text);
      else {
        mkdirSync(dirname(folder.pathOf(path)), { recursive: true });
        symlinkSync(text.slice(3), folder.pathOf(path));
      }
    }
  const server = await startServer({
    capabilities: PULL,
    settings: {},
    folders: all.map(([name]) => folder.uriOf(name)),
    initializationOptions: { translation: pseudoTranslation() },
  });
  const shown = new Map<string, string>();
  const rules = new Set<string>();
  for (const [name, files] of all)
    for (const [file, text] of Object.entries(files)) {
      if (text.startsWith('-> ')) continue;
      const uri = folder.uriOf(`${name}/${file}`);
      await server.open(uri, text);
      const { items } = await server.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri } });
      for (const { code, message } of items) {
        rules.add(String(code));
        shown.set(message, `${name}/${file}: ${code}`);
      }
      const range = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
      const actions = await server.ask<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri },
        range,
        context: { diagnostics: items },
      });
      for (const { title } of actions) shown.set(title, `${name}/${file}`);
      await server.close(uri);
    }
  const left = [...shown].flatMap(([text, at]) => {
    const words = leftInEnglish(text);
    return words.length > 0 ? [`${at}: ${text} [${words.join(' | ')}]`] : [];
  });
  console.log(left.join('\n'));
  console.log('missing', fileRules().map(({ id }) => id).filter(id => !rules.has(id)));
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});
