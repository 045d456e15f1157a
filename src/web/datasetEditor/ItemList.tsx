import { Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Cell, HeadCell, Table } from '../ui/Table.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetEditor.module.css'
import { ItemRow, type ItemRowProps } from './ItemRow.tsx'
import type { TabProps } from './tabs.ts'
import type { Items } from './useItems.ts'

const texts = defineTexts('datasetEditor.items', {
  add: 'Add item',
  all: 'Show all {count, number}',
  none: 'No results found',
})

/** A column of the list in addition to the names; omitted on narrow screens. */
export interface ItemColumn<T> {
  head: string
  /** the sort value for clicks on the header */
  field?: string
  width?: number
  quiet?: boolean
  cell: (item: T) => ReactNode
}

interface ItemListProps<T> extends Pick<TabProps, 'wrongKeys'> {
  label: string
  searchLabel: string
  items: Items<T>
  /** title of the column of names */
  nameHead: string
  nameWidth?: number
  columns: readonly ItemColumn<T>[]
  rowOf: (item: T) => Pick<ItemRowProps, 'name' | 'placeholder' | 'icon'>
  details: (item: T) => ReactNode
  onRemove: (item: T) => void
  onAdd?: () => void
  /** shown next to the search field */
  children?: ReactNode
}

/** A list of columns or metrics: a search field, one line per item, and the details of an open item below its line. */
export function ItemList<T extends { key: string }>({ items, columns, wrongKeys, ...props }: ItemListProps<T>) {
  const t = useText()
  const sorting = (field: string | undefined) =>
    field === undefined ? {} : { sorted: items.sortedBy(field), onSort: () => items.sort(field) }
  return (
    <>
      <div className={css.listHead}>
        <TextField
          hideLabel
          label={props.searchLabel}
          placeholder={props.searchLabel}
          className={css.search}
          icon={<Search size={14} />}
          value={items.search}
          onChange={items.setSearch}
        />
        {props.children}
        {props.onAdd ? (
          <Button size="sm" icon={<Plus size={14} />} onClick={props.onAdd}>
            {t(texts.add)}
          </Button>
        ) : null}
      </div>
      <div className={css.tableArea}>
        <Table label={props.label} className={css.table}>
          <thead>
            <tr>
              <HeadCell width={props.nameWidth} {...sorting('name')}>
                {props.nameHead}
              </HeadCell>
              {columns.map(({ head, field, width }) => (
                <HeadCell key={head} width={width} className={css.wide} {...sorting(field)}>
                  {head}
                </HeadCell>
              ))}
              <HeadCell width={52} />
            </tr>
          </thead>
          <tbody>
            {items.shown.map((item) => (
              <ItemRow
                key={item.key}
                {...props.rowOf(item)}
                isOpen={items.isOpen(item.key)}
                isWrong={wrongKeys.has(item.key)}
                onToggle={() => items.toggle(item.key)}
                onRemove={() => props.onRemove(item)}
                span={columns.length + 2}
                details={() => props.details(item)}
              >
                {columns.map(({ head, quiet, cell }) => (
                  <Cell key={head} quiet={quiet} className={css.wide}>
                    {cell(item)}
                  </Cell>
                ))}
              </ItemRow>
            ))}
          </tbody>
        </Table>
        {items.count === 0 ? <p className={css.none}>{t(texts.none)}</p> : null}
        {items.shown.length < items.count ? (
          <Button size="sm" variant="quiet" className={css.showAll} onClick={items.showAll}>
            {t(texts.all, { count: items.count })}
          </Button>
        ) : null}
      </div>
    </>
  )
}
