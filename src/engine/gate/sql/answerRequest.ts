import { gateOf } from '../../dialects/index.ts'
import { type Judged, judgeCondition, judgeExpression, judgeQuery, type Parse } from './judge.ts'
import type { JudgeRequest, ReaderAnswer, ReaderAnswers, ReaderRequest } from './protocol.ts'
import { rewrite } from './rewrite.ts'
import { judgeStatement } from './statement.ts'

/** Handles one request; pure except for the parser. */
export function answerRequest(request: JudgeRequest, parse: Parse): ReaderAnswer {
  const profile = gateOf(request.dialect)
  if (profile === undefined || profile === 'engine') {
    const message = `SQL of this kind of database cannot be checked: ${request.dialect}`
    return refusalOf(request, message)
  }
  switch (request.kind) {
    case 'expression':
      return { complaint: judgeExpression(request.text, profile, parse) }
    case 'condition':
      return found(judgeCondition(request.text, profile, parse))
    case 'query':
      return found(judgeQuery(request.sql, profile, parse))
    case 'statement':
      return judgeStatement(request.sql, profile, parse)
    case 'rewrite':
      return rewrite(request.sql, request, profile, parse)
  }
}

const found = ({ complaint, tables }: Judged): ReaderAnswers['query'] => ({
  complaint,
  tables: tables.map(({ catalog, schema, name }) => ({ catalog, schema, name })),
})

/** A rejection in the format of a response. */
export const refusalOf = ({ kind }: ReaderRequest, message: string): ReaderAnswer =>
  kind === 'rewrite' || kind === 'statement' || kind === 'format'
    ? { ok: false, message }
    : { complaint: message, tables: [] }
