export function writeWorkspace(
  folder: string,
  counts?: { envelopes?: number; registries?: number },
): { files: number; bytes: number; envelopes: number };
