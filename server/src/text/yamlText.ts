const PLAIN = /^[A-Za-z_$./][\w$./@+-]*(?: [\w$./@+()-]+)*$/;
/** Matches words such as `no` that some version of YAML reads as another type than text, so that they need quotes. */
const OTHER = /^(?:~|null|true|false|yes|no|on|off|y|n|[-+.]?\d.*|[-+]?\.(?:inf|nan)|\.{3})$/i;

/** Formats a value as one line of YAML. Texts get quotes only if necessary. */
export function yamlText(value: unknown): string {
  return typeof value === 'string' && isPlainYaml(value) ? value : flowJson(value);
}

/** Returns whether a text can be written without quotes in every version of YAML. */
export function isPlainYaml(text: string): boolean {
  return PLAIN.test(text) && !OTHER.test(text);
}

/** Formats a value as JSON on one line, which is also YAML, with spaces: `{ "a": [1, 2] }`. */
function flowJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${yamlText(key)}: ${yamlText(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/**
 * Formats a value as YAML after `key:` or a list's dash: on the same line after a space, or indented on the lines below.
 *
 * @param depth the indentation, in levels
 */
export function yamlBlock(value: unknown, depth: number): string {
  const indent = INDENT.repeat(depth);
  if (Array.isArray(value) && value.length > 0)
    return value.map(item => `\n${indent}-${yamlBlock(item, depth + 1).replace(/^\n\s*/, ' ')}`).join('');
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return Object.entries(value)
      .map(([key, one]) => `\n${indent}${yamlText(key)}:${yamlBlock(one, depth + 1)}`)
      .join('');
  return ` ${yamlText(value)}`;
}

const INDENT = '  ';

/**
 * Converts a JSON snippet to YAML: multi-line objects and lists become blocks, and unnecessary quotes go. Objects and lists on one line
 * stay.
 *
 * @param json each level indented by a tab
 */
export function yamlSnippet(json: string): string {
  const lines: string[] = [];
  /** For each open bracket: whether it is a list. */
  const open: boolean[] = [];
  let indent = 0;
  let dash = '';
  for (const line of json.split('\n')) {
    const [, name, rest = ''] = /^\t*(?:("(?:[^"\\]|\\.)*"): )?(.*?),?$/.exec(line) ?? [];
    if (/^[}\]]$/.test(rest)) {
      if (open.pop() !== undefined && open.length > 0) indent--;
      dash = '';
      continue;
    }
    const isOpening = rest === '{' || rest === '[';
    const isItem = open.at(-1) === true;
    const lead = INDENT.repeat(Math.max(0, indent - (dash === '' ? 0 : dash.length / 2))) + dash + (isItem ? '- ' : '');
    if (isOpening) {
      if (name !== undefined) lines.push(`${lead}${plainToken(name)}:`);
      dash = name === undefined && isItem ? `${dash}- ` : '';
      if (open.length > 0) indent++;
      open.push(rest === '[');
      continue;
    }
    lines.push(`${lead}${name === undefined ? '' : `${plainToken(name)}: `}${plainToken(rest)}`);
    dash = '';
  }
  return lines.join('\n');
}

// A tab stop may be filled with anything, and so keeps its quotes, unless it lists what it may be filled with.
function plainToken(token: string): string {
  const [, stop, texts] = /^\$\{(\d+)\|(.*)\|\}$/.exec(token) ?? [];
  if (texts !== undefined) {
    const choices = texts.split(',').map(text => /^"(.*)"$/.exec(text)?.[1]);
    return choices.every(text => text !== undefined && isPlainYaml(text)) ? `\${${stop}|${choices.join(',')}|}` : token;
  }
  const [, content] = /^"([^"\\$]*)"$/.exec(token.replace(/\\\$/g, '\u0000')) ?? [];
  const plain = content?.replaceAll('\u0000', '$');
  return plain !== undefined && isPlainYaml(plain) ? token.slice(1, -1) : token;
}
