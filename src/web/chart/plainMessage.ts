import { plainText } from '../ui/text.ts'

/**
 * The first line of an error message in the reader's language, without `Error: `, which would repeat the heading, and
 * with plain quotes around names.
 */
export const plainMessage = (message: string): string => plainText(firstLine(message))

/**
 * The same for an expression, a metric or a column: messages about SQL mention filters, regardless of the purpose of
 * the SQL.
 */
export const plainExpressionMessage = (message: string): string =>
  plainText(
    firstLine(message)
      .replace(/ in filter clause$/, ' in the expression')
      .replace(/^Clause contains /, 'The expression contains '),
  )

function firstLine(message: string): string {
  const line = message.replace(/^Error: /, '').split('\n')[0] ?? ''
  const list = /^(Columns missing in data(?:set|source): )\[(.*)\]$/.exec(line)
  if (list === null) return line
  const [, start = '', names = ''] = list
  return start + names.replaceAll(/'([^']*)'|"([^"]*)"/g, '“$1$2”')
}
