/**
 * Names in databases that store unquoted names in upper case (Snowflake, Oracle). As in other tools, a lower-case name
 * means the unquoted one, so that datasets created elsewhere find their columns; names of mixed case are used as they
 * are.
 */
const PLAIN = /^[a-z_][a-z0-9_$]*$/

/** A quoted name. NUL and, if there is no escape, quotes change it to a name that does not exist. */
export const quoteFolded = (name: string, quoteInName = '""') => {
  const spelled = PLAIN.test(name) ? name.toUpperCase() : name
  return `"${spelled.replaceAll('\0', '\uFFFD').replaceAll('"', quoteInName)}"`
}

/** The display name of a table or column: an unquoted one in lower case. */
export const unfolded = (name: string) => (/^[A-Z_][A-Z0-9_$]*$/.test(name) ? name.toLowerCase() : name)
