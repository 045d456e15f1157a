import type { Encoding } from '../../contracts.ts'
import type { Cell, ColumnName } from '../../frame.ts'
import type { LeftOutFacts } from '../leftOutFacts.ts'
import { ByteSink } from './byteSink.ts'
import type { BatchWriter } from './writer.ts'

interface Facts {
  rowcount: number
  /** Lists if names have several parts. */
  colnames: ColumnName[]
  coltypes: number[]
  labelMap: Record<string, string[]>
  /** Index levels that post-processing left on the table. Without an index, rows are numbered. */
  index?: Cell[][] | undefined
  /** Columnar encoding only. */
  leftOut?: LeftOutFacts | undefined
}

/**
 * The inside of a result's JSON object (contracts.ts), in chunks. A table without rows has no columns, as in the
 * contract.
 */
export function answerBody(facts: Facts, data: Pick<BatchWriter, 'finish'>, encoding: Encoding): Buffer[] {
  const isEmpty = facts.rowcount === 0
  const head = new ByteSink()
  head.utf8(`"rowcount":${facts.rowcount},"colnames":${JSON.stringify(isEmpty ? [] : facts.colnames)}`)
  // the columnar format omits an index that only numbers the rows
  if (facts.index || encoding === 'rows') {
    head.ascii(',"indexnames":[')
    writeIndex(head, facts)
    head.ascii(']')
  }
  head.utf8(`,"coltypes":${JSON.stringify(isEmpty ? [] : facts.coltypes)}`)
  head.utf8(`,"label_map":${JSON.stringify(isEmpty ? {} : facts.labelMap)}`)
  if (facts.leftOut) head.utf8(`,"left_out":${JSON.stringify(facts.leftOut)}`)
  head.ascii(encoding === 'rows' ? ',"data":' : ',"columns":')
  return [head.take(), ...(isEmpty ? [Buffer.from('[]')] : data.finish())]
}

function writeIndex(sink: ByteSink, { rowcount, index }: Facts): void {
  for (let row = 0; row < rowcount; row++) {
    if (row > 0) sink.comma()
    if (!index) sink.integer(row)
    else if (index.length === 1) sink.cell(index[0]?.[row] ?? null)
    else writeLevels(sink, index, row)
  }
}

function writeLevels(sink: ByteSink, index: Cell[][], row: number): void {
  sink.ascii('[')
  index.forEach((level, i) => {
    if (i > 0) sink.comma()
    sink.cell(level[row] ?? null)
  })
  sink.ascii(']')
}
