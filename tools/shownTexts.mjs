// Collects the texts that the extension shows, for translators. In the client each is an argument of VS Code's `l10n.t`, elsewhere a template
// literal with the tag `t` of server/src/shared/l10n.ts. What the command line prints is English. Texts of shipped files, such as the
// descriptions in schemas, are listed, too; `translated` of l10n.ts returns them where they are shown.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { root } from './command.mjs';

const FOLDERS = ['client/src', 'client/webview', 'server/src'];

/**
 * @typedef {object} FoundText
 * @property {string} file
 * @property {string} text of a template, with "…" for its expressions
 */

/**
 * The translatable texts, as the content of `l10n/bundle.l10n.json`: each text by itself, in alphabetical order.
 * @returns {Record<string, string>}
 */
export function l10nBundle() {
  const texts = [
    ...filesWithTexts().flatMap(([file, code]) => textsOf(file, code).translated.map(({ text }) => text)),
    ...['schemas', 'protocols', 'snippets'].flatMap(shippedTexts),
  ];
  return Object.fromEntries([...new Set(texts)].sort().map(text => [text, text]));
}

/** The texts in the JSON files of a folder: of schemas and snippets, of declared rules, and the titles that declarations compose. */
function shippedTexts(folder) {
  /** @type {string[]} */
  const texts = [];
  for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.json')) visit(JSON.parse(readFileSync(path.join(root, folder, file), 'utf8')), '');
  }
  return texts.filter(text => isWord(text.replace(/\{[^{}]*\}/g, '')));

  function visit(value, name, isStep = false) {
    if (Array.isArray(value)) for (const one of value) visit(one, name, isStep);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        // The names of properties, values, and pointers.
        if (DATA.has(key) || (name === 'properties' && typeof one === 'string')) continue;
        if (name === 'order' && key === 'name') texts.push(one);
        const isShown = isStep && SHOWN_OF_STEPS.has(key);
        visit(one, isShown || (isStep && SHOWN_OF_STEPS.has(name)) ? 'title' : key, isStep || STEPS.has(key));
      }
    } else if (typeof value === 'string' && (isStep ? name === 'title' && value.startsWith('=') : SHIPPED.has(name)))
      texts.push(isStep ? value.slice(1) : value);
  }
}

/** The keys of texts in a schema, a snippet, and a declared rule with its fixes. */
const SHIPPED = new Set([
  ...['title', 'description', 'markdownDescription', 'enumDescriptions', 'patternErrorMessage', 'message', 'note'],
]);
const DATA = new Set(['examples', 'default', 'const', 'enum', 'body', 'snippet', 'signature', 'tells', 'when', 'let']);

/** The keys of a declaration with rules for steps, in which a text begins with "=", and which of its values are shown. */
const STEPS = new Set(['steps', 'stepLists']);
const SHOWN_OF_STEPS = new Set(['title', 'about', 'failure']);

/** The texts of client and page that look as if somebody should read them, and are shown in English whatever the language. */
export function untranslatedTexts() {
  const files = shownFiles().filter(([file]) => file.startsWith('client/'));
  return files.flatMap(([file, code]) => textsOf(file, code).others);
}

/**
 * The texts in a TypeScript file.
 * @param {string} file
 * @param {string} code
 * @returns {{ translated: (FoundText & { values: number })[], others: FoundText[] }}
 */
export function textsOf(file, code) {
  /** @type {(FoundText & { values: number })[]} */
  const translated = [];
  /** @type {FoundText[]} */
  const others = [];
  visit(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }));
  return { translated, others };

  function visit(node) {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (
      typeof node !== 'object' ||
      node === null ||
      /^(Import|Ts.*Type$|TsInterface|TsTypeAlias|Export.*Named)/.test(node.type)
    )
      return;
    if (node.type === 'CallExpression' && isCallOf(node, 'l10n', /^t$/)) {
      const [first, ...values] = node.arguments;
      // Anything else has no entry in the bundle.
      if (first?.expression.type === 'StringLiteral')
        translated.push({ file, text: first.expression.value, values: values.length });
      else others.push({ file, text: 'l10n.t of something else than a string literal' });
      return visit(values);
    }
    if (node.type === 'TaggedTemplateExpression' && node.tag.value === 't') {
      const { quasis, expressions } = node.template;
      const text = quasis.map(({ cooked }, at) => (at === 0 ? cooked : `{${at - 1}}${cooked}`)).join('');
      translated.push({ file, text, values: expressions.length });
      return visit(expressions);
    }
    // The log is read by whoever mends a fault.
    if (node.type === 'CallExpression' && (isCallOf(node, 'log', /./) || nameOf(node.callee) === 'warn')) return;
    if (node.type === 'KeyValueProperty' && SHOWN.has(node.key.value) && node.value.type === 'StringLiteral') {
      if (isWord(node.value.value)) others.push({ file, text: node.value.value });
      return;
    }
    if (node.type === 'JSXAttribute') {
      const name = String(node.name.value);
      if (name !== 'class') visitPlace(node.value?.expression ?? node.value, SHOWN_ATTRIBUTES.has(name));
      return;
    }
    if (node.type === 'JSXText' && isWord(node.value)) others.push({ file, text: node.value.trim() });
    if (node.type === 'JSXExpressionContainer') return visitPlace(node.expression, true);
    // What is compared, and what selects elements, is no text.
    if (node.type === 'SwitchCase') return visit(node.consequent);
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator))
      return visit([node.left, node.right].filter(({ type }) => type !== 'StringLiteral'));
    if (node.type === 'CallExpression' && SELECTORS.has(nameOf(node.callee))) return;
    if (node.type === 'StringLiteral') found(node.value);
    if (node.type === 'TemplateLiteral') found(textOf(node));
    for (const [name, value] of Object.entries(node)) if (name !== 'span') visit(value);
  }

  /** Visits an expression; if its value is shown, each word in it is a text. */
  function visitPlace(node, isShown) {
    if (isShown && node?.type === 'ConditionalExpression') {
      visit(node.test);
      visitPlace(node.consequent, true);
      visitPlace(node.alternate, true);
    } else if (isShown && node?.type === 'ParenthesisExpression') visitPlace(node.expression, true);
    else if (isShown && node?.type === 'BinaryExpression' && ['&&', '||', '??'].includes(node.operator)) {
      visit(node.operator === '&&' ? node.left : []);
      if (node.operator !== '&&') visitPlace(node.left, true);
      visitPlace(node.right, true);
    } else if (isShown && node?.type === 'StringLiteral') {
      if (isWord(node.value)) others.push({ file, text: node.value });
    } else if (isShown && node?.type === 'TemplateLiteral') {
      if (isWord(textOf(node))) others.push({ file, text: textOf(node) });
      visit(node.expressions);
    } else visit(node);
  }

  function found(text) {
    if (isForReaders(text)) others.push({ file, text });
  }
}

/** A template, with "…" for its expressions. */
function textOf({ quasis }) {
  return quasis.map(({ cooked }) => cooked).join('…');
}

function nameOf(callee) {
  return callee.type === 'MemberExpression' ? callee.property.value : callee.value;
}

function isCallOf({ callee }, object, method) {
  return (
    callee.type === 'MemberExpression' &&
    (callee.object.value === object || callee.object.property?.value === object) &&
    method.test(callee.property.value ?? '')
  );
}

/** Properties that are shown, in which a single small word is a text, too. A placeholder may be an example. */
const SHOWN = new Set(['label', 'description', 'detail', 'title', 'prompt', 'tooltip', 'text', 'words', 'about']);

const SHOWN_ATTRIBUTES = new Set([
  ...['title', 'label', 'alt', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
]);

/** Functions whose argument is a selector, a media query or a list of keys. */
const SELECTORS = new Set(['closest', 'querySelector', 'querySelectorAll', 'matchMedia', 'includes']);

function isWord(text) {
  return /\p{L}{2}/u.test(text);
}

/** Whether a text is a word that begins with a capital, or several words, or in a template a word beside a value. */
function isForReaders(text) {
  return (
    /(?:^|…[,;:]? )\p{L}{2,} …|… \p{L}{2,}$/u.test(text) ||
    /^[A-Z][a-z]{2,}(?:…|\b(?![\w./:-]))/.test(text) ||
    /\p{L}[,;:.]? \p{L}/u.test(text)
  );
}

/** The TypeScript files of client, page and server. @returns {[file: string, code: string][]} */
export function shownFiles() {
  return FOLDERS.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !name.startsWith('generated'))
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`),
  )
    .sort()
    .map(file => [file, readFileSync(path.join(root, file), 'utf8')]);
}

/** Those that may have a translatable text; most files of the server show nothing. */
export function filesWithTexts() {
  return shownFiles().filter(([file, code]) => !file.startsWith('server/') || code.includes('t`'));
}
