import type { Rule } from '../model/rule';
import timeWithoutZone from './timeWithoutZone';

/** The rules that serve every family. */
export const envelopeRules: readonly Rule[] = [timeWithoutZone];
