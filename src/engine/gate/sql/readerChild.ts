/**
 * Entry point of the process that parses SQL of databases other than the embedded one. The SQL is written by users, so
 * a parser that hangs or crashes must not affect the web process. It ends with the process that started it.
 */
import { parse as parseSql } from '@polyglot-sql/sdk'
import { answerRequest } from './answerRequest.ts'
import type { Parse } from './judge.ts'
import type { ReaderAnswer, ReaderReply, ReaderRequest } from './protocol.ts'

type Grammar = Parameters<typeof parseSql>[1]

/** Messages about the parser's own limits on nesting. */
const TOO_DEEP = /E_GUARD_\w*DEPTH|Maximum call stack/
/** Messages of a parser that aborted: the state of its memory is not reliable. */
const GAVE_UP = /^WASM /

let isSpent = false

const parse: Parse = (sql, grammar) => {
  const { success, ast, error: fault } = parseSql(sql, grammar as Grammar)
  const error = fault ?? 'not understood'
  isSpent ||= !success && GAVE_UP.test(error)
  if (success && Array.isArray(ast)) return { trees: ast }
  return { error: TOO_DEEP.test(error) ? 'The SQL is nested too deeply' : error }
}

const answered = async (request: ReaderRequest): Promise<ReaderAnswer> => {
  if (request.kind !== 'format') return answerRequest(request, parse)
  const { formatted } = await import('./formatted.ts')
  return formatted(request)
}

process.on('message', (request: ReaderRequest) => {
  void answered(request).then((answer) => {
    const reply: ReaderReply = { answer, isSpent }
    process.send?.(reply)
  })
})
process.on('disconnect', () => process.exit(0))
