import { useState } from 'react'
import type { ChartData } from '../../model/query/chartData.ts'
import { RawRows } from '../chart/RawRows.tsx'
import { defineTexts, useText } from '../ui/text.ts'

const texts = defineTexts('drill.rows', {
  rows: 'Rows',
  formatting: 'Formatting',
  ofColumn: 'Formatting of {column}',
  formatted: 'Formatted value',
})

interface DrillRowsProps {
  data: ChartData
  /** the number of the first row, counted from 0 */
  first: number
  /** whether another page is loading */
  isStale: boolean
}

/** One page of raw rows. */
export function DrillRows({ data, first, isStale }: DrillRowsProps) {
  const t = useText()
  const [original, setOriginal] = useState<ReadonlySet<number>>(new Set())
  function show(at: number, isOriginal: boolean) {
    const next = new Set(original)
    if (isOriginal) next.add(at)
    else next.delete(at)
    setOriginal(next)
  }
  return (
    <RawRows
      label={t(texts.rows)}
      data={data}
      rows={Array.from({ length: data.rowcount }, (_row, index) => index)}
      firstNumber={first + 1}
      isReadable
      isFramed
      isStale={isStale}
      times={{
        names: {
          heading: t(texts.formatting),
          ofColumn: (column) => t(texts.ofColumn, { column }),
          formatted: t(texts.formatted),
        },
        isOriginal: (at) => original.has(at),
        set: show,
      }}
    />
  )
}
