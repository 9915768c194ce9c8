import { declarationReader } from '../workspace/declarationReader';
import { provideNodeServices } from '../workspace/provideNodeServices';
import { schemaCompiler } from '../workspace/schemaCompiler';
import type { LoadedCode } from './platform';

/** Provides what the core takes from Node, and loads the rest of the code from beside the bundle. */
export function nodeCode(): LoadedCode {
  provideNodeServices(__dirname);
  return { compile: schemaCompiler(__dirname), declarationOf: declarationReader(__dirname) };
}
