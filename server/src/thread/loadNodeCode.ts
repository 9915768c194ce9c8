import { provideNodeServices } from '../workspace/provideNodeServices';
import { schemaCompiler } from '../workspace/schemaCompiler';
import { shippedDeclarationReader } from '../workspace/shippedDeclarationReader';
import type { LoadedCode } from './serverPlatform';

/** Provides what the core takes from Node, and loads the rest of the code from beside the bundle. */
export function loadNodeCode(): LoadedCode {
  provideNodeServices(__dirname);
  return { compile: schemaCompiler(__dirname), declarationOf: shippedDeclarationReader(__dirname) };
}
