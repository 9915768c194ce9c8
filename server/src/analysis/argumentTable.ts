import type { CataloguedTool } from '../model/catalogue';
import type { Schema } from '../model/schema';
import { applicableSchema } from '../slots/applicableSchemas';
import { normalizeSchema } from '../slots/normalizeSchema';
import { escapeMarkdown, inlineCode } from '../text/markdown/escapeMarkdown';

/** A tool's arguments as a Markdown table, required arguments first. */
export function argumentTable({ name, parameters }: Pick<CataloguedTool, 'name' | 'parameters'>): string {
  const schema = normalizeSchema(parameters);
  const { properties = {}, required = [] } = applicableSchema(schema, schema, {});
  const names = Object.keys(properties);
  if (names.length === 0) return `${inlineCode(name)} takes no arguments, according to the catalogue.`;
  const needed = new Set(required);
  const isRequired = (one: string) => needed.has(one);
  const rows = [...names.filter(isRequired), ...names.filter(one => !isRequired(one))].map(one => {
    const own = applicableSchema(properties[one] ?? {}, schema, undefined);
    const cells = [inCell(one), typeOf(own), isRequired(one) ? 'yes' : '', own.markdownDescription ?? ''];
    return `| ${cells.join(' | ')} |`;
  });
  const more = rows.length > MOST_ROWS ? ['', `… and ${rows.length - MOST_ROWS} more.`] : [];
  const head = [`| Argument of ${inCell(name)} | Type | Required | |`, '|---|---|---|---|'];
  return [...head, ...rows.slice(0, MOST_ROWS), ...more].join('\n');
}

const MOST_ROWS = 30;
const MOST_CHOICES = 8;

function typeOf({ type, enum: choices, format, items, title = '' }: Schema): string {
  if (choices) {
    const shown = choices.slice(0, MOST_CHOICES).map(one => inCell(JSON.stringify(one)));
    return [...shown, ...(choices.length > MOST_CHOICES ? ['…'] : [])].join(', ');
  }
  const of = items?.type === undefined ? '' : ` of ${alternatives(items.type)}`;
  const said = [
    type === undefined ? '' : alternatives(type) + of,
    format === undefined ? '' : `(${escapeMarkdown(format)})`,
  ];
  return said.filter(Boolean).join(' ') || escapeMarkdown(title);
}

function alternatives(type: string | string[]): string {
  return [type].flat().join(' or ');
}

// A bar ends a cell, even in code.
function inCell(text: string): string {
  return text.includes('|') ? escapeMarkdown(text) : inlineCode(text);
}
