import { judgeExpression, judgeQuery, type Parse } from './judge.ts'
import { profileOf } from './profiles/index.ts'
import type { ReaderAnswer, ReaderRequest } from './protocol.ts'
import { rewrite } from './rewrite.ts'
import { judgeStatement } from './statement.ts'

/** Answers one request; pure but for the parser. */
export function answerRequest(request: ReaderRequest, parse: Parse): ReaderAnswer {
  const profile = profileOf(request.dialect)
  if (!profile) {
    const message = `SQL of this kind of database cannot be checked: ${request.dialect}`
    return refusalOf(request, message)
  }
  switch (request.kind) {
    case 'expression':
      return { complaint: judgeExpression(request.text, profile, parse) }
    case 'query': {
      const { complaint, tables } = judgeQuery(request.sql, profile, parse)
      return { complaint, tables: tables.map(({ catalog, schema, name }) => ({ catalog, schema, name })) }
    }
    case 'statement':
      return judgeStatement(request.sql, profile, parse)
    case 'rewrite':
      return rewrite(request.sql, request, profile, parse)
  }
}

/** A refusal in the shape of the answer. */
export const refusalOf = ({ kind }: ReaderRequest, message: string): ReaderAnswer =>
  kind === 'rewrite' || kind === 'statement' ? { ok: false, message } : { complaint: message, tables: [] }
