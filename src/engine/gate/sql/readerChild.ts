/**
 * Entry of the process that parses SQL of databases other than the embedded one: texts that people wrote, so they are
 * read where a parser that hangs or fails harms nobody. It ends with the process that started it.
 */
import { parse as parseSql } from '@polyglot-sql/sdk'
import { answerRequest } from './answerRequest.ts'
import type { Parse } from './judge.ts'
import type { ReaderReply, ReaderRequest } from './protocol.ts'

type Grammar = Parameters<typeof parseSql>[1]

/** The parser's own limits on nesting. */
const TOO_DEEP = /E_GUARD_\w*DEPTH|Maximum call stack/
/** It gave up in the middle: what it left in its memory is not to be built on. */
const GAVE_UP = /^WASM /

let isSpent = false

const parse: Parse = (sql, grammar) => {
  const { success, ast, error: fault } = parseSql(sql, grammar as Grammar)
  const error = fault ?? 'not understood'
  isSpent ||= !success && GAVE_UP.test(error)
  if (success && Array.isArray(ast)) return { trees: ast }
  return { error: TOO_DEEP.test(error) ? 'The SQL is nested too deeply' : error }
}

process.on('message', (request: ReaderRequest) => {
  const reply: ReaderReply = { answer: answerRequest(request, parse), isSpent }
  process.send?.(reply)
})
process.on('disconnect', () => process.exit(0))
