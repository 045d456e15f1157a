import type { NamedTable } from '../../model/sqlLab/savedQueryForm.ts'
import { Popover } from '../ui/Popover.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './TablesCell.module.css'

const texts = defineTexts('tablesCell', { title: 'Tables', more: '(+{count})', all: '(+{more}): all {count} tables' })

/** The tables of a query: the first one, and a button with the number of the others, which shows them. */
export function TablesCell({ tables }: { tables: readonly NamedTable[] | undefined }) {
  const t = useText()
  const names = (tables ?? []).map(({ schema, table }) => [schema, table].filter((part) => part !== null).join('.'))
  const [first] = names
  if (first === undefined) return null
  if (names.length === 1) return first
  const more = (
    <button
      type="button"
      className={css.more}
      aria-label={t(texts.all, { count: names.length, more: names.length - 1 })}
    >
      {t(texts.more, { count: names.length - 1 })}
    </button>
  )
  return (
    <span className={css.cell}>
      <span className={css.first}>{first}</span>
      <Popover trigger={more} label={t(texts.title)}>
        <h3 className={css.title}>{t(texts.title)}</h3>
        <ul className={css.names}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </Popover>
    </span>
  )
}
