import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { problemCountsText, viewMessage } from '../client/src/runs/treeNodePresentation';
import { receiverStatus } from '../client/src/sources/receiverStatus';
import { moveTexts, placesOf, withTexts } from '../tools/manifestTexts.mjs';
import { filesWithTexts, l10nBundle, shownFiles, textsOf, untranslatedTexts } from '../tools/shownTexts.mjs';
import { runsEverything } from './kit/amount';
import { pseudo } from './kit/pseudoLocale.mjs';
import { translateTexts } from './kit/vscode';

const root = path.join(import.meta.dirname, '..');
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

describe('package.json', () => {
  const manifest = json('package.json');
  const texts: Record<string, string> = json('package.nls.json');

  test('has a text for each key, and a key for each text', () => {
    const keys = placesOf(manifest).map(({ text }) => /^%(.+)%$/.exec(text)?.[1] ?? `no key: ${text}`);
    expect([...new Set(keys)].sort()).toEqual(Object.keys(texts).sort());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('shows nothing in English in a language that it is translated to', () => {
    const translated = withTexts(
      manifest,
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)])),
    );
    // Whatever reads as words, in whatever property; conditions, patterns and values of settings are for VS Code.
    const plain: string[] = [];
    const visit = (value: unknown, name: string): void => {
      if (
        ['when', 'enablement', 'default', 'pattern', 'selector', 'aliases', 'inputSchema', 'modelDescription'].includes(
          name,
        )
      )
        return;
      if (typeof value === 'string' && /\p{L}{2,} \p{L}{2,}/u.test(value) && !value.startsWith('⟦')) plain.push(value);
      else if (Array.isArray(value)) for (const one of value) visit(one, name);
      else if (typeof value === 'object' && value !== null)
        for (const [key, one] of Object.entries(value)) visit(one, key);
    };
    const { contributes, capabilities, displayName, description } = translated as Record<string, unknown>;
    visit({ contributes, capabilities, displayName, description }, '');
    expect(plain).toEqual([]);
  });
});

describe('moving the texts of a manifest', () => {
  const manifest = {
    displayName: 'Name',
    contributes: {
      commands: [
        { command: 'agentEnvelopes.go', title: 'Go', category: 'Ours' },
        { command: 'agentEnvelopes.stop', title: '%commands.stop.title%', category: '%category%' },
      ],
      views: { own: [{ id: 'agentEnvelopes.runs', name: 'Runs' }] },
      configuration: [
        { id: 'files', title: 'Files', properties: { 'agentEnvelopes.a': { enumDescriptions: ['One', 'Two'] } } },
      ],
    },
    capabilities: { virtualWorkspaces: { supported: 'limited', description: 'Less' } },
  };
  const texts = { 'commands.stop.title': 'Stop', 'commands.gone.title': 'Gone', category: 'Ours' };
  const moved = moveTexts(manifest, texts);

  test('gives each the key of its place, keeps those that are there, and drops what nothing refers to', () => {
    expect(moved.texts).toEqual({
      displayName: 'Name',
      'capabilities.virtualWorkspaces.description': 'Less',
      'commands.go.title': 'Go',
      'commands.stop.title': 'Stop',
      category: 'Ours',
      'views.own.runs.name': 'Runs',
      'configuration.files.title': 'Files',
      'configuration.files.a.enumDescriptions.1': 'One',
      'configuration.files.a.enumDescriptions.2': 'Two',
    });
  });

  test('changes nothing the second time, and nothing that is shown', () => {
    expect(moveTexts(moved.manifest, moved.texts)).toEqual(moved);
    expect(withTexts(moved.manifest, moved.texts)).toEqual(withTexts(manifest, texts));
    expect(Object.keys(moved.manifest)).toEqual(Object.keys(manifest));
  });

  test('takes no key that another text has', () => {
    const command = (title: string) => ({ command: 'agentEnvelopes.go', title });
    const both = { contributes: { commands: [command('%commands.go.title%'), command('Go now')] }, capabilities: {} };
    expect(moveTexts(both, { 'commands.go.title': 'Go' }).texts).toEqual({
      'commands.go.title': 'Go',
      'commands.go.title.2': 'Go now',
    });
  });
});

describe('the client and the page', () => {
  test.runIf(runsEverything)('lists all texts that it shows for translators', () => {
    expect(json('l10n/bundle.l10n.json')).toEqual(l10nBundle());
    expect(Object.keys(l10nBundle()).length).toBeGreaterThan(200);
  });

  test('shows no text that is not translated', () => {
    const names = [
      'Agent Envelopes',
      ...['OTLP JSON', 'JSON Lines', 'Mermaid', 'ATIF', 'JSONL', 'JSON'],
      'Shell (bash, zsh)',
      'ClickHouse',
      'Jaeger, VictoriaTraces',
      'Grafana Tempo',
      'Langfuse',
    ];
    const notShown = [
      'The server has ended.', // the client library logs it
      'none', // a kind, as the settings write it
      'Unavailable', // a code of an error
      '/Beginning of the Run.otlp.json', // an address
      'customer, session_id', // an example of what to type
      // These are logged.
      '… may hold an envelope.',
      'there is ….',
      'the settings say what files are.',
      'more than … files are to be looked at.',
      // Faults of the program.
      "… can't be linked.",
      'no replay around this component',
      // Code, ids, and a unit that is the same in all languages.
      ...['export …=…', 'source … …', 'return …', 'edge …', 'node …', 'status …', '… ms'],
      // Keys, colours of the system, and what selects elements.
      ...['Home', 'End', 'Canvas', 'Highlight'],
      ...['input, select, textarea, [contenteditable]', '(prefers-color-scheme: dark)', '(forced-colors: active)'],
    ];
    const found = untranslatedTexts().map(({ text }) => text);
    const texts = [...new Set(found)].filter(text => !/^<(?:!doctype|script)/.test(text));
    expect(texts.sort()).toEqual([...names, ...notShown].sort());
  });

  test('has a place for each value, and a value for each place', () => {
    const wrong = filesWithTexts().flatMap(([file, code]) =>
      textsOf(file, code).translated.filter(({ text, values }) => {
        // A brace before a value would take it for the name of another one.
        const names = [...text.matchAll(/\{([^}]+)\}/g)].flatMap(([, name = '']) => (/^\d+$/.test(name) ? name : []));
        const places = new Set(names.map(Number));
        return places.size !== values || [...places].some(index => index >= values);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('shows no English where all is translated', () => {
    onTestFinished(translateTexts(pseudo));
    const received = { spans: 2, logRecords: 1, rejected: 3 };
    const look = receiverStatus({ role: 'listens', port: 4318, received });
    expect(look?.tooltip).toMatch(
      /^⟦Récéïvés .* 127\.0\.0\.1:4318: ⟦2 spåns~~⟧, ⟦1 lög récörd~~⟧, ⟦3 réjéctéd~~⟧ sö får\.~~⟧$/,
    );
    expect(problemCountsText({ error: 1, warning: 2, info: 0 })).toBe('⟦1 érrör~~⟧, ⟦2 wårnïngs~~⟧');
    const facts = { roots: 1, shown: 1, runs: 2, filter: 'x', fault: undefined, reading: true };
    expect(viewMessage(facts).message).toBe('⟦1 öf ⟦2 rûns~~⟧~~⟧ · ⟦fïltér: x~~⟧ · ⟦stïll réådïng…~~⟧');
  });
});

test('no text of the server that an editor shows is left out', () => {
  const files = shownFiles().filter(
    ([file]) =>
      /^server\/src\/(?:rules|analysis|families|features|runs|slots|project|thread)\//.test(file) &&
      // What models, exports, files and the pages of rules say is English.
      !/\/(?:agentTools|generation|redaction)\/|\/(?:rulePages|unpackRun|singleFilePage|agentToolPaths)\.ts$/.test(
        file,
      ),
  );
  const texts = files.flatMap(([, code]) =>
    [...code.matchAll(LITERAL)].map(([, , text = '']) => text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')),
  );
  const sentences = texts.filter(text => /\p{L}{2}[,;:]? \p{L}{2}/u.test(text));
  expect([...new Set(sentences)].sort()).toEqual([
    // Titles of rules' pages, names, and what a conversion writes into a file.
    ...[
      'A value is given once.',
      'A word is not misspelt.',
      'Agent Envelopes',
      'An answer is what its request asks for.',
    ],
    ...['Claude Code hooks', 'It refers to something that is there.', 'Model Context Protocol', 'Sub-agent outputs'],
    ...['Try again after … seconds.', 'Try again.'],
  ]);
});

/** A string or a template without a tag that is returned, chosen by a condition, or said in a property of these names. */
const LITERAL =
  /(?:\breturn|^\s+[?:]|\b(?:message|title|label|description|tooltip|fault|reason|note)(?::| =))\s+(?:[^\n]* \? )?(['`])((?:(?!\1)[^\n])*\p{L} (?:(?!\1)[^\n])*)\1/gmu;

describe('a text that is not translated is found', () => {
  test.each([
    ['a sentence', "show('Nothing was found.');"],
    ['a word on a button', "const undo = 'Undo';"],
    ['a template', 'show(`The file ${name} is gone.`);'],
    ['a word between values', 'const found = `${shown} of ${all}`;'],
    ['a text in a translated one', "l10n.t('{0}', ready ? 'All is done' : '');"],
    ['a small word that is shown', "const picked = { label: name, description: 'now' };"],
    ['a text that is put together', 'l10n.t(`Copied ${name}`);'],
    ['words in an element', 'const page = <p>copied</p>;'],
    ['words beside a value', 'const page = <p>{count} more</p>;'],
    ['a small word that an element shows', "const page = <p>{isOpen ? 'less' : ''}</p>;"],
    ['a template that an element shows', 'const page = <p>{name && `${name} idle`}</p>;'],
    ['a title of an element', 'const page = <i title="copied" />;'],
    ['a label of an element', "const page = <i aria-label={isOpen ? 'less' : t`more`} />;"],
    ['words for a component', 'const page = <Menu name="this run" />;'],
  ])('%s', (_, code) => {
    expect(textsOf('a.tsx', code).others).toHaveLength(1);
  });

  test.each([
    ['an id', "run('agentEnvelopes.openReplay');"],
    ['a code', "if (code === 'ENOENT') stop();"],
    ['a type', "type Mode = 'Read only' | 'Read and write';"],
    ['a module', "import { a } from 'Some where';"],
    ['the log', "log.info('The server starts.');"],
    ['a translated one', "l10n.t('Nothing was found.');"],
    ['a translated one of a page', 'const page = <p title={t`copied`}>{isOpen ? t`less` : 1} · {name}</p>;'],
    ['a class', 'const page = <p class={`plain quiet ${look}`}><i class="one two" id="copied" /></p>;'],
    ['a key', "if (key === 'Escape' || ['Home', 'End'].includes(key)) stop();"],
    ['a selector', "if (element.closest('input, select')) stop();"],
  ])('%s is none', (_, code) => {
    expect(textsOf('a.tsx', code).others).toEqual([]);
  });
});
