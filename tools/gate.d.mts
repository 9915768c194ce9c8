export const KEY: string;
export function openGate(socketPath: string): Promise<{ port: number; secret: string; close(): void }>;
