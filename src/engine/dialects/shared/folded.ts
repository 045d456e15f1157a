/**
 * Names in databases that write plain names in capitals (Snowflake, Oracle). As others do, a name in lower case means
 * the plain one, so that datasets made elsewhere find their columns; names of mixed case are exactly that.
 */
const PLAIN = /^[a-z_][a-z0-9_$]*$/

/** A name in quotes. NUL and, where no escape exists, quotes in it make a name that does not exist. */
export const quoteFolded = (name: string, quoteInName = '""') => {
  const spelled = PLAIN.test(name) ? name.toUpperCase() : name
  return `"${spelled.replaceAll('\0', '\uFFFD').replaceAll('"', quoteInName)}"`
}

/** The name of a table or column as people see it: a plain one in lower case. */
export const unfolded = (name: string) => (/^[A-Z_][A-Z0-9_$]*$/.test(name) ? name.toLowerCase() : name)
