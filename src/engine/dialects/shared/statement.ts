import { EngineFailure } from '../../run/engine.ts'

const SKIPPED = /^(?:[\s(;]|--[^\n]*)/
const READS = new Set(['select', 'with', 'values', 'table', 'from'])
const INSPECTS = new Set(['explain', 'show', 'describe', 'desc'])

/** Position after a block comment at the start of the text; comments may be nested. */
function afterComment(sql: string): number {
  let depth = 0
  for (let i = 0; i < sql.length; i++) {
    const pair = sql.slice(i, i + 2)
    if (pair !== '/*' && pair !== '*/') continue
    depth += pair === '/*' ? 1 : -1
    i++
    if (depth === 0) return i + 1
  }
  return sql.length
}

/** The first word of a statement, which determines its kind. Lower case; empty if it starts with something else. */
export function firstWord(sql: string): string {
  let rest = sql
  for (;;) {
    const skipped = rest.startsWith('/*') ? afterComment(rest) : (SKIPPED.exec(rest)?.[0].length ?? 0)
    if (skipped === 0) break
    rest = rest.slice(skipped)
  }
  return /^[a-z]+/i.exec(rest)?.[0].toLowerCase() ?? ''
}

/**
 * A second check of a statement, for drivers of databases that run one statement at a time in a read-only session:
 * only queries are sent, whatever the first check has allowed. `inspects`: EXPLAIN, SHOW and DESCRIBE as well.
 */
export function assertReads(sql: string, inspects = false): void {
  const word = firstWord(sql)
  if (!READS.has(word) && !(inspects && INSPECTS.has(word)))
    throw new EngineFailure('engine', 'Only SELECT statements are allowed.')
}
