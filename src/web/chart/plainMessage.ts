/**
 * The first line of an error message, without `Error: ` below a heading that says so, and with plain quotes around
 * names.
 */
export function plainMessage(message: string): string {
  const line = message.replace(/^Error: /, '').split('\n')[0] ?? ''
  const list = /^(Columns missing in data(?:set|source): )\[(.*)\]$/.exec(line)
  if (list === null) return line
  const [, start = '', names = ''] = list
  return start + names.replaceAll(/'([^']*)'|"([^"]*)"/g, '“$1$2”')
}

/** The same for an expression, a metric or a column: messages about SQL mention filters, whatever the SQL is for. */
export function plainExpressionMessage(message: string): string {
  return plainMessage(message)
    .replace(/ in filter clause$/, ' in the expression')
    .replace(/^Clause contains /, 'The expression contains ')
}
