import { type DescribedRule, ruleSummary } from '../../features/rulePages';
import type { Severity } from '../../model/schema';
import { familyOfRule } from '../../rules/ruleNames';
import { displayWidth } from '../../text/characters';
import { counted, pageOf } from '../commandIo';
import { PROGRAM, UsageError } from '../readArguments';
import { escapedJsonLine, type Page, type Style, terminalLine } from '../terminalLine';
import type { Command } from './commandTypes';

/** Returns the command `agent-envelopes rules`, which lists the rules that check envelopes. */
export function rulesCommand(rules: () => readonly DescribedRule[]): Command {
  return {
    name: 'rules',
    about: 'List the rules, their severities, and which have a fix',
    operands: '',
    options: { format: { value: 'FORMAT', choices: FORMATS, about: 'output format (default: pretty)' } },
    notes: `The json format is {"rules":[{"id","severity","docs","fixable"}]}, its docs in Markdown.
"${PROGRAM} explain RULE" prints the docs of one rule.`,
    run({ options, operands: [stray] }, io) {
      if (stray !== undefined)
        throw new UsageError(`"rules" takes no operand; "${PROGRAM} explain ${stray}" explains a rule.`);
      io.stdout.write(options.get('format') === 'json' ? asJson(rules()) : asTable(rules(), pageOf(io)));
      return Promise.resolve(0);
    },
  };
}

const FORMATS = ['pretty', 'json'] as const;

function asJson(rules: readonly DescribedRule[]): string {
  const listed = rules.map(({ id, severity, docs, fix }) => ({ id, severity, docs, fixable: fix !== undefined }));
  return escapedJsonLine(JSON.stringify({ rules: listed }));
}

function asTable(rules: readonly DescribedRule[], page: Page): string {
  const width = Math.max(...rules.map(({ id }) => displayWidth(id)));
  const groups = [...new Set(rules.map(({ id }) => familyOfRule(id)))].map(family => {
    const rows = rules.filter(({ id }) => familyOfRule(id) === family).map(rule => `${row(rule, width, page)}\n`);
    return `${terminalLine([[family, 'bold']], page)}\n${rows.join('')}\n`;
  });
  const fixable = rules.filter(({ fix }) => fix !== undefined).length;
  return `${groups.join('')}${counted(rules.length, 'rule')}, ${fixable} with a fix\n`;
}

function row(rule: DescribedRule, width: number, page: Page): string {
  const { id, severity, fix } = rule;
  return terminalLine(
    [
      `  ${id.padEnd(width)}  `,
      [severity.padEnd(LONGEST), COLOURS[severity]],
      '  ',
      [fix === undefined ? '   ' : 'fix', 'green'],
      '  ',
      [ruleSummary(rule).replaceAll('**', ''), 'dim'],
    ],
    page,
  );
}

const LONGEST = 'warning'.length;
const COLOURS: Record<Severity, Style> = { error: 'red', warning: 'yellow', info: 'blue' };
