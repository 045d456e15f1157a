import { useState } from 'react'
import type { Contribution } from '../../charts/explain.ts'
import { trueMinus } from '../../charts/shared/trueMinus.ts'
import { markedText } from '../../model/query/markedText.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/Table.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Explain.module.css'
import { signed, type Write } from './signed.ts'
import type { Dimension } from './useDimensions.ts'

const texts = defineTexts('drill.explain.parts', {
  change: 'Change',
  columns: 'Columns',
  parts: 'Changes by {column}',
  bars: 'Size of the change',
  others: '{count, plural, one {# more value} other {# more values}}',
})

/** Maximum number of rows; all smaller changes are summed in one more row. */
const mostRows = 12

/** A column with the changes of its values. */
export interface Compared {
  column: Dimension
  contribution: Contribution
}

interface ExplainPartsProps {
  found: Compared[]
  write: Write
  before: string
  after: string
}

/** The columns with a bar that shows how uneven their changes are, and the changes of the values of one column. */
export function ExplainParts({ found, write, before, after }: ExplainPartsProps) {
  const t = useText()
  const [name, setName] = useState(found[0]?.column.name)
  const current = found.find(({ column }) => column.name === name) ?? found[0]
  if (!current) return null
  const most = Math.max(...found.map(({ contribution }) => contribution.unevenness))
  const { parts } = current.contribution
  const [shown, others] = [parts.slice(0, mostRows), parts.slice(mostRows)]
  const sum = (of: (part: (typeof parts)[number]) => number) => others.reduce((total, part) => total + of(part), 0)
  const rows = [
    ...shown.map((part) => ({ ...part, label: markedText(part.value) })),
    ...(others.length > 0
      ? [
          {
            label: t(texts.others, { count: others.length }),
            before: sum((part) => part.before),
            after: sum((part) => part.after),
            change: sum((part) => part.change),
          },
        ]
      : []),
  ]
  const largest = Math.max(...rows.map(({ change }) => Math.abs(change)))
  return (
    <div className={css.parts}>
      <ul className={css.columns} aria-label={t(texts.columns)}>
        {found.map(({ column, contribution }) => (
          <li key={column.name}>
            <button
              type="button"
              className={css.column}
              aria-pressed={column === current.column}
              onClick={() => setName(column.name)}
            >
              {column.title}
              <span className={css.scores}>
                <span
                  className={css.score}
                  style={{ width: `${most === 0 ? 0 : (100 * contribution.unevenness) / most}%` }}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ScrollRegion className={css.grid} label={t(texts.parts, { column: current.column.title })}>
        <Table className={css.table} label={t(texts.parts, { column: current.column.title })}>
          <thead>
            <tr>
              {[current.column.title, before, after, t(texts.change)].map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be equal
                <HeadCell key={at} align={at === 0 ? 'start' : 'end'}>
                  <span className={css.name} title={name}>
                    {name}
                  </span>
                </HeadCell>
              ))}
              <HeadCell className={css.bar} label={t(texts.bars)} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.label}>
                <Cell title={row.label}>{row.label}</Cell>
                <Cell align="end">{trueMinus(write(row.before))}</Cell>
                <Cell align="end">{trueMinus(write(row.after))}</Cell>
                <Cell align="end">{signed(write, row.change)}</Cell>
                <Cell className={css.bar}>
                  <span className={css.track}>
                    <span
                      className={css.change}
                      data-down={row.change < 0 || undefined}
                      style={{ width: `${largest === 0 ? 0 : (50 * Math.abs(row.change)) / largest}%` }}
                    />
                  </span>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
    </div>
  )
}
