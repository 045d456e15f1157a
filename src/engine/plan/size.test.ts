import { expect, it } from 'vitest'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import { MOST_EXPRESSIONS, MOST_PARTS, MOST_STEPS, refuseTooLarge } from './size.ts'

const nothing = { columns: [], metrics: [], filters: [], orderby: [], postProcessing: [] }
const expression = (at: number): QueryColumn => ({ label: `e${at}`, sqlExpression: `${at}`, expressionType: 'SQL' })
const metric = (at: number): QueryMetric => ({ label: `m${at}`, sqlExpression: `SUM(${at})`, expressionType: 'SQL' })
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

it.each([
  [{ columns: many(MOST_PARTS, String) }, null],
  [{ columns: many(MOST_PARTS + 1, String) }, `at most ${MOST_PARTS} columns`],
  [{ columns: many(MOST_PARTS, String), metrics: ['count'] }, `at most ${MOST_PARTS} columns`],
  [{ columns: many(MOST_EXPRESSIONS, expression) }, null],
  [{ columns: many(MOST_EXPRESSIONS, expression), metrics: [metric(0)] }, `at most ${MOST_EXPRESSIONS} custom SQL`],
  [{ metrics: many(5000, metric) }, 'at most'],
  [{ postProcessing: many(MOST_STEPS + 1, () => ({ operation: 'rename', options: {} })) }, 'post-processing'],
])('limits the size of a query (%#)', (query, message) => {
  const check = () => refuseTooLarge({ ...nothing, ...query } as Parameters<typeof refuseTooLarge>[0])
  if (message === null) expect(check).not.toThrow()
  else expect(check).toThrow(message)
})
