import type { ConnectionSpec } from '../../engine/contracts.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import { reportedPlace } from '../../engine/run/failures.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { TextPosition } from '../../model/sqlLab/sqlLabAnswers.ts'

/** Failures of SQL Lab, in the words of the contract. */

export const databaseMissing = () =>
  new AppError(
    'GENERIC_BACKEND_ERROR',
    404,
    'The database referenced in this query was not found. Please contact an administrator for further assistance or try again.',
  )

export const onlySelect = () =>
  new AppError('DML_NOT_ALLOWED_ERROR', 403, 'Only SELECT statements are allowed against this database.')

const LAST_SELECT =
  'Please make sure your query has a SELECT as its last statement. Then, try running your query again.'
export const notForTable = () =>
  new AppError(
    'INVALID_CTAS_QUERY_ERROR',
    400,
    `CTAS (create table as select) can only be run with a query where the last statement is a SELECT. ${LAST_SELECT}`,
  )

export const notForView = () =>
  new AppError(
    'INVALID_CVAS_QUERY_ERROR',
    400,
    'CVAS (create view as select) can only be run with a query with a single SELECT statement. Please make sure your query has only a SELECT statement. Then, try running your query again.',
  )

/** A plan shows the conditions of rules, and how many rows they hide. */
export const planRefused = () =>
  new AppError(
    'GENERIC_COMMAND_ERROR',
    403,
    'The plan of this query is not shown, because row level security rules apply to its tables.',
  )

export const noStatement = () => new AppError('GENERIC_DB_ENGINE_ERROR', 400, 'The SQL statement is empty')

export const tablesRefused = (tables: readonly string[]) =>
  new AppError(
    'TABLE_SECURITY_ACCESS_ERROR',
    403,
    `You need access to the following tables: ${tables.map((table) => `\`${table}\``).join(', ')}, \`all_database_access\` or \`all_datasource_access\` permission`,
    { extra: { link: '', tables } },
  )

export const resultsGone = () =>
  new AppError(
    'RESULTS_BACKEND_ERROR',
    410,
    'Data could not be retrieved from the results backend. You need to re-run the original query.',
  )

export const queryGone = () =>
  new AppError(
    'RESULTS_BACKEND_ERROR',
    404,
    'The query associated with these results could not be found. You need to re-run the original query.',
  )

export const notYourQuery = () =>
  new AppError(
    'QUERY_SECURITY_ACCESS_ERROR',
    403,
    'The query belongs to another user. Only its user can read its results.',
  )

const place = (id: number, sql: string) => `Failed to execute query '${id}' - '${sql}': `

export const missingParameters = (id: number, sql: string, names: readonly string[], given: object) => {
  const listed = names.map((name) => `"${name}"`).join(', ')
  const which =
    names.length === 1
      ? `The parameter ${listed} in your query is undefined.`
      : `The following parameters in your query are undefined: ${listed}.`
  return new AppError(
    'MISSING_TEMPLATE_PARAMS_ERROR',
    400,
    `${place(id, sql)}${which} \n Please check your template parameters for syntax errors and make sure they match across your SQL query and Set Parameters. Then, try running your query again.`,
    { extra: { undefined_parameters: names, template_parameters: given } },
  )
}

export const malformedTemplate = (id: number, sql: string, cause: unknown) =>
  new AppError(
    'INVALID_TEMPLATE_PARAMS_ERROR',
    400,
    `${place(id, sql)}The query contains one or more malformed template parameters. \n Please check your query and confirm that all template parameters are surround by double braces, for example, "{{ ds }}". Then, try running your query again.`,
    { cause },
  )

/** Line and column within a statement, as databases report them. */
function reportedPosition(message: string): TextPosition | null {
  // PostgreSQL and DuckDB show the line with a caret below
  const shown = /(?:^|\n)(LINE (\d+): )([^\n]*)\n( *)\^/.exec(message)
  if (shown) {
    const [, prefix = '', line, text = '', blanks = ''] = shown
    const column = blanks.length - prefix.length + 1
    // PostgreSQL shows only a part of a long line
    return { line: Number(line), column: text.startsWith('...') || column < 1 ? null : column }
  }
  const both = /\bline (\d+)[:,]? ?(?:col(?:umn)?|position)?[: ]*(\d+)/i.exec(message)
  if (both) return { line: Number(both[1]), column: Number(both[2]) }
  const line = /\bat line (\d+)/i.exec(message)
  return line ? { line: Number(line[1]), column: null } : null
}

/** Converts a position in a statement to a position in the text that contains the statement at `start`. */
export function positionIn(text: string, start: number, inner: TextPosition): TextPosition {
  const before = text.slice(0, start)
  const lines = before.split('\n')
  const onFirst = inner.line === 1 && inner.column !== null
  return {
    line: lines.length - 1 + inner.line,
    column: onFirst ? (inner.column ?? 0) + (lines.at(-1) ?? '').length : inner.column,
  }
}

/** The position in the whole text of an error that the database reports; null if it reports no position. */
export function placeIn({ text, start }: { text: string; start: number }, error: AppError): TextPosition | null {
  const reported = reportedPlace(error) ?? reportedPosition(error.message)
  return reported && positionIn(text, start, reported)
}

/** The column or table that an error is about. */
const NAMED = /"([^"]+)"|`([^`]+)`|'([^']+)'/

function messageOf(error: AppError, { dialect }: ConnectionSpec, position: TextPosition | null): string {
  const [, ...names] = NAMED.exec(error.message) ?? []
  const name = names.find((found) => found !== undefined)
  if (name !== undefined && error.code === 'COLUMN_DOES_NOT_EXIST_ERROR') {
    return position
      ? `We can't seem to resolve the column "${name}" at line ${position.line}.`
      : `We can't seem to resolve the column "${name}".`
  }
  if (name !== undefined && error.code === 'TABLE_DOES_NOT_EXIST_ERROR') {
    return `The table "${name}" does not exist. A valid table must be used to run this query.`
  }
  return `${dialect} error: ${error.message}`
}

/**
 * An error of the database about a statement. `where`: the text of the editor and where the statement begins in it;
 * absent if the database received another text.
 */
export function databaseFault(
  error: AppError,
  connection: ConnectionSpec,
  where?: { text: string; start: number },
): AppError {
  const position = where ? placeIn(where, error) : null
  const { title } = dialectOf(connection.dialect)
  return new AppError(error.code, error.status, messageOf(error, connection, position), {
    extra: { ...error.extra, engine_name: title, ...(position ? { position } : {}) },
    level: 'error',
    cause: error,
  })
}
