import { shownPath } from './shownPath';

/** A file as an envelope carries it. `path` and `language` are what stands beside the content; they may be missing. */
interface Carried {
  content: string;
  path?: string;
  language?: unknown;
}

/**
 * What is said of a content that is not the whole file: "is left out (`...`)", "breaks off: its last line is `...`",
 * "leaves out a part: line 12 is `// ... existing code ...`". Undefined where it seems to be whole.
 */
export function elisionIn({ content, path = '', language }: Carried): string | undefined {
  return standIn(content) ?? cutOff(content, path, language) ?? gap(content, path);
}

/** A text that only stands for a file's content. */
function standIn(content: string): string | undefined {
  const text = content.trim();
  if (text.length > LONGEST_PHRASE) return undefined;
  // A phrase in angle brackets may be broken into lines.
  const phrase = text.startsWith('<') ? text.replace(/\s+/g, ' ') : text;
  if (/[\r\n]/.test(phrase)) return undefined;
  const isStandIn = STAND_INS.some(one => one.test(phrase)) || WHOLE.test(unbracketed(bare(phrase))) || isGap(phrase);
  return isStandIn ? `is left out (\`${shown(phrase)}\`)` : undefined;
}

const LONGEST_PHRASE = 400;

// Not a lone tag or declaration, nor JSON, YAML or code in braces: these are whole files.
const STAND_INS = [
  /^(\.\.\.+|…)$/,
  /^(\.\.\.|…).*(\.\.\.|…)$/,
  /^[[(](\.\.\.|…)[\])]$/,
  /^<{1,2}[^<>=!?/"](?:[^<>="]*[^<>="/])?>{1,2}$/,
  /^\{{1,2}(?=[^}]*(?:\p{L}|…|\.\.\.))[^{}[\]:;="']+\}{1,2}$/u,
];
/** "full file content", "the complete content of the spec goes here". */
const WHOLE =
  /^(the |your )?(full|complete|entire|whole)( [\w.-]+){0,4} (contents?|code)( of (the |this )?[\w.-]+( [\w.-]+)?)?( (goes )?here| unchanged)?\.?$/i;

/** As a message shows it: what would end its quotes, or turn the direction of the text, is left out. */
function shown(text: string): string {
  return shownPath(text.replace(/[`\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''));
}

/** A text whose last line is but dots, or says that there is more. */
function cutOff(content: string, path: string, language: unknown): string | undefined {
  const text = content.trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1);
  if (last.length > LONGEST_LINE) return undefined;
  const said = `breaks off: its last line is \`${shown(last.trim())}\``;
  if (isGap(last)) return said;
  if (!/^(\.\.\.|…)$/.test(unbracketed(bare(last)))) return undefined;
  // Three dots are the end of a YAML document, and the body of a Python function.
  if (/\.ya?ml$/i.test(path) || language === 'yaml') return undefined;
  if (/^\s/.test(last) && (/\.pyi?$/i.test(path) || language === 'python')) return undefined;
  return said;
}

const LONGEST_LINE = 120;

/** A line of code that stands for others. Prose may speak of such lines: there the last one counts only. */
function gap(content: string, path: string): string | undefined {
  if (PROSE.test(path) || !DOTS.test(content)) return undefined;
  const lines = content.split('\n');
  const at = lines.findIndex(line => line.length <= LONGEST_LINE && DOTS.test(line) && isComment(line) && isGap(line));
  return at < 0 ? undefined : `leaves out a part: line ${at + 1} is \`${shown((lines[at] ?? '').trim())}\``;
}

const DOTS = /\.\.\.|…/;
const PROSE = /(^|\.)(md|mdx|markdown|txt|rst|adoc)?$/i;

const isComment = (line: string) => COMMENT.test(line.trim());

/** The line stands for text that is not there: dots, or a bracket, around words of that meaning. */
function isGap(line: string): boolean {
  const text = bare(line);
  const begin = /^(\.\.\.+|…)/.exec(text)?.[0] ?? '';
  const end = /(\.\.\.+|…)$/.exec(text.slice(begin.length).slice(-200))?.[0] ?? '';
  const said = text.slice(begin.length, text.length - end.length).trim();
  const words = unbracketed(said);
  if (begin && end) return MEANT.test(words);
  if (begin || words !== said) return REST.test(words);
  return end !== '' && isComment(line) && /\bhere$/i.test(words) && MEANT.test(words);
}

/** What dots on both sides are around. */
const MEANT =
  /\b(rest|remaining|remainder|existing|previous|unchanged|omitted|elided|truncated|same|as (before|above)|code|contents?)\b/i;
/** What stands for text by its words: "rest of the file unchanged", "content omitted", "rest of the spec", "existing code". */
const REST =
  /^((and )?(the |all )?(rest|remainder|remaining|existing|previous|other|contents?|code|file|body|section)( of)?( the| this| your)?( [\w-]+){0,3} (unchanged|omitted|the same|as before|as above|as is|here)|(the )?(rest|remainder) of (the |this )?(files?|code|contents?|class|module|functions?|methods?|component|specs?|specification|document|text|page|section|index|plan|script|imports?)|existing (code|contents?))\.?$/i;

// What begins a comment in most languages, with the end that belongs to it.
const COMMENT = /^(?:\/\/+|#+(?=\s|…|\.\.)|--(?=\s)|;+(?=\s)|%+(?=\s)|\/\*+|<!--|\{\/\*)/;

/** A line without the comment around it. */
function bare(line: string): string {
  const text = line.trim();
  const begin = COMMENT.exec(text)?.[0];
  return begin === undefined
    ? text
    : text
        .slice(begin.length)
        .replace(/(\*\/\}?|-->)$/, '')
        .trim();
}

function unbracketed(text: string): string {
  const isBracketed = /^\[.*\]$/.test(text) || /^\(.*\)$/.test(text);
  return isBracketed ? text.slice(1, -1).trim() : text;
}
