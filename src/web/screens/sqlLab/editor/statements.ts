import { sqlTokens } from './sqlTokens.ts'

/** A part of a text, by its offsets. */
export interface TextRange {
  from: number
  to: number
}

/** The statements of a text, without their semicolons. A part that contains only comments is not a statement. */
export function statementRanges(sql: string): TextRange[] {
  const ranges: TextRange[] = []
  let current: TextRange | undefined
  for (const token of sqlTokens(sql)) {
    if (token.kind === 'sign' && token.value === ';') {
      if (current) ranges.push(current)
      current = undefined
    } else if (token.kind !== 'comment') {
      current = { from: current?.from ?? token.from, to: token.to }
    }
  }
  return current ? [...ranges, current] : ranges
}

/** Whether there is anything to run. */
export const hasStatement = (sql: string): boolean => statementRanges(sql).length > 0

/** The statement at an offset: the one that contains it, otherwise the last one before it, otherwise the first. */
export function statementAt(sql: string, at: number): TextRange | undefined {
  const ranges = statementRanges(sql)
  return ranges.find(({ from, to }) => from <= at && at <= to + 1) ?? ranges.findLast(({ to }) => to < at) ?? ranges[0]
}
