import { type DescribedRule, declaredRule, renderRulePage } from '../../features/rulePages';
import { toFileUri } from '../../workspace/fileUri';
import { cliProject } from '../cliProject';
import { wantsColour } from '../commandIo';
import { PROGRAM, suggestion, UsageError } from '../readArguments';
import { painter, terminalMarkdown } from '../terminalLine';
import type { Command } from './commandTypes';

/**
 * Returns the command `agent-envelopes explain`, which prints the documentation of a rule. On a terminal it has colours and bold words; in a file
 * it is Markdown.
 */
export function explainCommand(rules: () => readonly DescribedRule[]): Command {
  return {
    name: 'explain',
    about: 'Print the docs of a rule',
    operands: 'RULE',
    get operandChoices() {
      return rules().map(({ id }) => id);
    },
    options: {},
    notes: `RULE is the id shown with each problem, such as envelope/elided-content; "${PROGRAM} rules" lists them. Rules of protocols that the current folder declares are explained, too.`,
    run(args, io) {
      const { stdout, env, cwd } = io;
      const [id, stray] = args.operands;
      if (id === undefined) throw new UsageError(`no rule was given; "${PROGRAM} rules" lists them.`);
      if (stray !== undefined) throw new UsageError(`"explain" takes one rule; leave out "${stray}".`);
      // Uses the settings for the whole folder, so that its declarations count even without a settings file.
      const declared = () => declaredRule(id, cliProject(args, io, ['.']).contextOf(`${toFileUri(cwd)}/`).families);
      const rule = rules().find(one => one.id === id) ?? declared();
      if (!rule) throw new UsageError(`unknown rule "${id}"${meant(id, rules())}`);
      const page = renderRulePage(rule);
      stdout.write(wantsColour(stdout, env) ? terminalMarkdown(page, painter(true)) : page);
      return Promise.resolve(0);
    },
  };
}

/** Returns the suggestion for an unknown rule. The most common mistake is a name without its family, which several families may have. */
function meant(id: string, rules: readonly DescribedRule[]): string {
  const known = rules.map(rule => rule.id);
  const same = known.filter(one => one.endsWith(`/${id.slice(id.lastIndexOf('/') + 1)}`));
  return same.length > 0 ? `; did you mean ${same.map(one => `"${one}"`).join(' or ')}?` : suggestion(id, known);
}
