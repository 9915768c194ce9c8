/** The declarations by their ids. */
export function protocolDeclarations(): Record<string, object>;

/** The text of a declaration's file. */
export function declarationText(value: unknown): string;
