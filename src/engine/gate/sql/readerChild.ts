/**
 * Entry of the process that parses SQL of databases other than the embedded one: texts that people wrote, so they are
 * read where a parser that hangs or fails harms nobody. It ends with the process that started it.
 */
import { parse as parseSql } from '@polyglot-sql/sdk'
import { answerRequest } from './answerRequest.ts'
import type { Parse } from './judge.ts'
import type { ReaderRequest } from './protocol.ts'

type Grammar = Parameters<typeof parseSql>[1]

const parse: Parse = (sql, grammar) => {
  const { success, ast, error } = parseSql(sql, grammar as Grammar)
  return success && Array.isArray(ast) ? { trees: ast } : { error: error ?? 'not understood' }
}

process.on('message', (request: ReaderRequest) => process.send?.(answerRequest(request, parse)))
process.on('disconnect', () => process.exit(0))
