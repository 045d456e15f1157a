import type { DialectOptions } from 'sql-formatter'
import { dialects } from '../../dialects/index.ts'
import type { ReaderAnswers, ReaderRequest } from './protocol.ts'

/**
 * SQL with a uniform layout, in its dialect; a name that is not in the list means standard SQL. Templates are not
 * changed.
 */
export async function formatted({
  dialect,
  sql,
}: Extract<ReaderRequest, { kind: 'format' }>): Promise<ReaderAnswers['format']> {
  const formatter = await import('sql-formatter')
  const name = Object.hasOwn(dialects, dialect) ? (dialects[dialect]?.formatter ?? 'sql') : 'sql'
  const options: DialectOptions = formatter[name]
  try {
    // templates count as one word
    const paramTypes = { custom: [{ regex: String.raw`\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}` }] }
    return { ok: true, sql: formatter.formatDialect(sql, { dialect: options, keywordCase: 'upper', paramTypes }) }
  } catch (error) {
    return { ok: false, message: (error as Error).message.split('\n')[0] ?? '' }
  }
}
