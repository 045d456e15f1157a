import { Settings } from 'lucide-react'
import { useState } from 'react'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { rawText, readableText } from '../chart/dataRows.ts'
import { TypeIcon } from '../controls/TypeIcon.tsx'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Drill.module.css'

const texts = defineTexts('drill.rows', {
  rows: 'Rows',
  number: 'Row',
  formatting: 'Formatting',
  ofColumn: 'Formatting of {column}',
  formatted: 'Formatted value',
  original: 'Original value',
})

interface DrillRowsProps {
  data: ChartData
  /** the number of the first row, from 0 */
  first: number
  /** another page is loading */
  isStale: boolean
}

/** One page of raw rows. */
export function DrillRows({ data, first, isStale }: DrillRowsProps) {
  const t = useText()
  const [original, setOriginal] = useState<ReadonlySet<number>>(new Set())
  const rows = Array.from({ length: data.rowcount }, (_row, index) => index)
  const isNumeric = (at: number) => data.coltypes[at] === GenericType.numeric || undefined
  const typeOf = (at: number) => (original.has(at) ? undefined : data.coltypes[at])
  function show(at: number, isOriginal: boolean) {
    const next = new Set(original)
    if (isOriginal) next.add(at)
    else next.delete(at)
    setOriginal(next)
  }
  return (
    <ScrollRegion className={classes(css.grid, isStale && css.stale)} label={t(texts.rows)}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={css.index} aria-label={t(texts.number)} />
            {data.colnames.map((name, at) => (
              <th key={String(at)} scope="col" data-numeric={isNumeric(at)}>
                <span className={css.header}>
                  <TypeIcon kind={data.coltypes[at] ?? GenericType.string} />
                  {name}
                  {data.coltypes[at] === GenericType.temporal ? (
                    <Menu
                      align="end"
                      trigger={
                        <IconButton
                          size="xs"
                          label={t(texts.ofColumn, { column: name })}
                          icon={<Settings size={12} />}
                        />
                      }
                      items={[
                        { heading: t(texts.formatting) },
                        ...[true, false].map((isOriginal) => ({
                          label: t(isOriginal ? texts.original : texts.formatted),
                          checked: original.has(at) === isOriginal,
                          onSelect: () => show(at, isOriginal),
                        })),
                      ]}
                    />
                  ) : null}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <td className={css.index}>{first + row + 1}</td>
              {data.columns.map((column, at) => {
                const value = column[row] ?? null
                const whole = rawText(value, typeOf(at))
                const text = readableText(value, typeOf(at))
                return (
                  <td
                    key={String(at)}
                    data-numeric={isNumeric(at)}
                    data-empty={value === null || undefined}
                    title={text === whole && whole.length < 48 ? undefined : whole}
                  >
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
