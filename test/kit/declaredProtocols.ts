import { compileSchema } from '../../server/src/entries/compileSchema';
import { declaredFamilies } from '../../server/src/families/declared/declaredFamilies';
import {
  type ProtocolReading,
  readProtocolDeclaration,
} from '../../server/src/families/declared/readProtocolDeclaration';
import { familiesWithSnippets as ownFamilies } from '../../server/src/families/familiesWithSnippets';
import type { Family } from '../../server/src/model/family';
import type { RawSchema } from '../../server/src/slots/subschemas';

/** What a declaration comes to, with schema files by their paths from its folder. */
export function readProtocol(value: unknown, schemaFiles: Record<string, unknown> = {}): ProtocolReading {
  return readProtocolDeclaration(value, {
    compile: compileSchema,
    uri: 'file:///work/x.agent-protocol.json',
    files: new Map(
      Object.entries(schemaFiles).map(([path, schema]) => [new URL(path, 'file:///work/').href, schema as RawSchema]),
    ),
  });
}

/** All families, with those that some values declare. */
export function familiesWithDeclared(...values: unknown[]): readonly Family[] {
  const files = values.map((value, at) => ({
    uri: `file:///work/${at}.agent-protocol.json`,
    text: JSON.stringify(value),
    schemas: new Map(),
  }));
  return [...ownFamilies, ...declaredFamilies(files, ownFamilies, compileSchema).families];
}

/** A small protocol for tests: reviews, asked for and given. */
export const REVIEWS = {
  id: 'review-queue',
  title: 'Review Queue',
  description: 'How we review',
  kinds: {
    request: {
      title: 'Review request',
      schema: {
        type: 'object',
        required: ['review_id', 'change', 'asked_by', 'summary'],
        additionalProperties: false,
        properties: {
          review_id: { type: 'string', title: 'Review', description: 'Names the review.' },
          change: { type: 'string' },
          asked_by: { type: 'string' },
          reviewer: { type: 'string' },
          at: { type: 'string', format: 'date-time' },
          summary: { type: 'string' },
        },
      },
      tells: {
        id: '/review_id',
        run: '/change',
        agent: '/asked_by',
        peer: '/reviewer',
        at: '/at',
        title: '/summary',
        text: '/summary',
      },
      side: 'ask',
    },
    verdict: {
      title: 'Verdict',
      schema: {
        type: 'object',
        required: ['review_id', 'verdict', 'by'],
        properties: {
          review_id: { type: 'string' },
          verdict: { enum: ['approved', 'changes', 'withdrawn'] },
          by: { type: 'string' },
          took_ms: { type: 'number' },
          note: { type: 'string' },
          change: { type: 'string' },
        },
      },
      tells: {
        id: ['/review_id'],
        run: ['/change'],
        agent: ['/by'],
        status: ['/verdict'],
        title: ['/note', '/verdict'],
        duration: ['/took_ms'],
      },
      side: 'answer',
      status: { ok: ['approved'], failed: ['changes'], cancelled: ['withdrawn'] },
    },
  },
};
