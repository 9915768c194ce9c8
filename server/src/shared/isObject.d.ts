/** Whether a value is a JSON object: neither null nor an array. In a file of its own, since every bundle needs it. */
export declare function isObject(value: unknown): value is Record<string, unknown>;
