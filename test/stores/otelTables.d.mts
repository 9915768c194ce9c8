/** The statements that create the tables, with attributes as maps of texts, or as JSON. */
export function createTables(table: string, hasJson: boolean): string[];
/** The rows of a request of OTLP in JSON. */
export function spanRows(request: object, hasJson: boolean): object[];
