import type { DocumentRule } from '../../../model/rule';
import unknownWord from './unknownWord';

/** The rules of a state registry. */
export const registryRules: readonly DocumentRule[] = [unknownWord];
