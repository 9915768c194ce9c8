import { relative } from 'node:path';
import { contractKindNamed } from '../../features/generation/contractSchemas';
import { generateContracts, TARGETS, type Target, unsaidText } from '../../features/generation/generateContracts';
import type { DescribedRule } from '../../features/rulePages';
import { toFilePath, toFileUri } from '../../workspace/fileUri';
import { cliProject, PROJECT_OPTIONS, tellProtocolFaults } from '../cliProject';
import { writePieces } from '../commandIo';
import { PROGRAM, toSlashes, UsageError } from '../readArguments';
import { escapeInvisible } from '../terminalLine';
import type { Command } from './commandTypes';

/**
 * Returns the command `agent-envelopes generate`, which writes types, validators, schemas for a model, or a text for a prompt, from the schemas
 * of envelope kinds.
 */
export function generateCommand(rules: () => readonly DescribedRule[]): Command {
  return {
    name: 'generate',
    about: 'Write the contract of a kind as types, validators, a schema for a model, or a text for a prompt',
    operands: 'KIND…',
    options: {
      target: { value: 'TARGET', choices: TARGETS, about: 'what to write' },
      config: PROJECT_OPTIONS.config,
      'no-config': PROJECT_OPTIONS['no-config'],
    },
    notes: NOTES,
    async run(args, io) {
      const target = args.options.get('target') as Target | undefined;
      if (target === undefined) throw new UsageError(`"--target" is missing: one of ${TARGETS.join(', ')}.`);
      if (args.operands.length === 0) throw new UsageError('no kind was given, such as agent-message/message.');
      // Uses the settings for the whole folder, so that its declarations count even without a settings file.
      const project = cliProject(args, io, ['.']);
      const context = project.contextOf(`${toFileUri(io.cwd)}/`);
      tellProtocolFaults(project, io);
      const fileOf = (uri: string) => toSlashes(relative(io.cwd, toFilePath(uri)));
      const kinds = [...new Set(args.operands)].map(id => {
        const kind = contractKindNamed(id, context, fileOf);
        if ('fault' in kind) throw new UsageError(kind.fault);
        return kind;
      });
      const { text, unsaid } = generateContracts(target, kinds, { families: context.families, rules: rules() });
      await writePieces(io.stdout, [text]);
      for (const one of unsaid) io.stderr.write(`${PROGRAM}: not said: ${escapeInvisible(unsaidText(one))}\n`);
      return 0;
    },
  };
}

const NOTES = `KIND is the id of a kind, such as agent-message/message or one of a protocol that the current folder declares; several make one
file. Targets:

  typescript      types; patterns, limits and conditions are left to a check
  zod             schemas of Zod 4 with the verdicts of the contract
  pydantic        models of Pydantic 2
  openai-schema   a strict schema for structured outputs: what may be left out may be null
  anthropic-tool  a tool whose input is the envelope
  markdown        a text for a prompt: each property, the rules, an example

What a target can't say is told in a comment and on standard error. Rules over contents and paths are in none of them: "check -" with
--as KIND has them.

  ${PROGRAM} generate --target zod agent-message/message > message.ts

Exit code: 0 written; 2 wrong usage, or the kind's protocol can't be used.`;
