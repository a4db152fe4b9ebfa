const TABLE = /\.(csv|tsv|psv)$/i;

/** Whether a text file holds a table. */
export const isTable = (path: string) => TABLE.test(path);
